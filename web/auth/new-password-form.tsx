import { useState } from 'react'
import { chooseNewPassword, requestPasswordReset } from '../auth.ts'
import { auth } from '../texts/auth.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFormErrors } from '../ui/form-errors.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { toast } from '../ui/toast.ts'
import { showAuthError } from './auth-errors.ts'
import { CodeField } from './code-field.tsx'

interface NewPasswordFormProps {
  email: string
  /** The code, where the message's link carried it. */
  code: string
  onBack: () => void
  onSaved: () => void
}

/** Takes the code of the message and a new password. */
export function NewPasswordForm({ email, code, onBack, onSaved }: NewPasswordFormProps) {
  const { errors, form, refuse, forgive } = useFormErrors()
  const [busy, setBusy] = useState<'save' | 'again' | null>(null)

  const save = async (data: FormData) => {
    const given = { code: String(data.get('code')).trim(), password: String(data.get('password')) }
    const isWrong = refuse({
      code: given.code ? undefined : auth.required.code,
      password: given.password ? undefined : auth.required.password,
    })
    if (isWrong) return
    setBusy('save')
    try {
      await chooseNewPassword(email, given.code, given.password)
      toast('success', auth.reset.saved, { description: auth.reset.savedBody })
      onSaved()
    } catch (fault) {
      showAuthError(fault)
      setBusy(null)
    }
  }

  const sendAgain = async () => {
    setBusy('again')
    try {
      await requestPasswordReset(email)
      toast('success', auth.forgot.sent)
    } catch (fault) {
      showAuthError(fault)
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <PageTitle>{auth.reset.title}</PageTitle>
      <p className="mt-3 text-ink-soft">{auth.reset.body(email)}</p>
      <form
        ref={form}
        noValidate
        className="mt-8 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save(new FormData(event.currentTarget))
        }}
      >
        {/* For password managers, which file the new password under it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <CodeField
          label={auth.reset.code}
          defaultValue={code}
          error={errors['code']}
          onChange={() => forgive('code')}
        />
        <Field label={auth.reset.newPassword} hint={auth.passwordHint} error={errors['password']} required>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              onChange={() => forgive('password')}
            />
          )}
        </Field>
        <Button type="submit" busy={busy === 'save'} className="mt-1">
          {busy === 'save' ? auth.reset.saving : auth.reset.save}
        </Button>
        <div className="flex flex-wrap justify-center">
          <Button look="plain" busy={busy === 'again'} onClick={() => void sendAgain()}>
            {auth.reset.again}
          </Button>
          <Button look="plain" onClick={onBack}>
            {auth.forgot.back}
          </Button>
        </div>
      </form>
    </>
  )
}
