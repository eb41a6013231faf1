import {
  AccountRecovery,
  CfnUserPool,
  StringAttribute,
  UserPool,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito'
import type { UserPoolClient } from 'aws-cdk-lib/aws-cognito'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { ServiceFunction } from './function.ts'
import type { Mail } from './mail.ts'
import type { Parameters } from './parameters.ts'
import { accept } from './rules.ts'
import type { Storage } from './storage.ts'

/** Managers' accounts. Guests have none. */
export class Identity extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient
  readonly customMessage: ServiceFunction
  readonly confirmManager: ServiceFunction

  constructor(scope: Construct, id: string, props: { parameters: Parameters; storage: Storage; mail: Mail }) {
    super(scope, id)
    const { parameters, storage, mail } = props

    this.pool = new UserPool(this, 'managers', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A changed address counts from the moment it is verified, so that a typing error locks nobody out.
      keepOriginal: { email: true },
      standardAttributes: {
        givenName: { required: true, mutable: true },
        familyName: { required: true, mutable: true },
      },
      customAttributes: { company_name: new StringAttribute({ mutable: true, maxLen: 200 }) },
      // Length is what makes a password hard to guess; rules about characters make it hard to remember.
      passwordPolicy: {
        minLength: 10,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    accept(this.pool, 'COG1', 'Ten characters without rules about them')
    accept(this.pool, 'COG2', 'A second factor is not asked of somebody who minds two cottages')
    accept(this.pool, 'COG8', 'Threat protection costs per user, and guards nothing but one manager each')
    sendThroughSes(this.pool, mail, parameters.mailFrom)

    this.client = this.pool.addClient('web', {
      authFlows: { userSrp: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
    })

    // Cognito gives a trigger five seconds, and calls it again when it takes longer.
    const timeout = Duration.seconds(5)
    this.customMessage = new ServiceFunction(this, 'custom-message', {
      description: 'Words the mails of sign-up and password reset',
      timeout,
      environment: { APP_URL: parameters.appUrl },
    })
    this.confirmManager = new ServiceFunction(this, 'confirm-manager', {
      description: 'Makes the row of a manager who confirmed the address',
      timeout,
    })
      .reads(storage.table)
      .writes(storage.table)
    this.pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, this.customMessage.lambda)
    this.pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, this.confirmManager.lambda)
  }
}

/**
 * Cognito's own sender stops at 50 mails a day. CDK's option for SES wants the region and the address at
 * synth time, and this template knows neither, so the properties are set directly.
 */
function sendThroughSes(pool: UserPool, mail: Mail, from: string): void {
  const resource = pool.node.defaultChild as CfnUserPool
  resource.emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    sourceArn: mail.identity.emailIdentityArn,
    from,
    configurationSet: mail.configurationSet.configurationSetName,
  }
}
