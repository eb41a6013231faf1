import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signUp } from '../auth.ts'
import { paths } from '../paths.ts'
import { auth } from '../texts/auth.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFormErrors } from '../ui/form-errors.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { showAuthError } from './auth-errors.ts'
import { rememberSignUp } from './pending-sign-up.ts'

/** A new manager's account. Only the company's name may stay empty. */
export function SignUpForm() {
  const navigate = useNavigate()
  const { errors, form, refuse, forgive } = useFormErrors()
  const [busy, setBusy] = useState(false)

  const send = async (data: FormData) => {
    const text = (name: string) => String(data.get(name)).trim()
    const account = {
      firstName: text('firstName'),
      lastName: text('lastName'),
      companyName: text('companyName'),
      email: text('email'),
      password: String(data.get('password')),
    }
    const repeated = String(data.get('confirmPassword'))
    const { required } = auth
    const isWrong = refuse({
      firstName: account.firstName ? undefined : required.firstName,
      lastName: account.lastName ? undefined : required.lastName,
      email: account.email ? undefined : required.email,
      password: account.password ? undefined : required.password,
      confirmPassword: !repeated
        ? required.confirmPassword
        : repeated === account.password
          ? undefined
          : auth.passwordsDiffer,
    })
    if (isWrong) return
    setBusy(true)
    try {
      await signUp(account)
      rememberSignUp({ email: account.email, password: account.password })
      toast('success', auth.created)
      await navigate(paths.dashboard)
    } catch (fault) {
      showAuthError(fault)
      setBusy(false)
    }
  }

  const line = (
    name: string,
    label: string,
    options: { autoComplete: string; type?: string; hint?: string },
  ) => (
    <Field
      label={label}
      error={errors[name]}
      hint={options.hint}
      optional={name === 'companyName'}
      required={name !== 'companyName'}
    >
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type={options.type ?? 'text'}
          autoComplete={options.autoComplete}
          onChange={() => forgive(name)}
        />
      )}
    </Field>
  )

  const password = (name: string, label: string, hint?: string) => (
    <Field label={label} error={errors[name]} hint={hint} required>
      {(control) => (
        <PasswordInput {...control} name={name} autoComplete="new-password" onChange={() => forgive(name)} />
      )}
    </Field>
  )

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
      <div className="grid items-start gap-5 min-[26rem]:grid-cols-2">
        {line('firstName', auth.firstName, { autoComplete: 'given-name' })}
        {line('lastName', auth.lastName, { autoComplete: 'family-name' })}
      </div>
      {line('companyName', auth.companyName, { autoComplete: 'organization', hint: auth.companyHint })}
      {line('email', auth.email, { autoComplete: 'username', type: 'email' })}
      {password('password', auth.password, auth.passwordHint)}
      {password('confirmPassword', auth.confirmPassword)}
      <Button type="submit" busy={busy} className="mt-1">
        {busy ? auth.workingUp : auth.signUp}
      </Button>
    </form>
  )
}
