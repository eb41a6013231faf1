/** A reason for which the embedded stack cannot start, worded for the person at the keyboard. */
export class StartupError extends Error {
  override name = 'StartupError'
}
