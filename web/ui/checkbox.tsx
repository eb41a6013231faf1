import type { ReactNode } from 'react'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  children: ReactNode
}

/** A box to tick with its words beside it; the whole row can be pressed. */
export function Checkbox({ checked, onChange, name, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-action"
      />
      <span>{children}</span>
    </label>
  )
}
