import { useState } from 'react'
import type { FormEvent } from 'react'
import { ApiProblem } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useInvalidFocus } from '../ui/use-invalid-focus.ts'
import { loadRules } from './wish-form.ts'

interface EmailSearchProps {
  email: string
  busy: boolean
  onSearch: (email: string) => void
}

/** An address to look requests up by. A blank one does nothing. */
export function EmailSearch({ email: given, busy, onSearch }: EmailSearchProps) {
  const [email, setEmail] = useState(given)
  const [wrong, setWrong] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const form = useInvalidFocus(refusals)

  const refuse = (words: string | undefined) => {
    setWrong(words)
    setRefusals((count) => count + 1)
  }

  const search = async () => {
    if (!email.trim() || busy) return
    try {
      const { GuestEmail } = await loadRules()
      const parsed = GuestEmail.safeParse(email)
      if (parsed.success) onSearch(parsed.data)
      else refuse(parsed.error.issues[0]?.message)
    } catch (fault) {
      if (!(fault instanceof ApiProblem)) throw fault
      refuse(fault.message)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      role="search"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void search()
      }}
      className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <Field label={guest.lookUp.label} error={wrong}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            placeholder={guest.lookUp.placeholder}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setWrong(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className="min-h-12 sm:mt-7.5">
        {busy ? guest.lookUp.searching : guest.lookUp.search}
      </Button>
    </form>
  )
}
