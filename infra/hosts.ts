import type { CfnDistribution, Distribution } from 'aws-cdk-lib/aws-cloudfront'
import { Aws, CfnCondition, Fn } from 'aws-cdk-lib/core'
import type { Parameters } from './parameters.ts'

/**
 * Lets the distribution answer for the app host and the waitlist host, once there is a certificate for both.
 * Without one it answers under CloudFront's own name. Deciding that at deployment keeps one template for
 * both, which is why the properties are set below CDK's own.
 */
export function serveHosts(distribution: Distribution, parameters: Parameters): void {
  const certified = new CfnCondition(distribution, 'certified', {
    expression: Fn.conditionNot(Fn.conditionEquals(parameters.certificateArn, '')),
  })
  const whenCertified = (value: unknown) => Fn.conditionIf(certified.logicalId, value, Aws.NO_VALUE)

  const resource = distribution.node.defaultChild as CfnDistribution
  resource.addPropertyOverride(
    'DistributionConfig.Aliases',
    whenCertified([hostOf(parameters.appUrl), hostOf(parameters.waitlistUrl)]),
  )
  resource.addPropertyOverride(
    'DistributionConfig.ViewerCertificate',
    whenCertified({
      AcmCertificateArn: parameters.certificateArn,
      SslSupportMethod: 'sni-only',
      MinimumProtocolVersion: 'TLSv1.2_2021',
    }),
  )
}

/** The host of an origin that is known only at deployment: what follows `https://`. */
function hostOf(origin: string): string {
  return Fn.select(2, Fn.split('/', origin))
}
