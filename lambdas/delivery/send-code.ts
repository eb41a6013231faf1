/** Mails the six digits that prove an address (decision D5). */
import { escapeHtml, heroBlock, layOutMail } from '../../domain/mail-layout.ts'
import type { RenderedMail } from '../../domain/message.ts'
import type { CodeJob } from '../../events/mail.ts'
import { sendMail } from '../lib/mail.ts'
import { hasEntries } from '../table/entry.ts'
import { addressHash, codeMailKey, keyToTag } from '../table/keys.ts'
import { suppressionOf } from '../table/suppression.ts'
import { sendOnce } from './send-once.ts'

/** Two days: longer than any retry, and the code is void after ten minutes anyway. */
const keptSeconds = 2 * 86_400

/**
 * Sends the code once. An address without any request gets none: the API asks for every address alike, so that
 * its answer tells nobody which ones are known. Neither does one that bounces; who unsubscribed still gets codes.
 */
export async function sendCode(job: CodeJob): Promise<void> {
  if (!(await hasEntries(addressHash(job.email)))) return
  const issue = await suppressionOf(job.email)
  if (issue === 'bounced' || issue === 'complained') return
  const key = codeMailKey(job.requestId)
  const ttl = Math.floor(Date.now() / 1000) + keptSeconds
  await sendOnce(key, job, () => sendMail({ ...renderCode(job.code), to: job.email, tag: keyToTag(key) }), {
    ttl,
  })
}

function renderCode(code: string): RenderedMail {
  const why = 'Enter it on the page where you asked for your waitlist requests. It is valid for 10 minutes.'
  const unasked =
    'You did not ask for it? Then nothing has to be done: without the code nobody sees anything.'
  return {
    subject: `${code} is your code`,
    text: [`Your code is ${code}.`, why, '', unasked].join('\n'),
    html: layOutMail({
      preview: why,
      sender: 'Waitlist',
      logoUrl: null,
      blocks: [heroBlock('Your code', code), escapeHtml(why)],
      footer: [escapeHtml(unasked)],
    }),
  }
}
