import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { waitedForCheckMinutes } from '../domain/schedule.ts'
import { ServiceFunction } from './function.ts'
import type { Mail } from './mail.ts'
import type { Notifications } from './notifications.ts'
import type { Parameters } from './parameters.ts'
import { workedQueue } from './queue.ts'
import type { Schedules } from './schedules.ts'
import type { Storage } from './storage.ts'

type CalendarsProps = {
  parameters: Parameters
  storage: Storage
  mail: Mail
  notifications: Notifications
  schedules: Schedules
}

/** Reads the calendars: by the clock, from a queue, many at a time. */
export class Calendars extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  readonly dispatchChecks: ServiceFunction
  readonly checkCalendars: ServiceFunction

  constructor(scope: Construct, id: string, props: CalendarsProps) {
    super(scope, id)
    const { parameters, storage, mail, notifications, schedules } = props

    // A message names up to 100 properties. Two links each, eight fetches at a time, ten seconds at most for
    // one: 250 seconds when every single one hangs.
    const timeout = Duration.minutes(5)
    this.checkCalendars = new ServiceFunction(this, 'check-calendars', {
      description: 'Reads the calendars that a queue message names and finds what opened',
      timeout,
      memoryMb: calendarReaderMemoryMb,
      environment: { FEED_HTTP_HOSTS: parameters.feedHttpHosts },
    })
      .reads(storage.table, 'listing', 'work')
      .writes(storage.table)
      .starts(notifications.machine)
      .sendsTo(mail.queue, 'MAIL_QUEUE_URL')

    const checks = workedQueue(this, 'check', this.checkCalendars, {
      // A message is already a batch.
      batchSize: 1,
      // 50 at a time check 100 properties each in well under a minute: a million fit into the quarter hour.
      maxConcurrency: 50,
      workerTimeout: timeout,
    })
    this.queue = checks.queue
    this.deadLetters = checks.deadLetters

    this.dispatchChecks = new ServiceFunction(this, 'dispatch-checks', {
      description: 'Every quarter hour: queues the properties whose calendars are due',
      timeout: Duration.minutes(5),
    })
      .reads(storage.table, 'work')
      .sendsTo(this.queue, 'CHECK_QUEUE_URL')
    schedules.every(Duration.minutes(waitedForCheckMinutes), this.dispatchChecks)
  }
}

/** Eight feeds of at most 5 MB are fetched at once, and one is parsed at about ten times its size. */
export const calendarReaderMemoryMb = 1024
