import type { ReactNode } from 'react'

/** A titled part of a form, set apart by a rule. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-t border-rule pt-6">
      <legend className="float-left mb-1 w-full font-display text-xl font-title">{title}</legend>
      {children}
    </fieldset>
  )
}
