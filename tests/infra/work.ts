import { describe, expect, test } from 'vitest'
import { all, arnOf, functionNamed, list, one, spell } from './synthesized.ts'
import type { Value } from './synthesized.ts'

describe('work that waits', () => {
  test.each([
    ['check', 'check-calendars', 1, 50, 3],
    ['mail', 'send-mail', 10, 2, 10],
    ['code', 'send-mail', 1, 2, 3],
  ])(
    'the %s queue of %s, %i at a time, gives up only when it must and outlasts its worker',
    (queueName, worker, batch, concurrency, tries) => {
      const queue = one('AWS::SQS::Queue', `${queueName}-queue`)
      const deadLetters = one('AWS::SQS::Queue', `${queueName}-dlq`)
      expect(queue.properties.RedrivePolicy).toEqual({
        deadLetterTargetArn: { 'Fn::GetAtt': [deadLetters.logicalId, 'Arn'] },
        maxReceiveCount: tries,
      })
      expect(queue.properties.VisibilityTimeout).toBe(functionNamed(worker).properties.Timeout * 6)
      const mapping = all('AWS::Lambda::EventSourceMapping').find(
        ({ properties }) => spell(properties.EventSourceArn) === arnOf(queue),
      )
      expect(mapping?.properties).toMatchObject({
        FunctionName: { Ref: functionNamed(worker).logicalId },
        BatchSize: batch,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: concurrency },
      })
    },
  )

  test.each(['dispatch-checks', 'release-deferred'])('%s runs every quarter hour', (name) => {
    const { properties } = one('AWS::Scheduler::Schedule', name)
    expect(properties).toMatchObject({ Name: name, ScheduleExpression: 'rate(15 minutes)', State: 'ENABLED' })
    expect(properties.Target).toMatchObject({
      Arn: { 'Fn::GetAtt': [functionNamed(name).logicalId, 'Arn'] },
      DeadLetterConfig: { Arn: { 'Fn::GetAtt': [one('AWS::SQS::Queue', 'schedule-dlq').logicalId, 'Arn'] } },
      Input: '{"scheduledAt":"<aws.scheduler.scheduled-time>"}',
      RetryPolicy: { MaximumEventAgeInSeconds: 600, MaximumRetryAttempts: 2 },
    })
  })

  test('what SES reports reaches mail-feedback, and is kept when that fails', () => {
    const topic = one('AWS::SNS::Topic', 'mail-events')
    const feedback = functionNamed('mail-feedback')
    expect(one('AWS::SES::ConfigurationSetEventDestination').properties.EventDestination).toMatchObject({
      SnsDestination: { TopicARN: { Ref: topic.logicalId } },
      MatchingEventTypes: expect.arrayContaining(['send', 'delivery', 'bounce', 'complaint', 'reject']),
    })
    expect(one('AWS::SNS::Subscription').properties).toMatchObject({
      TopicArn: { Ref: topic.logicalId },
      Endpoint: { 'Fn::GetAtt': [feedback.logicalId, 'Arn'] },
    })
    expect(feedback.properties.DeadLetterConfig).toBeDefined()
  })

  test('an announcement waits group by group, then tells page by page', () => {
    const machine = one('AWS::StepFunctions::StateMachine', 'announce-opening')
    const definition = JSON.parse(spell(machine.properties.DefinitionString))
    const groups = definition.States[definition.StartAt]
    expect(groups).toMatchObject({
      Type: 'Map',
      ItemsPath: '$.groups',
      MaxConcurrency: 2,
      ItemSelector: { 'delaySeconds.$': '$$.Map.Item.Value.delaySeconds', 'openingId.$': '$.openingId' },
    })
    const { StartAt, States } = groups.ItemProcessor
    const wait = States[StartAt]
    const task = States[wait.Next]
    const choice = States[task.Next]
    expect(wait).toMatchObject({ Type: 'Wait', SecondsPath: '$.delaySeconds' })
    expect(task).toMatchObject({ Type: 'Task', Resource: arnOf(functionNamed('notify-guests')) })
    expect(task.Retry).toEqual([expect.objectContaining({ ErrorEquals: ['States.ALL'], MaxAttempts: 6 })])
    expect(choice.Choices[0]).toMatchObject({ Variable: '$.result.cursor', IsPresent: true })
    const nextPage = States[choice.Choices[0].Next]
    expect(nextPage.Parameters).toMatchObject({ 'cursor.$': '$.result.cursor' })
    expect(nextPage.Next).toBe(wait.Next)
    expect(States[choice.Default].Type).toBe('Succeed')
  })
})

describe('what is kept', () => {
  test('the table can be restored to any second and cannot be deleted by mistake', () => {
    const { properties } = one('AWS::DynamoDB::GlobalTable')
    expect(properties.BillingMode).toBe('PAY_PER_REQUEST')
    expect(properties.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true })
    expect(properties.Replicas[0]).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    })
    const projections = properties.GlobalSecondaryIndexes.map((index: Value) => [
      index.IndexName,
      index.Projection.ProjectionType,
    ])
    expect(Object.fromEntries(projections)).toEqual({ gsi1: 'ALL', gsi2: 'ALL', gsi3: 'KEYS_ONLY' })
  })

  test.each(all('AWS::S3::Bucket'))('bucket $name is closed to the public', ({ logicalId, properties }) => {
    expect(properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
    const policy = all('AWS::S3::BucketPolicy').find(
      (candidate) => candidate.properties.Bucket.Ref === logicalId,
    )
    const allowed = list(policy?.properties.PolicyDocument.Statement).filter(
      ({ Effect }) => Effect === 'Allow',
    )
    for (const { Principal } of allowed) expect(JSON.stringify(Principal)).not.toContain('*')
  })

  test.each(all('AWS::Logs::LogGroup'))('log $name ends after a month', ({ properties }) => {
    expect(properties.RetentionInDays).toBe(30)
  })
})
