import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './function.ts'

/** What runs by the clock. A run that could not be delivered is kept on one queue, which is watched. */
export class Schedules extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.deadLetters = new Queue(this, 'schedule-dlq', {
      enforceSSL: true,
      // The longest there is: somebody has to read it.
      retentionPeriod: Duration.days(14),
    })
  }

  /** Calls `target` every `period`, under a fixed name by which operators and the local console find it. */
  every(period: Duration, name: string, target: ServiceFunction): void {
    new Schedule(this, name, {
      scheduleName: name,
      schedule: ScheduleExpression.rate(period),
      target: new LambdaInvoke(target.lambda, {
        // Both tries and age end well before the next run, which does the same work anew.
        retryAttempts: 2,
        maxEventAge: Duration.minutes(10),
        deadLetterQueue: this.deadLetters,
      }),
    })
  }
}
