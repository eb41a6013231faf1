/** Starts the announcement of confirmed openings, each once. */
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { markAnnounced } from '../../domain/openings.ts'
import { standardDelayHours } from '../../domain/waitlist.ts'
import type { AnnounceOpening } from '../../events/notification.ts'
import { count } from '../lib/metrics.ts'
import { saveCalendar } from '../table/calendar.ts'
import type { StoredCalendar } from '../table/calendar.ts'

let client: SFNClient | undefined

/** Priority guests at once, the others after their delay (decision D4). */
const groups = [{ delaySeconds: 0 }, { delaySeconds: standardDelayHours * 3600 }]

/**
 * Starts the announcement of everything on the calendar that is not started yet, and takes it off the list.
 *
 * A crash in between leaves it on the list; the next check starts it again under the same name, which is the
 * same execution.
 */
export async function announceOutstanding(
  stored: StoredCalendar,
  machineArn: string,
): Promise<StoredCalendar> {
  const { unannounced, propertyId } = stored.state
  if (unannounced.length === 0) return stored
  for (const opening of unannounced) await startAnnouncement(propertyId, opening.id, machineArn)
  const ids = unannounced.map((opening) => opening.id)
  const saved = await saveCalendar(stored, markAnnounced(stored.state, ids))
  // Somebody else wrote in between: the ids are still on the list, and starting them again changes nothing.
  return saved ?? stored
}

/** Starts one announcement, named after the opening: starting it again is the same execution. */
export async function startAnnouncement(
  propertyId: string,
  openingId: string,
  machineArn: string,
): Promise<void> {
  client ??= new SFNClient({})
  const input: AnnounceOpening = { propertyId, openingId, groups }
  try {
    await client.send(
      new StartExecutionCommand({
        stateMachineArn: machineArn,
        name: openingId,
        input: JSON.stringify(input),
      }),
    )
    count('Announced')
  } catch (error) {
    // Finished already: a check that crashed after starting it comes back late.
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  }
}
