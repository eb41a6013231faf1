import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, call } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { useInvalidFocus } from '../ui/use-invalid-focus.ts'
import { rememberProof } from './session.ts'

interface CodeStepProps {
  /** The address that the code was just sent to. */
  email: string
  onProven: () => void
  /** Goes back to typing another address. */
  onChange?: () => void
}

/** The step between a search by email and its result: the code that shows whose address it is (decision D5). */
export function CodeStep({ email, onProven, onChange }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const form = useInvalidFocus(refusals)

  // The step replaces what was just pressed: the focus goes on to the one thing to do now.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  const refuse = (words: string) => {
    setWrong(words)
    setRefusals((count) => count + 1)
  }
  const confirm = useMutation({
    mutationFn: () => call('confirmEmailCode', { body: { email, code: code.trim() } }),
    onSuccess: ({ token, expiresAt }) => {
      rememberProof({ email, token, expiresAt })
      onProven()
    },
    onError: (fault) => refuse((fault instanceof ApiProblem && fault.errorAt('/code')) || fault.message),
  })
  const again = useMutation({
    mutationFn: () => call('requestEmailCode', { body: { email } }),
    onSuccess: () => toast('success', guest.code.sentAgain),
    onError: (fault) => refuse(fault.message),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    if (/^\d{6}$/.test(code.trim())) confirm.mutate()
    else refuse(guest.code.shape)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5 border-t border-rule pt-6">
      <div role="status">
        <h2 className="font-display text-xl font-title">{guest.code.title}</h2>
        <p className="mt-2 wrap-anywhere text-ink-soft">{guest.code.body(email)}</p>
      </div>
      <Field label={guest.code.label} error={wrong} required>
        {(control) => (
          <TextInput
            {...control}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setWrong(undefined)
            }}
            className="max-w-48 text-lg tracking-[0.3em] tabular-nums"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={confirm.isPending}>
          {confirm.isPending ? guest.code.submitting : guest.code.submit}
        </Button>
        <Button look="plain" busy={again.isPending} onClick={() => again.mutate()}>
          {guest.code.again}
        </Button>
        {onChange && (
          <Button look="plain" onClick={onChange}>
            {guest.code.change}
          </Button>
        )}
      </div>
    </form>
  )
}
