import { useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ListedEntry } from '../../events/api.ts'
import { ApiProblem, newRequestKey } from '../api.ts'
import { notifications } from '../texts/notifications.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'

/** As many ids as one call takes (see the route `sendNotifications`). */
const idsPerCall = 500

/** Tells everyone shown who still waits, now. */
export function SendButton({ entries }: { entries: ListedEntry[] }) {
  const client = useQueryClient()
  const { toasts } = notifications
  const waiting = entries.filter((entry) => !entry.isNotified)
  const keyOf = useRequestKeys()

  const sending = useMutation({
    mutationFn: async (ids: string[]) => {
      let sent = 0
      for (let from = 0; from < ids.length; from += idsPerCall) {
        const batch = ids.slice(from, from + idsPerCall)
        const body = { key: keyOf(batch), waitlistEntryIds: batch }
        sent += (await callAsManager('sendNotifications', { body })).notificationsSent
      }
      return sent
    },
    onSuccess: (sent) => toast('success', toasts.sent, { description: toasts.sentBody(sent) }),
    onError: (fault) => toast('error', fault instanceof ApiProblem ? fault.message : toasts.sendFailed),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.entries }),
        client.invalidateQueries({ queryKey: keys.dashboard }),
      ]),
  })

  const send = () => {
    if (waiting.length > 0) sending.mutate(waiting.map((entry) => entry.id))
    else toast('info', toasts.noneToNotify, { description: toasts.noneToNotifyBody })
  }

  return (
    <div className="grid gap-1.5 sm:justify-items-end sm:text-right">
      <Button
        busy={sending.isPending}
        disabled={waiting.length === 0}
        aria-describedby="send-note"
        className="justify-self-start sm:justify-self-end"
        onClick={send}
      >
        <Send aria-hidden />
        {sending.isPending ? notifications.sending : notifications.send}
      </Button>
      <p id="send-note" className="max-w-80 text-xs text-ink-soft">
        {notifications.sendNote(waiting.length)}
      </p>
    </div>
  )
}

/** One key for the same guests however often it is tried, so that a retry after a failure tells nobody twice. */
function useRequestKeys(): (ids: string[]) => string {
  const known = useRef(new Map<string, string>())
  return (ids) => {
    const batch = ids.join()
    const key = known.current.get(batch) ?? newRequestKey()
    known.current.set(batch, key)
    return key
  }
}
