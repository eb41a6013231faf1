import type { CfnElement } from 'aws-cdk-lib/core'
import { Stack, Validations } from 'aws-cdk-lib/core'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { App } from 'aws-cdk-lib/core'
import type { IConstruct } from 'constructs'

/** Holds the app against the AwsSolutions rules: a finding nobody accepted fails the synthesis. */
export function checkAgainstRules(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
}

/**
 * Accepts that `construct` deviates from a rule (`S1`, or with the finding: `IAM5[Resource::*]`), and says
 * why.
 */
export function accept(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason })
}

/** Accepts a wildcard below one resource's own ARN: `suffix` is what follows the ARN. */
export function acceptWildcard(
  construct: IConstruct,
  resource: IConstruct,
  suffix: string,
  reason: string,
): void {
  const logicalId = Stack.of(construct).getLogicalId(resource.node.defaultChild as CfnElement)
  accept(construct, `IAM5[Resource::<${logicalId}.Arn>${suffix}]`, reason)
}

/** CDK lets whoever may call a function call its versions too. There are none. */
export function acceptVersions(construct: IConstruct, called: IConstruct): void {
  acceptWildcard(construct, called, ':*', 'Only versions of this one function, of which there are none')
}
