import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { confirmSignUp, resendConfirmation, signIn } from '../auth.ts'
import { paths, signInPath } from '../paths.ts'
import { auth } from '../texts/auth.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toast.ts'
import { CodeField } from './code-field.tsx'
import { showAuthError } from './auth-errors.ts'
import { forgetSignUp } from './pending-sign-up.ts'
import type { PendingSignUp } from './pending-sign-up.ts'
import { rereadSession } from './session.ts'

/** Long enough not to burden the user pool, short enough that the dashboard seems to open by itself. */
const askEveryMs = 5000

/** What a new manager sees until the address is confirmed: the message to look for, its code, another copy of it. */
export function CheckEmail({ pending }: { pending: PendingSignUp }) {
  const { email, password } = pending
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'confirm' | 'resend' | null>(null)
  const [error, setError] = useState<string>()

  const enter = async () => {
    if (!password) {
      forgetSignUp()
      await navigate(signInPath(paths.dashboard), { state: { email } })
      return
    }
    if ((await signIn(email, password)) !== 'signed-in') return
    await rereadSession(client)
    forgetSignUp()
  }

  useEffect(() => {
    if (!password) return
    // The link may be followed on another device: only trying to sign in tells.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') enter().catch(() => undefined)
    }, askEveryMs)
    return () => clearInterval(timer)
  })

  const confirm = async (code: string) => {
    if (!code) return setError(auth.required.code)
    setBusy('confirm')
    try {
      await confirmSignUp(email, code)
      await enter()
    } catch (fault) {
      showAuthError(fault)
    } finally {
      setBusy(null)
    }
  }

  const resend = async () => {
    setBusy('resend')
    try {
      await resendConfirmation(email)
      toast('success', auth.pending.resent, { description: auth.pending.resentBody })
    } catch (fault) {
      showAuthError(fault)
    } finally {
      setBusy(null)
    }
  }

  return (
    <div className="max-w-guest">
      <PageTitle>{auth.pending.title}</PageTitle>
      <p className="mt-4 text-lg text-ink-soft">
        {password ? auth.pending.body(email) : auth.pending.bodyWithoutPassword(email)}
      </p>
      <form
        noValidate
        className="mt-10 grid max-w-88 gap-5 border-t border-rule pt-8"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm(String(new FormData(event.currentTarget).get('code')).trim())
        }}
      >
        <CodeField
          label={auth.pending.code}
          hint={auth.pending.codeHint}
          error={error}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" busy={busy === 'confirm'}>
          {busy === 'confirm' ? auth.pending.confirming : auth.pending.confirm}
        </Button>
      </form>
      <div className="mt-8 -ml-3 flex flex-wrap gap-x-2">
        <Button look="plain" busy={busy === 'resend'} onClick={() => void resend()}>
          {busy === 'resend' ? auth.pending.resending : auth.pending.resend}
        </Button>
        <Button
          look="plain"
          onClick={() => {
            forgetSignUp()
            void navigate(`${paths.auth}?tab=sign-up`)
          }}
        >
          {auth.pending.otherAddress}
        </Button>
      </div>
    </div>
  )
}
