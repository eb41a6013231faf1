import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Api } from './api.ts'
import type { Calendars } from './calendars.ts'
import type { ServiceFunction } from './function.ts'
import type { Identity } from './identity.ts'
import type { Mail } from './mail.ts'
import type { Notifications } from './notifications.ts'
import type { Schedules } from './schedules.ts'

type WatchProps = {
  schedules: Schedules
  mail: Mail
  identity: Identity
  notifications: Notifications
  calendars: Calendars
  api: Api
}

const fiveMinutes = Duration.minutes(5)

/** What an operator sees: alarms that reach one topic, and one dashboard. */
export class Watch extends Construct {
  readonly alarms: Topic

  constructor(scope: Construct, id: string, props: WatchProps) {
    super(scope, id)
    const { schedules, mail, identity, notifications, calendars, api } = props
    this.alarms = new Topic(this, 'alarms', { displayName: 'Waitlist alarms', enforceSSL: true })
    // A topic with a policy of its own has lost the default one, under which alarms may publish.
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )

    const functions = [
      api.managerApi,
      api.checkNow,
      api.guestApi,
      calendars.dispatchChecks,
      calendars.checkCalendars,
      notifications.notifyGuests,
      notifications.releaseDeferred,
      mail.sendMail,
      mail.mailFeedback,
      identity.customMessage,
      identity.confirmManager,
    ]
    const deadLetters = [
      calendars.deadLetters,
      mail.deadLetters,
      mail.codeDeadLetters,
      mail.feedbackDeadLetters,
      schedules.deadLetters,
    ]
    // The managers' API announces too: what a manager releases from being held.
    const finders = [calendars.checkCalendars, api.checkNow, api.managerApi] as const
    const step = {
      detected: emitted('Detected', ...finders),
      confirmed: emitted('Confirmed', ...finders),
      announced: emitted('Announced', ...finders),
      sent: emitted('Sent', mail.sendMail),
      failed: emitted('Failed', mail.sendMail),
    }

    for (const queue of deadLetters) this.watchDeadLetters(queue)
    for (const watched of functions) this.watchErrors(watched)
    this.watchSchedule(calendars.dispatchChecks)
    this.alarm('announcement-failed', 'An opening was not announced to the end', {
      metric: notifications.machine.metricFailed({ period: fiveMinutes }),
      threshold: 1,
    })
    this.alarm('announcement-timed-out', 'An announcement hangs', {
      metric: notifications.machine.metricTimedOut({ period: fiveMinutes }),
      threshold: 1,
    })
    this.alarm('messages-failed', 'Messages were given up', { metric: step.failed, threshold: 1 })
    this.alarm('api-faults', 'The API answers with faults of its own', {
      metric: api.http.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
      // One can be a cold start that ran into its limit; five within five minutes are a fault.
      threshold: 5,
    })
    // SES puts an account under review at 5% bounces and 0.1% complaints; half of that leaves time to act.
    this.alarm('bounce-rate', 'Too many mails bounce', { metric: reputation('BounceRate'), threshold: 0.025 })
    this.alarm('complaint-rate', 'Too many mails are complained of', {
      metric: reputation('ComplaintRate'),
      threshold: 0.0005,
    })

