/** A refusal as S3 words it. */
export class S3Fault extends Error {
  override name = 'S3Fault'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const accessDenied = (message = 'Access Denied'): S3Fault => new S3Fault('AccessDenied', 403, message)

export const notImplemented = (what: string): S3Fault =>
  new S3Fault('NotImplemented', 501, `${what} is not offered by the local S3.`)
