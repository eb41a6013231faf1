import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { Toaster, toast as sonner } from 'sonner'

/** Long enough to read two short sentences; a hover or focus holds it. */
const shownMs = 6000
/** A way onward must be reachable by keyboard and by slow hands before it goes. */
const offeredMs = 20_000

let mounted = false

/** Shows a toast. Called through `toast()`, which fetches this module when the first one is due. */
export function showToast(
  kind: 'success' | 'error' | 'info',
  title: string,
  options: { description?: string; action?: { label: string; onClick: () => void } },
): void {
  if (!mounted) {
    const place = document.body.appendChild(document.createElement('div'))
    flushSync(() =>
      createRoot(place).render(
        <Toaster
          // Above: on a phone the bottom belongs to dialogs and their buttons.
          position="top-center"
          duration={shownMs}
          theme="system"
          className="print:hidden"
          toastOptions={{
            classNames: {
              toast: '!rounded-md !border-rule !bg-surface !font-sans !text-ink !shadow-lift',
              title: '!text-sm !font-bold',
              description: '!text-sm !text-ink-soft',
              error: '!border-danger',
              actionButton: '!min-h-11 !px-4 !text-sm !bg-action !text-action-ink',
            },
          }}
        />,
      ),
    )
    mounted = true
  }
  sonner[kind](title, options.action ? { ...options, duration: offeredMs } : options)
}
