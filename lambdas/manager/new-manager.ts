import { trialDays } from '../../domain/pricing.ts'
import type { ManagerClaims } from '../../events/identity.ts'
import { deferMessage } from '../table/deferred.ts'
import { addManager, getManager } from '../table/manager.ts'
import type { ManagerRow } from '../table/manager.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The mail that says that the trial ends soon goes out this long before (decision D8). */
const warnedDaysBefore = 3

export const managerIdOf = (account: Pick<ManagerClaims, 'sub'>): string => `mgr_${account.sub}`

/**
 * The row of an account, made at first sight together with the mails of its trial. Harmless to repeat, and to
 * do twice at once: the row's id follows from the account.
 *
 * @param email the account's verified address
 */
export async function welcomeManager(
  account: ManagerClaims & { email: string },
  now: string,
): Promise<ManagerRow> {
  const id = managerIdOf(account)
  const known = await getManager(id)
  if (known) return known
  const trialEnds = Date.parse(now) + trialDays * dayMs
  // Before the row, so that a crash in between leaves no trial without its mails.
  await deferTrialMail(id, 'trial_ending', trialEnds - warnedDaysBefore * dayMs)
  await deferTrialMail(id, 'trial_ended', trialEnds)
  await addManager({
    id,
    email: account.email,
    firstName: given(account.given_name) ?? nameIn(account.email),
    lastName: given(account.family_name) ?? '-',
    companyName: given(account['custom:company_name']),
    subscriptionActive: true,
    subscribed: false,
    trialEndsAt: new Date(trialEnds).toISOString(),
    createdAt: now,
  })
  const added = await getManager(id)
  if (!added) throw new Error('A manager row vanished while it was made')
  return added
}

const given = (name: string | undefined) => name?.trim().slice(0, 100) || null

const nameIn = (email: string) => email.split('@')[0] || '-'

function deferTrialMail(
  managerId: string,
  about: 'trial_ending' | 'trial_ended',
  due: number,
): Promise<void> {
  return deferMessage({
    id: `${managerId}.${about}`,
    dueAt: new Date(due).toISOString(),
    job: { kind: 'manager', managerId, about, occasionId: about },
  })
}
