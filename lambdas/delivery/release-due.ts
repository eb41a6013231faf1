/** Hands what was put off to the mail queue when it is due. */
import { enqueueMail } from '../lib/mail-queue.ts'
import { dropDeferred, listDue, unlistDeferred } from '../table/deferred.ts'
import type { Deferred } from '../table/deferred.ts'
import { endTrial } from './end-trial.ts'

const pageSize = 100

/**
 * Releases everything due at `now`; returns how much that was.
 *
 * Queued first and taken off the list after: a crash in between queues it again, and every kind of job is sent
 * once whatever is queued.
 */
export async function releaseDue(now: string): Promise<number> {
  let released = 0
  for (;;) {
    const due = await listDue(now, pageSize)
    for (const deferred of due) await release(deferred, now)
    released += due.length
    if (due.length < pageSize) return released
  }
}

async function release({ id, job }: Deferred, now: string): Promise<void> {
  if (job.kind === 'manager' && job.about === 'trial_ended') await endTrial(job.managerId, now)
  await enqueueMail([job])
  // A digest keeps what it gathered until it is sent.
  if (job.kind === 'digest') await unlistDeferred(id)
  else await dropDeferred(id)
}
