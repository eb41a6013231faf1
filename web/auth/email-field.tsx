import { auth } from '../texts/auth.ts'
import { TextField } from '../ui/text-field.tsx'

interface EmailFieldProps {
  error?: string | undefined
  /** An address that is known already. */
  defaultValue: string
  onChange: () => void
}

/** The address of an account, as password managers know it. Its input is named `email`. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField {...props} label={auth.email} required type="email" name="email" autoComplete="username" />
  )
}
