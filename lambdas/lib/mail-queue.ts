/** What is to be sent goes through the mail queue, so that no caller waits for a provider. */
import type { AlertJob, CodeJob, MailJob, ManagerJob } from '../../events/mail.ts'
import { MailQueueEnv, readEnv } from './env.ts'
import { sendMessages } from './queue.ts'

/** Queues alerts whose claims exist (`claimAlert`): ten a call, so any number is fine. Delay: at most 900 s. */
export function enqueueAlerts(alerts: readonly Omit<AlertJob, 'kind'>[], delaySeconds = 0): Promise<void> {
  return enqueueMail(
    alerts.map((alert) => ({ kind: 'alert', ...alert })),
    delaySeconds,
  )
}

/** Queues the mail with a one-time code. The code itself travels in the message, and nowhere into a log. */
export function enqueueCode(code: Omit<CodeJob, 'kind'>): Promise<void> {
  return enqueueMail([{ kind: 'code', ...code }])
}

/** Queues a mail to a manager; the occasion's id makes it one mail, whatever is retried. */
export function enqueueManagerMail(mail: Omit<ManagerJob, 'kind'>): Promise<void> {
  return enqueueMail([{ kind: 'manager', ...mail }])
}

/** Queues any mail, to be looked at after `delaySeconds` (at most 900). */
export function enqueueMail(jobs: readonly MailJob[], delaySeconds = 0): Promise<void> {
  return sendMessages(
    readEnv(MailQueueEnv).MAIL_QUEUE_URL,
    jobs.map((body) => ({ body, delaySeconds })),
  )
}
