import { UnexpectedStep } from '../auth.ts'
import { auth } from '../texts/auth.ts'
import { shared } from '../texts/shared.ts'
import { toast } from '../ui/toast.ts'

/** Shows what the user pool answered, in its own words; where it did not answer, in ours. */
export function showAuthError(fault: unknown): void {
  toast('error', shared.error, { description: wordsOf(fault) })
}

function wordsOf(fault: unknown): string {
  if (fault instanceof UnexpectedStep) return auth.unexpectedStep
  if (!(fault instanceof Error) || fault.name === 'NetworkError') return shared.networkDown
  return fault.message
}
