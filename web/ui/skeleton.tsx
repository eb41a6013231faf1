import { shared } from '../texts/shared.ts'
import { classNames } from './class-names.ts'

/** A grey stand-in; give it the size of what it stands for. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-sm bg-sunken', className)} />
}

/** Tells those who listen that something is on its way. Put it beside the skeletons. */
export function LoadingNote({ children = shared.loading }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
