/** A failure inside an execution, with the name that retriers and catchers match. */
export class StateFault extends Error {
  override name = 'StateFault'
  readonly error: string
  constructor(error: string, cause: string) {
    super(cause)
    this.error = error
  }
}

/** Whether a retrier or catcher with these names takes the error; `States.TaskFailed` is any failed task. */
export function catches(names: string[], error: string): boolean {
  return names.some(
    (name) =>
      name === error ||
      (name === 'States.ALL' && error !== 'States.Runtime') ||
      (name === 'States.TaskFailed' && error !== 'States.Timeout' && error !== 'States.Runtime'),
  )
}
