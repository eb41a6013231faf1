import { describe, expect, test } from 'vitest'
import { pageRewriteCode } from '../../infra/site.ts'
import { all, functions, list, one, spell } from './synthesized.ts'
import type { Resource, Value } from './synthesized.ts'

/** What the site's function makes of a path. */
const rewrite = (uri: string): string =>
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the function as CloudFront would
  new Function('event', `${pageRewriteCode}; return handler(event)`)({ request: { uri } }).uri

describe('the site', () => {
  test.each(['/', '/dashboard', '/sunny-stays/dates/prop_1', '/waitlist-entry/wait_AbC', '/no/such/page'])(
    'page %s is the app',
    (path) => expect(rewrite(path)).toBe('/index.html'),
  )
  test.each(['/assets/main-4f2.js', '/config.json', '/icon.svg'])('file %s is itself', (path) =>
    expect(rewrite(path)).toBe(path),
  )

  test('API answers are never cached and never turned into the page', () => {
    const { DistributionConfig: config } = one('AWS::CloudFront::Distribution').properties
    const api = config.CacheBehaviors.find((behavior: Value) => behavior.PathPattern === '/api/*')
    // AWS's own policies "CachingDisabled" and "AllViewerExceptHostHeader".
    expect(api.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad')
    expect(api.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac')
    expect(api.FunctionAssociations).toBeUndefined()
    expect(config.CustomErrorResponses).toBeUndefined()
  })

  test('both hosts are served once they have a certificate', () => {
    const { Aliases, ViewerCertificate } = one('AWS::CloudFront::Distribution').properties.DistributionConfig
    const [condition, hosts] = Aliases['Fn::If']
    expect(condition).toContain('certified')
    expect(hosts.map((host: Value) => host['Fn::Select'][1]['Fn::Split'][1])).toEqual([
      { Ref: 'AppUrl' },
      { Ref: 'WaitlistUrl' },
    ])
    expect(ViewerCertificate['Fn::If'][1]).toMatchObject({
      AcmCertificateArn: { Ref: 'CertificateArn' },
      MinimumProtocolVersion: 'TLSv1.2_2021',
    })
  })

  test('pages may run only their own scripts and call only what the app needs', () => {
    const headers = one('AWS::CloudFront::ResponseHeadersPolicy').properties.ResponseHeadersPolicyConfig
    const policy = spell(headers.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-eval|script-src/)
    const logos = one('AWS::S3::Bucket', 'logos').logicalId
    expect(policy).toContain(
      `connect-src 'self' https://cognito-idp.{AWS::Region}.amazonaws.com https://{${logos}.RegionalDomainName};`,
    )
  })
})

describe('watching', () => {
  const alarms = all('AWS::CloudWatch::Alarm')
  /** Whether an alarm stands on this metric of this resource. */
  const watched = (metric: string, { logicalId }: Resource) =>
    alarms.some(({ properties }) => {
      const { MetricName, Dimensions } = properties.Metrics?.[0].MetricStat.Metric ?? properties
      return (
        MetricName === metric && list(Dimensions).some(({ Value: value }) => spell(value).includes(logicalId))
      )
    })

  test('every dead letter, failing function and failed announcement is told', () => {
    const deadLetters = all('AWS::SQS::Queue').filter(({ name }) => name.endsWith('-dlq'))
    const machine = one('AWS::StepFunctions::StateMachine')
    expect(deadLetters.filter((queue) => !watched('ApproximateNumberOfMessagesVisible', queue))).toEqual([])
    expect(functions.filter((watchedFunction) => !watched('Errors', watchedFunction))).toEqual([])
    expect(watched('ExecutionsFailed', machine)).toBe(true)
  })

  test('alarms may publish to their topic', () => {
    const topic = one('AWS::SNS::Topic', 'alarms')
    const policy = all('AWS::SNS::TopicPolicy').find(
      ({ properties }) => properties.Topics[0].Ref === topic.logicalId,
    )
    expect(policy?.properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    )
  })

  test('a schedule that falls silent is told', () => {
    const { properties } = one('AWS::CloudWatch::Alarm', 'calendars-unchecked')
    expect(properties).toMatchObject({
      MetricName: 'Invocations',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 1800,
      TreatMissingData: 'breaching',
    })
  })

  test.each(alarms)('alarm $name reaches the operators', ({ properties }) => {
    expect(properties.AlarmActions).toEqual([{ Ref: one('AWS::SNS::Topic', 'alarms').logicalId }])
  })
})
