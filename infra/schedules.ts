import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { ServiceFunction } from './function.ts'
import { deadLetterQueue } from './queue.ts'
import { acceptVersions } from './rules.ts'

/** What runs by the clock. A run that could not be delivered is kept on one queue, which is watched. */
export class Schedules extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.deadLetters = deadLetterQueue(this, 'schedule-dlq')
  }

  /** Calls `target` every `period`, under its own name, by which operators and the local console find it. */
  every(period: Duration, target: ServiceFunction): void {
    const role = new Role(this, `${target.name}-role`, {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    })
    acceptVersions(role, target.lambda)
    new Schedule(this, target.name, {
      scheduleName: target.name,
      schedule: ScheduleExpression.rate(period),
      target: new LambdaInvoke(target.lambda, {
        // The schedule's own instant, so that a retried run is the same run.
        input: ScheduleTargetInput.fromObject({ scheduledAt: ContextAttribute.scheduledTime }),
        role,
        // Both tries and age end well before the next run, which does the same work anew.
        retryAttempts: 2,
        maxEventAge: Duration.minutes(10),
        deadLetterQueue: this.deadLetters,
      }),
    })
  }
}
