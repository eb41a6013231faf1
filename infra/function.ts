import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import type { Duration } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { indexes } from '../lambdas/table/keys.ts'
import { bundle } from './bundle.ts'
import { accept, acceptWildcard } from './rules.ts'

export type ServiceFunctionProps = {
  /** One sentence: what it does and what calls it. */
  description: string
  timeout: Duration
  /** 512 MB unless told otherwise: about a third of a processor, at which the bundles start in time. */
  memoryMb?: number
  /**
   * Where an event goes that nobody waits for and that failed three times: the call and Lambda's two retries.
   */
  deadLetters?: IQueue
  /** Plain settings. What belongs to a grant is set by the grant. */
  environment?: Record<string, string>
}

/** An index by what it is for. */
type IndexName = keyof typeof indexes

/**
 * The one kind of function there is: `lambdas/{id}.ts`, bundled, with a role and a log group of its own.
 * A verb such as `reads(table)` gives it the exact actions and tells it the name, so neither is forgotten.
 */
export class ServiceFunction extends Construct {
  readonly lambda: Function
  readonly name: string

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id)
    this.name = id

    const logGroup = new LogGroup(this, 'Logs', {
      // A month answers "why was this guest not told", and bounds what the logs could ever give away.
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    // An own role: the managed policy for functions would let it write to every log group of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)

    this.lambda = new Function(this, 'Function', {
      description: props.description,
      code: bundle(id),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb ?? 512,
      timeout: props.timeout,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      ...(props.deadLetters ? { deadLetterQueue: props.deadLetters } : {}),
      environment: {
        POWERTOOLS_SERVICE_NAME: id,
        // The calendar parser places dates at the process's local midnight; nights need that to be UTC's.
        TZ: 'UTC',
        ...props.environment,
      },
    })
  }

  /** May read items by key and query the table, and query the indexes that are named. */
  reads(table: TableV2, ...queried: IndexName[]): this {
    this.may(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn])
    if (queried.length > 0) {
      this.may(
        ['dynamodb:Query'],
        queried.map((index) => `${table.tableArn}/index/${indexes[index]}`),
      )
    }
    return this.knows('TABLE_NAME', table.tableName)
  }

  /** May put, change and delete items, alone and in transactions with conditions. */
  writes(table: TableV2): this {
    const actions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
    this.may(
      actions.map((action) => `dynamodb:${action}`),
      [table.tableArn],
    )
    return this.knows('TABLE_NAME', table.tableName)
  }

  /** May put messages on a queue, whose address it finds in `variable`. */
  sendsTo(queue: IQueue, variable: 'MAIL_QUEUE_URL' | 'CHECK_QUEUE_URL'): this {
    this.may(['sqs:SendMessage'], [queue.queueArn])
    return this.knows(variable, queue.queueUrl)
  }

  /** May start executions of the machine that announces an opening. */
  starts(machine: StateMachine): this {
    this.may(['states:StartExecution'], [machine.stateMachineArn])
    return this.knows('OPENING_MACHINE_ARN', machine.stateMachineArn)
  }

  /** May sign uploads of logos, look at what arrived and remove it; nothing else in the bucket. */
  keepsLogos(bucket: IBucket): this {
    this.may(['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], [bucket.arnForObjects('logos/*')])
    acceptWildcard(this, bucket, '/logos/*', 'Every manager has a logo, and only logos lie there')
    return this.knows('LOGO_BUCKET', bucket.bucketName)
  }

  /**
   * May send mail as the service's own identity, through the configuration set that reports what became of
   * it.
   */
  sendsMail(sender: { identityArn: string; configurationSetName: string; from: string }): this {
    const configurationSet = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: sender.configurationSetName,
    })
    this.may(['ses:SendRawEmail'], [sender.identityArn, configurationSet])
    return this.knows('MAIL_FROM', sender.from).knows('MAIL_CONFIGURATION_SET', sender.configurationSetName)
  }

  /**
   * May send text messages to phones, and ask whether a phone answered STOP. A phone number is no resource in
   * IAM, so this needs `*`; topics, which sending would reach as well, are taken out again.
   */
  sendsSms(): this {
    this.may(['sns:Publish', 'sns:CheckIfPhoneNumberIsOptedOut'], ['*'])
    accept(this, 'IAM5[Resource::*]', 'A phone number is no resource; topics are denied')
    this.lambda.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ['sns:Publish'],
        resources: [Stack.of(this).formatArn({ service: 'sns', resource: '*' })],
      }),
    )
    return this
  }

  /** Sets an environment variable. */
  knows(variable: string, value: string): this {
    this.lambda.addEnvironment(variable, value)
    return this
  }

  private may(actions: string[], resources: string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions, resources }))
  }
}
