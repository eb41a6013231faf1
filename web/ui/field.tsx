import { useId } from 'react'
import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { shared } from '../texts/shared.ts'

/** What a control needs to be tied to its label, hint and error. Spread it on the input. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The words under the control while it is wrong; nothing when it is right. */
  error?: string | undefined
  /** Shown as "(optional)" after the label. */
  optional?: boolean
  required?: boolean
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, a hint and an error, tied together for those who listen instead of look. */
export function Field({ label, hint, error, optional, required, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-bold">
        {label} {optional && <span className="font-normal text-ink-soft">{shared.optional}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The words under a control that is wrong. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      {children}
    </p>
  )
}
