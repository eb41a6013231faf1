import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names.ts'

/** `removal` opens the question whether to remove something; `danger` is the button that then does it. */
type Look = 'action' | 'quiet' | 'plain' | 'removal' | 'danger'

// The padding counts for nothing where a look or a `className` brings its own.
const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md [:where(&)]:px-5 text-sm font-bold ' +
  'transition-colors select-none disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-[1.125rem] [&_svg]:shrink-0'

const looks: Record<Look, string> = {
  action: 'bg-action text-action-ink hover:bg-action-strong',
  quiet: 'border border-edge bg-surface text-ink hover:bg-sunken',
  plain: 'px-3 text-action hover:bg-action-wash',
  removal: 'border border-edge bg-surface text-danger hover:bg-danger-wash',
  danger: 'bg-danger text-danger-ink hover:brightness-110',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: Look
  /** While true the button answers no further press, but keeps its focus, and says that it is at work. */
  busy?: boolean
}

/** A button of the product. `type` is 'button' unless said otherwise. */
export function Button({ look = 'action', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: that would drop the focus of whoever pressed it with the keyboard.
      aria-disabled={busy || rest.disabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={classNames(shape, looks[look], className)}
    />
  )
}

interface ButtonLinkProps {
  /** A path of this app, or an address elsewhere, which then opens in a new tab. */
  to: string
  look?: Look
  className?: string
  title?: string
  children: ReactNode
}

/** A link that looks like a button, for what leads somewhere instead of doing something. */
export function ButtonLink({ to, look = 'action', className, title, children }: ButtonLinkProps) {
  const classes = classNames(shape, looks[look], className)
  if (to.startsWith('/'))
    return (
      <Link to={to} className={classes} title={title}>
        {children}
      </Link>
    )
  const elsewhere = to.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a href={to} className={classes} title={title} {...elsewhere}>
      {children}
    </a>
  )
}
