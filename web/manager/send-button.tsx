import { useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ListedEntry } from '../../events/api.ts'
import { ApiProblem, newRequestKey } from '../api.ts'
import { notifications } from '../texts/notifications.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys } from './manager-api.ts'
import { changeEntry } from './use-entries.ts'

/** As many ids as one call takes (see the route `sendNotifications`). */
const idsPerCall = 500

/** A request counts as notified once its first message was accepted, which a queue usually has done by then. */
const acceptanceMs = 4000

/** Tells everyone shown who still waits, now. */
export function SendButton({ entries }: { entries: ListedEntry[] }) {
  const client = useQueryClient()
  const { toasts } = notifications
  const waiting = entries.filter((entry) => !entry.isNotified)
  const requestKeys = useRequestKeys()

  const sending = useMutation({
    mutationFn: async (ids: string[]) => {
      let sent = 0
      for (let from = 0; from < ids.length; from += idsPerCall) {
        const batch = ids.slice(from, from + idsPerCall)
        const body = { key: requestKeys.keyOf(batch), waitlistEntryIds: batch }
        sent += (await callAsManager('sendNotifications', { body })).notificationsSent
        requestKeys.forget(batch)
      }
      return sent
    },
    onSuccess: (sent, ids) => {
      toast('success', toasts.sent, { description: toasts.sentBody(sent) })
      // Fewer than asked for: only the next look tells which.
      if (sent === ids.length)
        for (const id of ids) changeEntry(client, id, (entry) => ({ ...entry, isNotified: true }))
    },
    onError: (fault) => toast('error', fault instanceof ApiProblem ? fault.message : toasts.sendFailed),
    onSettled: () =>
      setTimeout(() => {
        void client.invalidateQueries({ queryKey: keys.entries })
        void client.invalidateQueries({ queryKey: keys.dashboard })
      }, acceptanceMs),
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
        {entries.length > 0 && notifications.sendNote(waiting.length)}
      </p>
    </div>
  )
}

/**
 * One key for the same guests until they were told, so that a retry after a failure tells nobody twice. Told once,
 * they may be told again: some go back to waiting.
 */
function useRequestKeys() {
  const known = useRef(new Map<string, string>())
  return {
    keyOf(ids: string[]): string {
      const key = known.current.get(ids.join()) ?? newRequestKey()
      known.current.set(ids.join(), key)
      return key
    },
    forget: (ids: string[]) => void known.current.delete(ids.join()),
  }
}
