import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { comeBackPath } from '../auth/come-back.ts'
import { ForgotPasswordForm } from '../auth/forgot-password-form.tsx'
import { NewPasswordForm } from '../auth/new-password-form.tsx'
import { useSession } from '../auth/session.ts'
import { SignInForm } from '../auth/sign-in-form.tsx'
import { SignUpForm } from '../auth/sign-up-form.tsx'
import { useConfirmationLink } from '../auth/use-confirmation-link.ts'
import type { LinkState } from '../auth/use-confirmation-link.ts'
import { auth } from '../texts/auth.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ManagerFrame } from './manager-frame.tsx'

/**
 * `/auth`: sign in, sign up, reset a password. What is open stands in the address: `?tab=sign-up`, `?forgot`,
 * `?reset=CODE&email=…` and `?confirm=CODE&email=…` from the messages, `next` for the page to return to.
 */
export function AuthPage() {
  const { account } = useSession()
  const [search] = useSearchParams()
  const link = useConfirmationLink(search.get('email'), search.get('confirm'))

  if (account && link !== 'confirming') return <Navigate to={comeBackPath(search.get('next'))} replace />
  return (
    <ManagerFrame account={null} hideSignIn>
      <div className="mx-auto max-w-104">
        <AuthForms link={link} />
      </div>
    </ManagerFrame>
  )
}

function AuthForms({ link }: { link: LinkState }) {
  const [search, setSearch] = useSearchParams()
  const carried = useLocation().state as { email?: string } | null
  const next = search.get('next')
  const email = search.get('email') ?? carried?.email ?? ''

  const open = (screen: Record<string, string>, carry?: { email: string }) =>
    setSearch({ ...screen, ...(next && { next }) }, { preventScrollReset: true, state: carry })

  if (search.has('reset') && email)
    return (
      <NewPasswordForm
        email={email}
        code={search.get('reset') ?? ''}
        onBack={() => open({})}
        onSaved={() => open({ email })}
      />
    )
  if (search.has('forgot') || search.has('reset'))
    return (
      <ForgotPasswordForm
        email={email}
        onBack={() => open({})}
        onSent={(to) => open({ reset: '', email: to })}
      />
    )

  return (
    <>
      <PageTitle>{auth.title}</PageTitle>
      <Notice link={link} asked={next !== null} />
      <div className="mt-6">
        <Tabs
          label={auth.tabs}
          value={search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'}
          onChange={(tab) => open(tab === 'sign-up' ? { tab } : {})}
          tabs={[
            {
              name: 'sign-in',
              label: auth.signIn,
              panel: (
                <SignInForm
                  key={email}
                  email={email}
                  next={next}
                  onForgot={(typed) => open({ forgot: '' }, { email: typed })}
                />
              ),
            },
            { name: 'sign-up', label: auth.signUp, panel: <SignUpForm /> },
          ]}
        />
      </div>
    </>
  )
}

/** Why the reader is here: a link that confirmed, or did not, or a page that wants a sign-in first. */
function Notice({ link, asked }: { link: LinkState; asked: boolean }) {
  const words = {
    none: asked ? { body: auth.signInFirst } : null,
    confirming: { body: auth.confirm.working },
    confirmed: { title: auth.confirm.done, body: auth.confirm.doneBody },
    failed: { title: auth.confirm.failed, body: auth.confirm.failedBody },
  }[link]
  if (!words) return null
  return (
    <div
      role={link === 'failed' ? 'alert' : 'status'}
      className={`mt-5 rounded-md p-4 text-sm ${link === 'failed' ? 'bg-caution-wash text-caution' : 'bg-action-wash text-ink'}`}
    >
      {'title' in words && <p className="font-bold">{words.title}</p>}
      <p>{words.body}</p>
    </div>
  )
}
