import { isFailing, wasRead } from '../../domain/calendar.ts'
import type { CalendarState, FailureReason, LinkState } from '../../domain/calendar.ts'
import type { ListedProperty } from '../../events/api.ts'
import type { PropertyRow } from '../table/property.ts'

/** How a calendar fares, in one word. */
export function healthOf(state: CalendarState): ListedProperty['calendarHealth'] {
  if (isFailing(state)) return 'failing'
  return wasRead(state) ? 'good' : 'unread'
}

/** What is wrong with a link and what can be done about it, in a manager's words. */
const words: Record<FailureReason, string> = {
  unreachable: 'The server of this calendar could not be found or did not answer. Please check the link.',
  timeout: 'The server of this calendar took too long to answer. We keep trying.',
  refused_address: 'This link does not lead to a public https address, so we cannot read it.',
  too_many_redirects: 'This link is passed on from address to address without an end. Please copy it anew.',
  http_status: 'The server of this calendar refused to hand it out. Please copy the link anew.',
  too_many_requests: 'The booking platform asks us to wait before reading this calendar again. We will.',
  gone: 'This link is no longer valid. Please copy the current one from your booking platform.',
  too_large: 'This calendar is larger than anything we can read.',
  empty: 'The booking platform sent an empty answer instead of a calendar.',
  not_a_calendar: 'What this link leads to is not a calendar. Please copy the iCal export link.',
  truncated: 'The calendar arrived incomplete. We keep trying.',
  unreadable_event: 'The calendar contains an entry whose dates we cannot read.',
  too_complex: 'The calendar contains repetitions that are too complex to read.',
}

/** What a server says of itself with a status of 500 or more: no other link would help. */
const serverTrouble = 'The server of this calendar has a problem at the moment. We keep trying.'

/** What is wrong with a link at present; null while nothing is. */
export function faultOf({ failures, failure, failureStatus }: LinkState): string | null {
  if (failures === 0 || !failure) return null
  return failure === 'http_status' && (failureStatus ?? 0) >= 500 ? serverTrouble : words[failure]
}

/** A property as the manager's list shows it. */
export function toListedProperty(row: PropertyRow, state: CalendarState): ListedProperty {
  const failing = state.links.find((link) => link.failures > 0)
  return {
    ...row,
    calendarHealth: healthOf(state),
    calendarFault: failing ? faultOf(failing) : null,
    heldCount: state.holds.length,
  }
}
