import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { signIn } from '../auth.ts'
import { paths } from '../paths.ts'
import { auth } from '../texts/auth.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFormErrors } from '../ui/form-errors.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import { toast } from '../ui/toast.ts'
import { showAuthError } from './auth-errors.ts'
import { comeBackPath } from './come-back.ts'
import { EmailField } from './email-field.tsx'
import { rememberSignUp } from './pending-sign-up.ts'
import { rereadSession } from './session.ts'

interface SignInFormProps {
  /** An address already known: just confirmed, or just given a new password. */
  email: string
  /** The page that was asked for, as the address says. */
  next: string | null
  /** Given what was typed as the address so far. */
  onForgot: (email: string) => void
}

/** Email and password, and the way to a new one. */
export function SignInForm({ email, next, onForgot }: SignInFormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { errors, form, refuse, forgive } = useFormErrors()
  const [busy, setBusy] = useState(false)

  const send = async (data: FormData) => {
    const given = { email: String(data.get('email')).trim(), password: String(data.get('password')) }
    const isWrong = refuse({
      email: given.email ? undefined : auth.required.email,
      password: given.password ? undefined : auth.required.password,
    })
    if (isWrong) return
    setBusy(true)
    try {
      const outcome = await signIn(given.email, given.password)
      if (outcome === 'unconfirmed') {
        rememberSignUp(given)
        await navigate(paths.dashboard)
      } else if (outcome === 'password-reset-needed') {
        toast('error', shared.error, { description: auth.newPasswordNeeded })
        onForgot(given.email)
      } else {
        await rereadSession(client)
        await navigate(comeBackPath(next), { replace: true })
      }
    } catch (fault) {
      showAuthError(fault)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(new FormData(event.currentTarget))
      }}
    >
      <EmailField error={errors['email']} defaultValue={email} onChange={() => forgive('email')} />
      <Field label={auth.password} error={errors['password']} required>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            onChange={() => forgive('password')}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className="mt-1">
        {busy ? auth.workingIn : auth.signIn}
      </Button>
      <Button look="plain" onClick={() => onForgot(form.current?.querySelector('input')?.value.trim() ?? '')}>
        {auth.forgotLink}
      </Button>
    </form>
  )
}
