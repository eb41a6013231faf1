import type { ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { shared } from '../texts/shared.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A dialog over the page, about 500 px wide. Traps the focus and gives it back; Esc closes. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-[rgb(20_18_14/0.5)] transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Base.Popup className="relative w-full max-w-dialog rounded-t-lg bg-surface p-6 shadow-lift transition duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:rounded-lg sm:p-8">
            <Base.Title className="pr-10 font-display text-xl font-title">{title}</Base.Title>
            {description && (
              <Base.Description className="mt-2 text-sm text-ink-soft">{description}</Base.Description>
            )}
            <div className="mt-6">{children}</div>
            <Base.Close
              aria-label={shared.close}
              className="absolute top-4 right-4 grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
