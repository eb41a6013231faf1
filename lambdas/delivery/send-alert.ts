/** Tells one guest of one opening, over each channel once (decision D4). */
import { renderAlert, renderAlertSms } from '../../domain/message.ts'
import { quietUntil } from '../../domain/quiet-hours.ts'
import type { Channel } from '../../domain/waitlist.ts'
import type { AlertJob } from '../../events/mail.ts'
import { readEnv, SendMailEnv } from '../lib/env.ts'
import { log } from '../lib/log.ts'
import { sendMail } from '../lib/mail.ts'
import { measureLatency } from '../lib/metrics.ts'
import type { Answer } from '../lib/provider.ts'
import { sendSms } from '../lib/sms.ts'
import { addressOf, Claim, closeUnsent, getClaim, isAccepted } from '../table/claim.ts'
import { takeShare } from '../table/daily-share.ts'
import { deferMessage } from '../table/deferred.ts'
import { addressHash, claimKey, keyToTag } from '../table/keys.ts'
import { suppressionOf } from '../table/suppression.ts'
import { alertOf, isManual, readAlertFacts } from './alert-facts.ts'
import type { AlertFacts } from './alert-facts.ts'
import { gather } from './gather.ts'
import { recordAccepted } from './record-accepted.ts'
import { sendOnce } from './send-once.ts'
import { stopTextsTo } from './stop-messages.ts'

/** Sends an alert over all its channels. One channel's fault does not keep the other from its try. */
export async function sendAlert(job: AlertJob): Promise<void> {
  const results = await Promise.allSettled(job.channels.map((channel) => sendOver(channel, job)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function sendOver(channel: Channel, job: AlertJob): Promise<void> {
  const now = new Date().toISOString()
  const claim = await getClaim(job.openingId, job.entryId, channel)
  if (!claim) return log.warn('An alert without a claim', { openingId: job.openingId, entryId: job.entryId })
  if (isAccepted(claim.state)) return recordAccepted(claim)
  if (claim.state === 'gone' || claim.state === 'refused') return

  const facts = await readAlertFacts(claim, now)
  if (!facts || facts.told.length === 0) return closeUnsent(claim, 'gone', now)
  const { entry } = facts.told[0]!
  const address = addressOf(entry, channel)
  if (await suppressionOf(address)) return closeUnsent(claim, 'refused', now)
  if (await isPutOff(claim, facts, address, now)) return

  const key = claimKey(claim.openingId, claim.entryId, channel)
  const outcome = await sendOnce(key, { ...job, channels: [channel] }, () =>
    transmit(channel, address, facts, keyToTag(key)),
  )
  if (outcome.kind !== 'settled') return
  await stopTextsTo(address, outcome.code, entry.id, now)
  if (isAccepted(outcome.state)) {
    if (outcome.isNew && facts.opening) {
      const waited = (Date.now() - Date.parse(facts.opening.confirmedAt)) / 1000
      measureLatency(waited - entry.notificationDelayHours * 3600)
    }
    await recordAccepted(Claim.parse(outcome.item), facts)
  }
}

/** Quiet hours and the daily share put an alert off; a manager's own decision to tell goes at once. */
async function isPutOff(claim: Claim, facts: AlertFacts, address: string, now: string): Promise<boolean> {
  if (isManual(claim.openingId)) return false
  const { property, told } = facts
  const { entry } = told[0]!
  const { channel, openingId, entryId } = claim

  const quiet = channel === 'sms' && !entry.isPriority ? quietUntil(now, property.timezone) : null
  if (quiet) {
    const job: AlertJob = { kind: 'alert', propertyId: property.id, openingId, entryId, channels: [channel] }
    await closeUnsent(claim, 'deferred', now, { deferredUntil: quiet })
    await deferMessage({ id: `quiet.${openingId}.${entryId}`, dueAt: quiet, job })
    return true
  }
  const hash = addressHash(address)
  const alertId = `${openingId}/${entryId}`
  if (claim.digestId === undefined && (await takeShare(hash, facts.today, alertId, now))) return false
  await gather(claim, hash, now)
  return true
}

function transmit(channel: Channel, address: string, facts: AlertFacts, tag: string): Promise<Answer> {
  const alert = alertOf(facts)
  if (channel === 'sms') return sendSms(address, renderAlertSms(alert))
  const { fromName, fromEmail } = facts.settings
  const { APP_URL } = readEnv(SendMailEnv)
  return sendMail({
    ...renderAlert(alert, facts.settings),
    to: address,
    fromName,
    replyTo: fromEmail,
    unsubscribeUrl: `${APP_URL}/api/entries/${facts.told[0]!.entry.id}/unsubscribe`,
    tag,
  })
}
