import * as z from 'zod/mini'
import { PostConfirmation } from '../events/identity.ts'
import { log } from './lib/log.ts'
import { welcomeManager } from './manager/new-manager.ts'

/**
 * Makes the manager's row when an account's address is confirmed. The trigger also fires after a password reset,
 * which makes no manager. Cognito takes the event back as it came.
 */
export const handler = async (event: unknown, context: { awsRequestId: string }): Promise<unknown> => {
  log.begin(context.awsRequestId)
  const { triggerSource, request } = z.parse(PostConfirmation, event)
  if (triggerSource === 'PostConfirmation_ConfirmSignUp')
    await welcomeManager(request.userAttributes, new Date().toISOString())
  return event
}
