import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
  tone?: 'good' | 'caution' | 'danger'
  title: string
  children?: ReactNode
  action?: ReactNode
}

const tones = {
  good: 'border-action bg-action-wash',
  caution: 'border-caution bg-caution-wash',
  danger: 'border-danger bg-danger-wash',
}

/** Something to know before going on. Stands in the text, does not go away by itself. */
export function Notice({ tone = 'good', title, children, action }: NoticeProps) {
  return (
    <div
      className={classNames('grid justify-items-start gap-2 rounded-md border-l-4 px-5 py-4', tones[tone])}
    >
      <p className="font-bold">{title}</p>
      {children && <div className="text-sm">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
