import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

type FieldPart = Omit<ComponentProps<typeof Field>, 'children'>
type InputPart = Omit<ComponentProps<typeof TextInput>, 'id' | 'required' | 'onChange'>

interface TextFieldProps extends FieldPart, InputPart {
  /** Told what stands in the input after each change. */
  onChange?: (text: string) => void
}

/** A field with one line of text in it; what is not about the field goes to its input. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  const { label, hint, error, optional = false, required = false, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} optional={optional} required={required}>
      {(control) => (
        <TextInput {...control} {...input} onChange={(event) => onChange?.(event.target.value)} />
      )}
    </Field>
  )
}
