import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ManagerProfile } from '../../events/api.ts'
import { CompanySlug, ManagerChange, toSlug } from '../../domain/manager.ts'
import { ApiProblem } from '../api.ts'
import { profile as words } from '../texts/profile.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { errorsOf, errorsOfProblem, useFormErrors } from '../ui/form-errors.ts'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'

interface Fields {
  firstName: string
  lastName: string
  companyName: string
  companySlug: string
}

/** Names and address of the company: shown, and changed after a press on Edit. */
export function ProfileDetails({ profile }: { profile: ManagerProfile }) {
  const [isEditing, setEditing] = useState(false)

  return (
    <section aria-labelledby="details">
      <div className="flex items-center justify-between gap-4 border-b border-rule pb-2">
        <h2 id="details" className="font-display text-xl font-title">
          {words.details}
        </h2>
        {!isEditing && (
          <Button look="quiet" onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )}
      </div>
      {isEditing ? (
        <DetailsForm profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <dl className="grid sm:grid-cols-[12rem_minmax(0,1fr)]">
          {[
            [words.firstName, profile.firstName],
            [words.lastName, profile.lastName],
            [words.email, profile.email],
            [words.companyName, profile.companyName],
            [words.companySlug, profile.companySlug],
          ].map(([label, value]) => (
            <div
              key={label}
              className="col-span-full grid grid-cols-subgrid border-b border-rule py-3 max-sm:grid-cols-1"
            >
              <dt className="text-sm text-ink-soft sm:pt-0.5">{label}</dt>
              <dd className={value ? 'break-words' : 'text-ink-soft'}>{value || words.notSet}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function DetailsForm({ profile, onDone }: { profile: ManagerProfile; onDone: () => void }) {
  const client = useQueryClient()
  const { errors, form, refuse, forgive } = useFormErrors()
  const [fields, setFields] = useState<Fields>({
    firstName: profile.firstName,
    lastName: profile.lastName,
    companyName: profile.companyName ?? '',
    companySlug: profile.companySlug ?? '',
  })
  const slug = useSlugCheck(fields.companySlug, profile.companySlug)

  const saving = useMutation({
    mutationFn: (body: ManagerChange) => callAsManager('updateProfile', { body }),
    onSuccess: (saved) => {
      client.setQueryData(keys.profile, saved)
      toast('success', words.updated, { description: words.updatedBody })
      onDone()
    },
    onError: (fault) => {
      if (fault instanceof ApiProblem && (fault.code === 'slug_taken' || fault.code === 'slug_reserved'))
        refuse({ companySlug: fault.message })
      else if (fault instanceof ApiProblem && fault.errors.length > 0) refuse(errorsOfProblem(fault))
      else
        toast('error', shared.error, {
          description: fault instanceof ApiProblem ? fault.message : words.updateFailed,
        })
    },
  })

  const send = () => {
    const verdict = ManagerChange.safeParse({
      firstName: fields.firstName,
      lastName: fields.lastName,
      companyName: fields.companyName.trim() || null,
      companySlug: fields.companySlug || null,
    })
    if (!verdict.success) refuse(errorsOf(verdict))
    else if (slug === 'taken') refuse({ companySlug: words.slugTaken })
    else saving.mutate(verdict.data)
  }

  const line = (name: keyof Fields, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      error={errors[name]}
      required={name === 'firstName' || name === 'lastName'}
      optional={name === 'companyName' || name === 'companySlug'}
    >
      {(control) => (
        <TextInput
          {...control}
          name={name}
          value={fields[name]}
          onChange={(event) => {
            const { value } = event.target
            setFields({ ...fields, [name]: name === 'companySlug' ? toSlug(value) : value })
            forgive(name)
          }}
        />
      )}
    </Field>
  )

  return (
    <form
      ref={form}
      noValidate
      className="mt-6 grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) send()
      }}
    >
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {line('firstName', words.firstName)}
        {line('lastName', words.lastName)}
      </div>
      <Field label={words.email} hint={words.emailHint}>
        {(control) => <TextInput {...control} type="email" value={profile.email} readOnly />}
      </Field>
      {line('companyName', words.companyName)}
      <div className="grid gap-1">
        {line('companySlug', words.companySlug, words.slugHint)}
        <p role="status" className={`text-sm ${slug === 'taken' ? 'text-danger' : 'text-ink-soft'}`}>
          {slug === 'free' && words.slugFree}
          {slug === 'taken' && !errors['companySlug'] && words.slugTaken}
        </p>
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="quiet" onClick={onDone}>
          {shared.cancel}
        </Button>
        <Button type="submit" busy={saving.isPending}>
          {saving.isPending ? words.saving : words.save}
        </Button>
      </div>
    </form>
  )
}

/** Whether a slug other than one's own can still be had; `unknown` while it is not asked or not answered. */
function useSlugCheck(slug: string, own: string | null): 'free' | 'taken' | 'unknown' {
  const isWorthAsking = slug !== own && CompanySlug.safeParse(slug).success
  const { data } = useQuery({
    queryKey: [...keys.profile, 'slug', slug],
    queryFn: async ({ signal }) => {
      // One question once typing pauses, not one a letter.
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (signal.aborted) return undefined
      return callAsManager('checkSlug', { params: { slug } })
    },
    enabled: isWorthAsking,
    retry: false,
  })
  if (!isWorthAsking || !data) return 'unknown'
  return data.available ? 'free' : 'taken'
}
