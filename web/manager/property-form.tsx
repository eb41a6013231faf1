import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { PropertyDraft } from '../../domain/property.ts'
import { ApiProblem } from '../api.ts'
import { properties } from '../texts/properties.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { errorsOfProblem, useFormErrors } from '../ui/form-errors.ts'
import { TextField } from '../ui/text-field.tsx'
import { TextArea } from '../ui/text-input.tsx'
import { CalendarSettings } from './calendar-settings.tsx'
import { readFields } from './property-draft.ts'
import type { PropertyFields } from './property-draft.ts'

interface PropertyFormProps {
  title: string
  /** A line under the title, like that a draft was restored. */
  note?: string | undefined
  initial: PropertyFields
  submit: string
  save: (draft: PropertyDraft) => Promise<unknown>
  /** Told every change, to keep a draft. */
  onEdit?: (fields: PropertyFields) => void
  onCancel: () => void
  /** A refusal that names no field. */
  onRefused: (problem: unknown) => void
}

/** The form that adds a property and the one that changes it. What is typed stays after a failure. */
export function PropertyForm({ initial, onEdit, onRefused, ...props }: PropertyFormProps) {
  const words = properties.form
  const [fields, setFields] = useState(initial)
  const { errors, form, refuse, forgive } = useFormErrors()
  const heading = useRef<HTMLHeadingElement>(null)
  const saving = useMutation({
    mutationFn: props.save,
    onError: (fault) => {
      const isNamed = fault instanceof ApiProblem && fault.errors.length > 0 && refuse(errorsOfProblem(fault))
      if (!isNamed) onRefused(fault)
    },
  })

  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [form])

  const change = (changed: Partial<PropertyFields>) => {
    const next = { ...fields, ...changed }
    setFields(next)
    onEdit?.(next)
    for (const name of Object.keys(changed)) forgive(name)
    if (changed.icalUrls) for (const index of changed.icalUrls.keys()) forgive(`icalUrls/${index}`)
  }

  const send = () => {
    const { draft, errors: found } = readFields(fields)
    if (found) refuse(found)
    else saving.mutate(draft)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="property-form"
      className="grid gap-6 rounded-lg border border-rule bg-surface p-5 sm:p-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) send()
      }}
    >
      <div className="scroll-mt-4">
        <h2 ref={heading} id="property-form" className="scroll-mt-6 font-display text-xl font-title">
          {props.title}
        </h2>
        {props.note && (
          <p role="status" className="mt-1 text-sm text-ink-soft">
            {props.note}
          </p>
        )}
      </div>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <TextField
          label={words.name}
          error={errors['name']}
          required
          name="name"
          value={fields.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={words.icalUrl}
          hint={words.icalHint}
          error={errors['icalUrls/0'] ?? errors['icalUrls']}
          required
          type="url"
          name="icalUrl"
          value={fields.icalUrls[0] ?? ''}
          onChange={(icalUrl) => change({ icalUrls: [icalUrl, ...fields.icalUrls.slice(1)] })}
        />
        <TextField
          label={words.bookingUrl}
          hint={words.bookingHint}
          error={errors['bookingUrl']}
          optional
          type="url"
          name="bookingUrl"
          value={fields.bookingUrl}
          onChange={(bookingUrl) => change({ bookingUrl })}
        />
        <TextField
          label={words.imageUrl}
          error={errors['imageUrl']}
          optional
          type="url"
          name="imageUrl"
          value={fields.imageUrl}
          onChange={(imageUrl) => change({ imageUrl })}
        />
        <div className="md:col-span-2">
          <Field label={words.description} error={errors['description']} optional>
            {(control) => (
              <TextArea
                {...control}
                name="description"
                rows={2}
                value={fields.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
      <CalendarSettings fields={fields} errors={errors} onChange={change} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="quiet" onClick={props.onCancel}>
          {shared.cancel}
        </Button>
        <Button type="submit" busy={saving.isPending}>
          {saving.isPending ? words.saving : props.submit}
        </Button>
      </div>
    </form>
  )
}
