import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'

interface CodeFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** What the address of the page already told. */
  defaultValue?: string
  onChange?: () => void
}

/** The code of a message; phones offer it from there. Its input is named `code`. */
export function CodeField({ label, hint, error, defaultValue, onChange }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          defaultValue={defaultValue}
          onChange={onChange}
          className="text-lg tracking-[0.2em] tabular-nums"
        />
      )}
    </Field>
  )
}
