import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { shared } from '../texts/shared.ts'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  body: string
  /** The button that does it, and its words while it is being done. */
  confirm: string
  confirming: string
  busy: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone. A press beside the dialog does not answer for the reader. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Base.Root open={props.open} onOpenChange={(next) => !next && !props.busy && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-[rgb(20_18_14/0.5)] transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Base.Popup className="w-full max-w-dialog rounded-t-lg bg-surface p-6 shadow-lift transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:rounded-lg sm:p-8">
            <Base.Title className="font-display text-xl font-title">{props.title}</Base.Title>
            <Base.Description className="mt-3 text-ink-soft">{props.body}</Base.Description>
            <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Base.Close render={<Button look="quiet" />}>{shared.cancel}</Base.Close>
              <Button look="danger" busy={props.busy} onClick={props.onConfirm}>
                {props.busy ? props.confirming : props.confirm}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
