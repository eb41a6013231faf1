import { CfnOutput, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { Api } from './api.ts'
import { Calendars } from './calendars.ts'
import { Identity } from './identity.ts'
import { Mail } from './mail.ts'
import { Notifications } from './notifications.ts'
import { declareParameters } from './parameters.ts'
import { Schedules } from './schedules.ts'
import { Site } from './site.ts'
import { Storage } from './storage.ts'
import { Watch } from './watch.ts'

/** The whole product. Wiring only: what a part is made of stands in the part's own file. */
export class WaitlistStack extends Stack {
  constructor(scope: Construct, id: string, props: { siteDirectory: string }) {
    super(scope, id, { description: 'Waitlist for vacation rentals' })

    const parameters = declareParameters(this)
    const schedules = new Schedules(this, 'schedules')
    const storage = new Storage(this, 'storage', { parameters })
    const mail = new Mail(this, 'mail', { parameters, storage })
    const identity = new Identity(this, 'identity', { parameters, storage, mail })
    const notifications = new Notifications(this, 'notifications', { storage, mail, schedules })
    const calendars = new Calendars(this, 'calendars', {
      parameters,
      storage,
      mail,
      notifications,
      schedules,
    })
    const api = new Api(this, 'api', { parameters, storage, identity, mail, notifications, calendars })
    const site = new Site(this, 'site', {
      directory: props.siteDirectory,
      parameters,
      storage,
      identity,
      api,
    })
    const watch = new Watch(this, 'watch', { schedules, mail, identity, notifications, calendars, api })

    new CfnOutput(this, 'SiteAddress', { value: `https://${site.distribution.distributionDomainName}` })
    new CfnOutput(this, 'UserPoolId', { value: identity.pool.userPoolId })
    new CfnOutput(this, 'UserPoolClientId', { value: identity.client.userPoolClientId })
    new CfnOutput(this, 'TableName', { value: storage.table.tableName })
    new CfnOutput(this, 'AlarmTopicArn', { value: watch.alarms.topicArn })
  }
}
