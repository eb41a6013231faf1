import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { GuestEntry } from '../../events/api.ts'
import { ApiProblem, call } from '../api.ts'
import { shared } from '../texts/shared.ts'
import { todayHere } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { useInvalidFocus } from '../ui/use-invalid-focus.ts'
import type { WishPartProps } from './wish-fields.tsx'
import { draftOf, errorsOf, loadRules, readDraft } from './wish-form.ts'
import type { WishDraft, WishErrors } from './wish-form.ts'

interface ChangeRequest {
  /** Spread it on the `form` element: its button saves, and a refusal moves the focus to what is wrong. */
  form: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>
  /** Spread it on each part of the wish. */
  parts: WishPartProps
  busy: boolean
}

/**
 * A form that changes one request: the draft, its errors and the save. The same for the dialog and the single
 * request page, so that both keep the same rules.
 *
 * @param onSaved runs after the service took the change
 */
export function useChangeRequest(entry: GuestEntry, onSaved: () => void): ChangeRequest {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<WishDraft>(() => draftOf(entry))
  const [errors, setErrors] = useState<WishErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  const form = useInvalidFocus(refusals)

  // Ahead of the first press; should it fail, the press tries again and says so.
  useEffect(() => void loadRules().catch(() => undefined), [])

  const refuse = (wrong: WishErrors) => {
    setErrors(wrong)
    setRefusals((count) => count + 1)
  }

  const send = async () => {
    try {
      const { wish, errors: wrong } = await readDraft(draft, {
        today: todayHere(),
        minNights: entry.property?.minNights,
        keptCheckIn: entry.checkInDate,
      })
      if (!wish) return refuse(wrong)
      const saved = await call('updateEntry', { params: { entryId: entry.id }, body: wish })
      queryClient.setQueryData(['entry', entry.id], saved)
      await queryClient.invalidateQueries({ queryKey: ['requests'] })
      onSaved()
    } catch (fault) {
      if (!(fault instanceof ApiProblem)) throw fault
      refuse(errorsOf(fault))
      toast('error', shared.error, { description: fault.message })
    }
  }

  const save = async () => {
    if (busy) return
    setBusy(true)
    setErrors({})
    await send().finally(() => setBusy(false))
  }

  return {
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void save()
      },
    },
    parts: { draft, onChange: (part) => setDraft((before) => ({ ...before, ...part })), errors },
    busy,
  }
}