    new Dashboard(this, 'dashboard', {
      defaultInterval: Duration.days(1),
      widgets: [
        [
          graph('From detected to sent', [
            step.detected,
            step.confirmed,
            step.announced,
            step.sent,
            step.failed,
          ]),
          graph(
            'Confirmation to acceptance, seconds',
            ['p50', 'p90', 'p99'].map((p) => alertLatency(mail.sendMail, p)),
          ),
        ],
        [
          graph('Waiting messages', [age(calendars.queue, 'checks'), age(mail.queue, 'mails')]),
          graph(
            'Dead letters',
            deadLetters.map((queue) => visible(queue)),
          ),
        ],
        [
          graph(
            'Function errors',
            functions.map((f) => f.lambda.metricErrors({ label: f.name, period: fiveMinutes })),
          ),
          graph(
            'Function time, p90',
            functions.map((f) =>
              f.lambda.metricDuration({ label: f.name, statistic: 'p90', period: fiveMinutes }),
            ),
          ),
        ],
        [
          graph('API calls and faults', [
            api.http.metricCount({ period: fiveMinutes }),
            api.http.metricClientError({ period: fiveMinutes }),
            api.http.metricServerError({ period: fiveMinutes }),
          ]),
          graph('Bounces and complaints, share of mails', [
            reputation('BounceRate'),
            reputation('ComplaintRate'),
          ]),
        ],
      ],
    })
  }

  private watchDeadLetters(queue: Queue): void {
    this.alarm(`${queue.node.id}-filled`, `Work was given up and waits in ${queue.node.id}`, {
      metric: visible(queue),
      threshold: 1,
    })
  }

  private watchErrors(watched: ServiceFunction): void {
    this.alarm(`${watched.name}-errors`, `${watched.name} fails again and again`, {
      metric: watched.lambda.metricErrors({ period: fiveMinutes }),
      // Whatever calls a function tries it again, so one error heals by itself; three at once do not.
      threshold: 3,
    })
  }

  private watchSchedule(dispatch: ServiceFunction): void {
    this.alarm('calendars-unchecked', 'No calendar has been checked for half an hour', {
      metric: dispatch.lambda.metricInvocations({ period: Duration.minutes(30) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      // A schedule that does not run reports nothing at all.
      treatMissingData: TreatMissingData.BREACHING,
    })
  }

  private alarm(
    id: string,
    description: string,
    rule: {
      metric: IMetric
      threshold: number
      comparisonOperator?: ComparisonOperator
      treatMissingData?: TreatMissingData
    },
  ): void {
    new Alarm(this, id, {
      alarmDescription: description,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...rule,
    }).addAlarmAction(new SnsAction(this.alarms))
  }
}

/** Names of the metrics that functions write into their logs (embedded metric format). */
type EmittedMetric = 'Detected' | 'Confirmed' | 'Announced' | 'Sent' | 'Failed' | 'AlertLatency'

function emittedBy(source: ServiceFunction, name: EmittedMetric, statistic: string): Metric {
  return new Metric({
    namespace: 'Waitlist',
    metricName: name,
    // Powertools adds the function's own name as this dimension.
    dimensionsMap: { service: source.name },
    statistic,
    period: fiveMinutes,
  })
}

/** How often something happened, counted over all functions that report it. */
function emitted(name: EmittedMetric, ...sources: [ServiceFunction, ...ServiceFunction[]]): IMetric {
  const counts = sources.map((source) => emittedBy(source, name, Stats.SUM))
  const [first, ...others] = counts
  if (first && others.length === 0) return first.with({ label: name })
  const term = (index: number) => `${name.toLowerCase()}${index}`
  return new MathExpression({
    label: name,
    period: fiveMinutes,
    expression: counts.map((_, index) => `FILL(${term(index)}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(counts.map((count, index) => [term(index), count])),
  })
}

/** Seconds from an opening's confirmation to the provider's acceptance of a message about it. */
function alertLatency(sendMail: ServiceFunction, percentile: string): IMetric {
  return emittedBy(sendMail, 'AlertLatency', percentile).with({ label: percentile })
}

/** SES's own rates, which are of the whole account. */
function reputation(rate: 'BounceRate' | 'ComplaintRate'): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: Stats.AVERAGE,
    period: Duration.hours(1),
    label: rate,
  })
}

function visible(queue: Queue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({
    label: queue.node.id,
    period: fiveMinutes,
    statistic: Stats.MAXIMUM,
  })
}

function age(queue: Queue, label: string): Metric {
  return queue.metricApproximateAgeOfOldestMessage({
    label: `${label}: age of the oldest, seconds`,
    period: fiveMinutes,
    statistic: Stats.MAXIMUM,
  })
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12 })
}
