import type { ListedProperty } from '../../events/api.ts'
import { PropertyDraft } from '../../domain/property.ts'
import { properties } from '../texts/properties.ts'
import { errorsOf } from '../ui/form-errors.ts'
import type { FieldErrors } from '../ui/form-errors.ts'

/** A property as its form holds it: everything typed, nothing decided yet. */
export interface PropertyFields {
  name: string
  description: string
  imageUrl: string
  bookingUrl: string
  /** The first is the required one; the others stand under "More calendar settings". */
  icalUrls: string[]
  minNights: string
  timezone: string
}

/** An empty form, in the time zone of this browser. */
export function emptyFields(): PropertyFields {
  return {
    name: '',
    description: '',
    imageUrl: '',
    bookingUrl: '',
    icalUrls: [''],
    minNights: '1',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** A form that changes a property. */
export function fieldsOf(property: ListedProperty): PropertyFields {
  return {
    name: property.name,
    description: property.description ?? '',
    imageUrl: property.imageUrl ?? '',
    bookingUrl: property.bookingUrl ?? '',
    icalUrls: property.icalUrls,
    minNights: String(property.minNights),
    timezone: property.timezone,
  }
}

/** Reads a form by the rules that the server applies too. Further calendar links left empty are dropped. */
export function readFields(
  fields: PropertyFields,
): { draft: PropertyDraft; errors?: undefined } | { draft?: undefined; errors: FieldErrors } {
  const verdict = PropertyDraft.safeParse({
    name: fields.name,
    description: fields.description.trim() || null,
    imageUrl: fields.imageUrl.trim() || null,
    bookingUrl: fields.bookingUrl.trim() || null,
    icalUrls: fields.icalUrls.filter((url, index) => index === 0 || url.trim()),
    minNights: /^\d+$/.test(fields.minNights.trim()) ? Number(fields.minNights) : Number.NaN,
    timezone: fields.timezone,
  })
  if (verdict.success) return { draft: verdict.data }
  const errors = errorsOf(verdict)
  return {
    errors: { ...errors, ...(errors['minNights'] && { minNights: properties.form.minNightsInvalid }) },
  }
}

const draftKey = 'property_form_draft'

/** What was typed into the add form and not saved yet; null where nothing was. */
export function restoreDraft(): PropertyFields | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(draftKey) ?? 'null')
    return stored && typeof stored === 'object' ? { ...emptyFields(), ...stored } : null
  } catch {
    // A draft is a convenience: one that cannot be read is one that is not there.
    return null
  }
}

/** Keeps what is typed, on this device. An untouched form is nothing to keep. */
export function keepDraft(fields: PropertyFields): void {
  if (JSON.stringify(fields) === JSON.stringify(emptyFields())) clearDraft()
  else localStorage.setItem(draftKey, JSON.stringify(fields))
}

/** Forgets it: after a save, a cancel, and when editing begins. */
export function clearDraft(): void {
  localStorage.removeItem(draftKey)
}
