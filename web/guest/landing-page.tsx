import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isWaitlistHost } from '../config.ts'
import { paths } from '../paths.ts'
import { useConfig } from '../public/use-config.ts'
import { guest } from '../texts/guest.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useCompany } from './use-company.ts'
import { readVisit, rememberVisit } from './session.ts'

/** The way in for a guest who was sent to a company: an email address first, then its properties. */
export function LandingPage() {
  const { company, address } = useCompany()
  const [email, setEmail] = useState(() => readVisit().email)
  const config = useConfig()
  const navigate = useNavigate()
  const onWaitlistHost = config ? isWaitlistHost(config) : false

  const proceed = (event: FormEvent) => {
    event.preventDefault()
    if (!email.trim()) return
    rememberVisit({ email: email.trim(), managerId: company.id })
    void navigate(onWaitlistHost ? paths.companyProperties(address) : paths.propertiesFromLanding(address))
  }

  return (
    <>
      <PageTitle place={company.companyName ?? undefined}>{guest.landing.title}</PageTitle>
      <p className="mt-3 text-ink-soft">{guest.landing.body}</p>
      <form onSubmit={proceed} className="mt-8 grid gap-6">
        <Field label={guest.landing.email} required>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              name="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!email.trim()}>
            {guest.landing.continue}
          </Button>
          {onWaitlistHost && (
            <ButtonLink to={paths.home} look="plain">
              {guest.company.backToDirectory}
            </ButtonLink>
          )}
        </div>
      </form>
    </>
  )
}
