import type { ExecutionView } from '../control/views.ts'
import type { FeedFault } from '../feeds.ts'
import type { InboxMessage } from '../inbox.ts'
import type { ScheduleView } from '../scheduler/scheduler.ts'

/** A calendar with its text, as it would be answered were it in order. */
export type ConsoleFeed = {
  name: string
  url: string
  modifiedAt: string
  fault: FeedFault | null
  body: string
}

/** All that the page shows of the stack. */
export type StackState = {
  /** ISO instant of the product's clock. */
  now: string
  inbox: InboxMessage[]
  feeds: ConsoleFeed[]
  schedules: ScheduleView[]
  executions: ExecutionView[]
}

/** Asks the local control. Throws with its own words when it refuses. */
async function ask<Reply>(method: string, path: string, body?: string): Promise<Reply> {
  const response = await fetch(`/local${path}`, { method, ...(body !== undefined && { body }) })
  const text = await response.text()
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Reply
  const problem = parse(text) as { detail?: string } | undefined
  throw new Error(problem?.detail ?? `${method} ${path} answered ${response.status}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the whole state of the stack. */
export async function readState(): Promise<StackState> {
  const [clock, inbox, feeds, schedules, executions] = await Promise.all([
    ask<{ now: string }>('GET', '/clock'),
    ask<InboxMessage[]>('GET', '/inbox'),
    ask<ConsoleFeed[]>('GET', '/feeds'),
    ask<ScheduleView[]>('GET', '/schedules'),
    ask<ExecutionView[]>('GET', '/executions'),
  ])
  return { now: clock.now, inbox, feeds, schedules, executions }
}

/** Replaces a calendar. */
export function putFeed(name: string, text: string): Promise<unknown> {
  return ask('PUT', `/feeds/${encodeURIComponent(name)}.ics`, text)
}

/** Makes a calendar misbehave; null mends it. */
export function setFault(name: string, fault: FeedFault | null): Promise<unknown> {
  const path = `/feeds/${encodeURIComponent(name)}/fault`
  return fault ? ask('PUT', path, JSON.stringify(fault)) : ask('DELETE', path)
}

/** Fires a schedule. */
export function runSchedule(name: string): Promise<unknown> {
  return ask('POST', `/schedules/${encodeURIComponent(name)}/run`)
}

/** Ends the waits of an execution. */
export function skipWait(id: string): Promise<unknown> {
  return ask('POST', `/executions/${encodeURIComponent(id)}/skip-wait`)
}

/** Lets time pass: everything that falls due on the way happens. */
export function advanceClock(seconds: number): Promise<unknown> {
  return ask('POST', '/clock/advance', JSON.stringify({ seconds }))
}

/** Empties the inbox. */
export function clearInbox(): Promise<unknown> {
  return ask('DELETE', '/inbox')
}

/** The product's own two addresses, as its pages read them. */
export async function readHosts(): Promise<{ appUrl: string; waitlistUrl: string }> {
  return (await fetch('/config.json')).json() as Promise<{ appUrl: string; waitlistUrl: string }>
}
