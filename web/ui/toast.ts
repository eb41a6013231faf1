/** What a toast may carry beside its title. */
interface ToastOptions {
  description?: string
  /** A way onward, like subscribing after a refusal. */
  action?: { label: string; onClick: () => void }
}

type Kind = 'success' | 'error' | 'info'

/**
 * Says something in passing, to eyes and to screen readers. The toaster is fetched with the first toast: most
 * visits of a guest never need one.
 */
export function toast(kind: Kind, title: string, options: ToastOptions = {}): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, title, options))
}
