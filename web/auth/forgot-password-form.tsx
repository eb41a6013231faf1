import { useState } from 'react'
import { requestPasswordReset } from '../auth.ts'
import { auth } from '../texts/auth.ts'
import { Button } from '../ui/button.tsx'
import { useFormErrors } from '../ui/form-errors.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toast.ts'
import { showAuthError } from './auth-errors.ts'
import { EmailField } from './email-field.tsx'

interface ForgotPasswordFormProps {
  /** What was typed into the sign-in form. */
  email: string
  onBack: () => void
  onSent: (email: string) => void
}

/** Asks for the address whose password is forgotten, and has a code sent there. */
export function ForgotPasswordForm({ email: typed, onBack, onSent }: ForgotPasswordFormProps) {
  const { errors, form, refuse, forgive } = useFormErrors()
  const [busy, setBusy] = useState(false)

  const send = async (email: string) => {
    if (refuse({ email: email ? undefined : auth.required.email })) return
    setBusy(true)
    try {
      await requestPasswordReset(email)
      toast('success', auth.forgot.sent)
      onSent(email)
    } catch (fault) {
      showAuthError(fault)
      setBusy(false)
    }
  }

  return (
    <>
      <PageTitle>{auth.forgot.title}</PageTitle>
      <p className="mt-3 text-ink-soft">{auth.forgot.body}</p>
      <form
        ref={form}
        noValidate
        className="mt-8 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send(String(new FormData(event.currentTarget).get('email')).trim())
        }}
      >
        <EmailField error={errors['email']} defaultValue={typed} onChange={() => forgive('email')} />
        <Button type="submit" busy={busy} className="mt-1">
          {busy ? auth.forgot.sending : auth.forgot.send}
        </Button>
        <Button look="plain" onClick={onBack}>
          {auth.forgot.back}
        </Button>
      </form>
    </>
  )
}
