import { App } from 'aws-cdk-lib/core'
import { checkAgainstRules } from './rules.ts'
import { WaitlistStack } from './stack.ts'

const app = new App()
const stack = new WaitlistStack(app, 'Waitlist')
checkAgainstRules(app, stack)
