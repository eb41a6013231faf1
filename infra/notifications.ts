import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import {
  Choice,
  Condition,
  DefinitionBody,
  JitterType,
  JsonPath,
  LogLevel,
  Map,
  Pass,
  StateMachine,
  Succeed,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions'
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { ServiceFunction } from './function.ts'
import type { Mail } from './mail.ts'
import { accept, acceptVersions } from './rules.ts'
import type { Schedules } from './schedules.ts'
import type { Storage } from './storage.ts'

/** From a confirmed opening to the queued messages: who is told, and when. */
export class Notifications extends Construct {
  readonly machine: StateMachine
  readonly notifyGuests: ServiceFunction
  readonly releaseDeferred: ServiceFunction

  constructor(scope: Construct, id: string, props: { storage: Storage; mail: Mail; schedules: Schedules }) {
    super(scope, id)
    const { storage, mail, schedules } = props

    this.notifyGuests = new ServiceFunction(this, 'notify-guests', {
      description: 'Queues the messages for one page of the guests who wait for an opening',
      timeout: Duration.minutes(1),
    })
      .reads(storage.table, 'listing', 'work')
      .writes(storage.table)
      .sendsTo(mail.queue, 'MAIL_QUEUE_URL')

    this.machine = new StateMachine(this, 'announce-opening', {
      definitionBody: DefinitionBody.fromChainable(announceOpening(this, this.notifyGuests)),
      // The longest delay is an hour, and 10,000 guests are 100 pages of seconds: a day means it hangs.
      timeout: Duration.days(1),
      logs: {
        destination: new LogGroup(this, 'Logs', {
          // Log groups under this prefix share one resource policy, whose size AWS limits.
          logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}-announce-opening`,
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
    })

    acceptVersions(this.machine, this.notifyGuests.lambda)
    accept(this.machine, 'IAM5[Resource::*]', 'Delivering logs cannot be narrowed to a log group')
    accept(this.machine, 'SF2', 'One function is all it calls: its log tells the same as a trace')

    this.releaseDeferred = new ServiceFunction(this, 'release-deferred', {
      description: 'Every quarter hour: queues what was held back by quiet hours, digests or a date',
      timeout: Duration.minutes(5),
    })
      .reads(storage.table, 'listing', 'work')
      .writes(storage.table)
      .sendsTo(mail.queue, 'MAIL_QUEUE_URL')
    schedules.every(Duration.minutes(15), this.releaseDeferred)
  }
}

/**
 * One execution per opening. Each group of guests (priority at once, the others after their delay) waits on
 * its own, then is told page by page until no cursor is left.
 */
function announceOpening(scope: Construct, notifyGuests: ServiceFunction): IChainable {
  const wait = new Wait(scope, 'Wait for the delay', { time: WaitTime.secondsPath('$.delaySeconds') })

  const notify = new LambdaInvoke(scope, 'Notify a page of guests', {
    lambdaFunction: notifyGuests.lambda,
    payloadResponseOnly: true,
    resultPath: '$.result',
    retryOnServiceExceptions: false,
  }).addRetry({
    errors: ['States.ALL'],
    // Waits of up to 5, 10, 20, 40, 80 and 160 seconds ride out five minutes of throttling or an outage.
    maxAttempts: 6,
    interval: Duration.seconds(5),
    backoffRate: 2,
    jitterStrategy: JitterType.FULL,
  })

  const nextPage = new Pass(scope, 'Next page', {
    parameters: {
      propertyId: JsonPath.stringAt('$.propertyId'),
      openingId: JsonPath.stringAt('$.openingId'),
      delaySeconds: JsonPath.numberAt('$.delaySeconds'),
      cursor: JsonPath.stringAt('$.result.cursor'),
    },
  })

  const more = new Choice(scope, 'More guests?')
    .when(Condition.isPresent('$.result.cursor'), nextPage.next(notify))
    .otherwise(new Succeed(scope, 'Everybody told'))

  return new Map(scope, 'Each group of guests', {
    itemsPath: '$.groups',
    itemSelector: {
      propertyId: JsonPath.stringAt('$.propertyId'),
      openingId: JsonPath.stringAt('$.openingId'),
      delaySeconds: JsonPath.numberAt('$$.Map.Item.Value.delaySeconds'),
    },
    // Both groups wait at the same time.
    maxConcurrency: 2,
    resultPath: JsonPath.DISCARD,
  }).itemProcessor(wait.next(notify).next(more))
}
