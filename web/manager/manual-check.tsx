import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { notifications } from '../texts/notifications.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, wordsOf } from './manager-api.ts'

/** Reads all calendars while the manager watches. */
export function ManualCheck() {
  const client = useQueryClient()
  const { settings: words, toasts } = notifications
  const checking = useMutation({
    mutationFn: () => callAsManager('checkAvailability', {}),
    onSuccess: ({ notificationsSent }) =>
      toast('success', toasts.checked, { description: toasts.checkedBody(notificationsSent) }),
    onError: (fault) => toast('error', wordsOf(fault)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  })

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        look="quiet"
        busy={checking.isPending}
        aria-describedby="check-hint"
        onClick={() => checking.mutate()}
      >
        <RefreshCw aria-hidden className={checking.isPending ? 'animate-spin' : ''} />
        {checking.isPending ? words.checking : words.check}
      </Button>
      <p id="check-hint" className="max-w-96 text-xs text-ink-soft">
        {words.checkHint}
      </p>
    </div>
  )
}
