import type { GuestEntry } from '../../events/api.ts'
import { guest } from '../texts/guest.ts'
import { shared } from '../texts/shared.ts'
import { Button } from '../ui/button.tsx'
import { todayHere } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useChangeRequest } from './use-change-request.ts'
import { DatesFields, NameField } from './wish-fields.tsx'

interface EditRequestDialogProps {
  entry: GuestEntry
  open: boolean
  onClose: () => void
}

/** Changes the name and dates of a request, over the list it stands in. */
export function EditRequestDialog({ entry, open, onClose }: EditRequestDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={guest.edit.title}
      description={guest.edit.description(entry.property?.name ?? guest.card.unknownProperty)}
    >
      <EditRequestForm entry={entry} onClose={onClose} />
    </Dialog>
  )
}

function EditRequestForm({ entry, onClose }: Omit<EditRequestDialogProps, 'open'>) {
  const { form, parts, busy } = useChangeRequest(entry, () => {
    onClose()
    toast('success', guest.edit.done, { description: guest.edit.doneBody })
  })

  return (
    <form {...form} className="grid gap-5">
      <NameField {...parts} />
      <DatesFields {...parts} today={todayHere()} minNights={entry.property?.minNights} />
      <p className="text-sm text-ink-soft">{guest.edit.note}</p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="quiet" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? guest.edit.submitting : guest.edit.submit}
        </Button>
      </div>
    </form>
  )
}
