import { Search } from 'lucide-react'
import { TextInput } from './text-input.tsx'

interface SearchInputProps {
  /** What is searched; also the placeholder. */
  label: string
  value: string
  onChange: (term: string) => void
}

/** A field that narrows a list while it is typed into. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-11"
      />
    </div>
  )
}
