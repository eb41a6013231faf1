import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Joined } from '../../events/api.ts'
import type { PublicProperty } from '../../domain/property.ts'
import type { Wish } from '../../domain/waitlist.ts'
import { ApiProblem, call, newRequestKey } from '../api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { toast } from '../ui/toast.ts'
import { rememberEntry, rememberVisit } from './session.ts'
import type { WishPartProps } from './wish-fields.tsx'
import { emptyDraft, errorsOf, loadRules, readDraft } from './wish-form.ts'
import type { WishDraft, WishErrors } from './wish-form.ts'

export interface Refusal {
  words: string
  /** Names the request in our logs where the fault is ours. */
  requestId?: string | undefined
}

/** What the service answered, with the wish as it was sent. */
export type Accepted = Joined & { wish: Wish }

/** A form that joins a waitlist: what is typed, what is wrong with it, and the sending. */
export interface Join {
  /** Spread it on each part of the wish; a change takes back the words under what it changes. */
  parts: WishPartProps
  /** Why the form was not taken, in one sentence; what was typed stays. */
  refusal: Refusal | undefined
  busy: boolean
  /** Refused attempts so far, for moving the focus. */
  refusals: number
  /** Sends the form; resolves to nothing when it was refused, or is on its way already. */
  submit: (draft: WishDraft, property: PublicProperty, today: string) => Promise<Accepted | undefined>
}

/**
 * Joining a waitlist once, however often the button is pressed: one key goes with one content, so that a repeated
 * or retried request has one effect, and a corrected one counts as new.
 */
export function useJoin(): Join {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(emptyDraft)
  const [errors, setErrors] = useState<WishErrors>({})
  const [refusal, setRefusal] = useState<Refusal>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const inFlight = useRef(false)
  const sent = useRef({ content: '', key: '' })

  // Ahead of the first press; should it fail, the press tries again and says so.
  useEffect(() => void loadRules().catch(() => undefined), [])

  const refuse = (wrong: WishErrors, why: Refusal) => {
    setErrors(wrong)
    setRefusal(why)
    setRefusals((count) => count + 1)
  }

  const attempt: Join['submit'] = async (draft, property, today) => {
    try {
      const { wish, errors: wrong } = await readDraft(draft, { today, minNights: property.minNights })
      if (!wish) {
        refuse(wrong, { words: missingIn(draft) })
        return
      }
      const content = JSON.stringify({ propertyId: property.id, wish })
      if (sent.current.content !== content) sent.current = { content, key: newRequestKey() }
      const joined = await call('joinWaitlist', {
        body: { key: sent.current.key, propertyId: property.id, wish },
      })
      if (joined.entry) rememberEntry(joined.entry.id)
      rememberVisit({
        email: wish.guestEmail,
        guestName: wish.guestName,
        managerId: property.managerId,
        propertyId: property.id,
        propertyName: property.name,
      })
      void queryClient.invalidateQueries({ queryKey: ['requests'] })
      return { ...joined, wish }
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      const isOurs = reason.status >= 500
      refuse(errorsOf(reason), { words: reason.message, requestId: isOurs ? reason.requestId : undefined })
      // The reason itself stands beside the button, where it stays.
      toast('error', shared.error, { description: guest.dates.failed })
      return undefined
    }
  }

  const submit: Join['submit'] = async (...given) => {
    if (inFlight.current) return undefined
    inFlight.current = true
    setBusy(true)
    setErrors({})
    setRefusal(undefined)
    try {
      return await attempt(...given)
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  const change = (part: Partial<WishDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    const touched = Object.keys(part).flatMap((name) => fieldsOf[name as keyof WishDraft])
    if (touched.some((field) => errors[field]))
      setErrors(
        Object.fromEntries(
          Object.entries(errors).filter(([field]) => !touched.includes(field as keyof WishErrors)),
        ),
      )
  }

  return { parts: { draft, onChange: change, errors }, refusal, busy, refusals, submit }
}

/** What is missing in a form as a whole, or that a field needs another look. */
function missingIn(draft: WishDraft): string {
  if (!draft.name.trim() || !draft.email.trim()) return guest.dates.missingFields
  if (!draft.anyDates && !(draft.stay.checkIn && draft.stay.checkOut)) return guest.dates.missingDates
  return guest.dates.checkFields
}

/** The fields of the wish whose words a change of the form makes stale. */
const fieldsOf: Record<keyof WishDraft, (keyof WishErrors)[]> = {
  name: ['guestName'],
  email: ['guestEmail'],
  phone: ['guestPhone'],
  preference: ['guestPhone'],
  anyDates: ['checkInDate', 'checkOutDate'],
  stay: ['checkInDate', 'checkOutDate'],
}
