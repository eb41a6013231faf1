import type { ReactNode } from 'react'
import { Tabs as Base } from '@base-ui/react/tabs'

interface TabsProps<Name extends string> {
  /** What the tabs choose between, for those who listen. */
  label: string
  value: Name
  onChange: (name: Name) => void
  tabs: { name: Name; label: string; panel: ReactNode }[]
}

/** Tabs of which one is open. The caller keeps the open one, usually in the address. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: TabsProps<Name>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <Base.List aria-label={label} className="flex gap-6 border-b border-rule">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.name}
            value={tab.name}
            className="-mb-px min-h-11 border-b-2 border-transparent px-1 text-sm font-bold text-ink-soft hover:text-ink data-active:border-action data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.name} value={tab.name} className="pt-8">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
