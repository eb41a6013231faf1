import { useEffect, useState } from 'react'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { properties } from '../texts/properties.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { FieldErrors } from '../ui/form-errors.ts'
import { Select, TextInput } from '../ui/text-input.tsx'
import type { PropertyFields } from './property-draft.ts'

/** As many as a property may have (see `Property.icalUrls`). */
const mostLinks = 8

interface CalendarSettingsProps {
  fields: PropertyFields
  errors: FieldErrors
  onChange: (changed: Partial<PropertyFields>) => void
}

/** What most properties leave alone: further calendar links, minimum nights, the time zone. */
export function CalendarSettings({ fields, errors, onChange }: CalendarSettingsProps) {
  const words = properties.form
  const further = fields.icalUrls.slice(1)
  const isWrong = Object.entries(errors).some(
    ([name, words]) =>
      words && (name === 'minNights' || name === 'timezone' || /^icalUrls\/[1-9]/.test(name)),
  )
  const [isOpen, setOpen] = useState(further.length > 0)

  useEffect(() => {
    // An error must be seen, also where it stands in a closed part.
    if (isWrong) setOpen(true)
  }, [isWrong])

  const changeLink = (index: number, url: string) =>
    onChange({ icalUrls: fields.icalUrls.map((old, i) => (i === index ? url : old)) })

  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-y border-rule"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        <span>
          <span className="block text-sm font-bold">{words.more}</span>
          <span className="block text-sm text-ink-soft">{words.moreHint}</span>
        </span>
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        {further.map((url, i) => {
          const index = i + 1
          return (
            <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
              <Field label={words.furtherLink(index + 1)} error={errors[`icalUrls/${index}`]}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="url"
                    name={`icalUrl${index + 1}`}
                    value={url}
                    onChange={(event) => changeLink(index, event.target.value)}
                  />
                )}
              </Field>
              <button
                type="button"
                aria-label={words.removeLink(index + 1)}
                onClick={() => onChange({ icalUrls: fields.icalUrls.filter((_, other) => other !== index) })}
                className="grid size-12 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </div>
          )
        })}
        {fields.icalUrls.length < mostLinks && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="quiet" onClick={() => onChange({ icalUrls: [...fields.icalUrls, ''] })}>
              <Plus aria-hidden />
              {words.addLink}
            </Button>
            <p className="flex-1 basis-60 text-sm text-ink-soft">{words.furtherHint}</p>
          </div>
        )}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <Field label={words.minNights} hint={words.minNightsHint} error={errors['minNights']}>
            {(control) => (
              <TextInput
                {...control}
                name="minNights"
                inputMode="numeric"
                value={fields.minNights}
                onChange={(event) => onChange({ minNights: event.target.value })}
                className="tabular-nums"
              />
            )}
          </Field>
          <Field label={words.timezone} error={errors['timezone']}>
            {(control) => (
              <Select
                {...control}
                name="timezone"
                value={fields.timezone}
                onChange={(event) => onChange({ timezone: event.target.value })}
              >
                {timezones(fields.timezone).map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
    </details>
  )
}

/** Every zone that this browser knows, and the chosen one even where it does not. */
function timezones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()
}
