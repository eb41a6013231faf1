import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** What is switched, for those who do not see what stands beside it. */
  label: string
  disabled?: boolean
}

/** An on-off switch that takes effect at once. */
export function Switch({ checked, onChange, label, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      className={
        'relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 ' +
        'transition-colors data-checked:border-action data-checked:bg-action data-disabled:opacity-55 ' +
        // The drawn switch is 28 px high; the reach of a finger is 44.
        'before:absolute before:-inset-2'
      }
    >
      <Base.Thumb className="size-5 rounded-full bg-ink-soft transition-transform data-checked:translate-x-5 data-checked:bg-action-ink" />
    </Base.Root>
  )
}
