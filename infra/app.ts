import { App } from 'aws-cdk-lib/core'
import { checkAgainstRules } from './rules.ts'
import { WaitlistStack } from './stack.ts'

const app = new App()
new WaitlistStack(app, 'Waitlist', { siteDirectory: 'web/dist' })
checkAgainstRules(app)
