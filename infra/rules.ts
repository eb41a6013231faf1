import { AwsSolutionsChecks } from 'cdk-nag'
import { Validations } from 'aws-cdk-lib/core'
import type { App } from 'aws-cdk-lib/core'
import type { WaitlistStack } from './stack.ts'

/** Holds the stack against the AwsSolutions rules; what deviates does so here, with its reason. */
export function checkAgainstRules(app: App, stack: WaitlistStack): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  void stack
}
