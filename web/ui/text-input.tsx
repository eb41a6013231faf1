import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** The look shared by every control that text is typed into. */
export const inputShape =
  'min-h-12 w-full rounded-md border border-edge bg-surface px-3.5 text-base text-ink transition-colors ' +
  'placeholder:text-ink-soft hover:border-ink-soft aria-invalid:border-danger aria-invalid:ring-1 ' +
  'aria-invalid:ring-danger [&[readonly]]:bg-sunken disabled:opacity-60'

/** One line of text. */
export function TextInput({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input type="text" {...rest} className={classNames(inputShape, 'read-only:bg-sunken', className)} />
}

/** Several lines of text. */
export function TextArea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea rows={4} {...rest} className={classNames(inputShape, 'py-2.5', className)} />
}

/** A choice from a list, by the platform's own picker. */
export function Select({
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return <select {...rest} className={classNames(inputShape, 'pr-8', className)} />
}
