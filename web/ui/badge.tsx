import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'quiet' | 'done' | 'caution'

const tones: Record<Tone, string> = {
  quiet: 'bg-sunken text-ink',
  done: 'bg-action-wash text-action-strong',
  caution: 'bg-caution-wash text-caution',
}

/** A word or two on a thing's state. */
export function Badge({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-bold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
