import { Suspense, lazy, useState } from 'react'
import type { GuestEntry } from '../../events/api.ts'

// Most visits only look; the dialogs and what they stand on come with the first press.
const EditRequestDialog = lazy(() =>
  import('./edit-request-dialog.tsx').then((module) => ({ default: module.EditRequestDialog })),
)
const DeleteRequestDialog = lazy(() =>
  import('./delete-request-dialog.tsx').then((module) => ({ default: module.DeleteRequestDialog })),
)

type Kind = 'edit' | 'delete'

interface RequestDialogsProps {
  entry: GuestEntry
  /** Which one is open. */
  open: Kind | undefined
  onClose: () => void
  /** Called after a deletion instead of the usual toast. */
  onDeleted?: () => void
}

/** The dialogs of one request, each fetched when it first opens and kept from then on for its closing motion. */
export function RequestDialogs({ entry, open, onClose, onDeleted }: RequestDialogsProps) {
  const [fetched, setFetched] = useState<Kind[]>([])
  if (open && !fetched.includes(open)) setFetched([...fetched, open])

  return (
    <Suspense>
      {fetched.includes('edit') && (
        <EditRequestDialog entry={entry} open={open === 'edit'} onClose={onClose} />
      )}
      {fetched.includes('delete') && (
        <DeleteRequestDialog
          entry={entry}
          open={open === 'delete'}
          onClose={onClose}
          {...(onDeleted && { onDeleted })}
        />
      )}
    </Suspense>
  )
}
