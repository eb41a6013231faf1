import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Duration, Fn } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { ServiceFunction } from './function.ts'
import type { Parameters } from './parameters.ts'
import { deadLetterQueue, workedQueue } from './queue.ts'
import type { Storage } from './storage.ts'

/** Everything between "this message is to be sent" and what the provider says became of it. */
export class Mail extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  readonly codeQueue: Queue
  readonly codeDeadLetters: Queue
  readonly feedbackDeadLetters: Queue
  readonly identity: EmailIdentity
  readonly configurationSet: ConfigurationSet
  readonly sendMail: ServiceFunction
  readonly mailFeedback: ServiceFunction

  constructor(scope: Construct, id: string, props: { parameters: Parameters; storage: Storage }) {
    super(scope, id)
    const { parameters, storage } = props

    this.configurationSet = new ConfigurationSet(this, 'configuration-set', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    this.identity = new EmailIdentity(this, 'sender', {
      identity: Identity.domain(Fn.select(1, Fn.split('@', parameters.mailFrom))),
      configurationSet: this.configurationSet,
    })

    // Ten messages take a second at SES's usual rate; a minute leaves room for waiting on throttles.
    const timeout = Duration.minutes(1)
    this.sendMail = new ServiceFunction(this, 'send-mail', {
      description: 'Sends queued mails and text messages, each once',
      timeout,
      environment: {
        MAIL_RATE_PER_SECOND: parameters.mailRatePerSecond,
        APP_URL: parameters.appUrl,
        WAITLIST_URL: parameters.waitlistUrl,
      },
    })
      .reads(storage.table, 'listing', 'address')
      .writes(storage.table)
      .sendsMail({
        identityArn: this.identity.emailIdentityArn,
        configurationSetName: this.configurationSet.configurationSetName,
        from: parameters.mailFrom,
      })
      .sendsSms()

    const mail = workedQueue(this, 'mail', this.sendMail, {
      batchSize: 10,
      // The least Lambda allows. Each of the two keeps to half of the account's sending rate.
      maxConcurrency: 2,
      workerTimeout: timeout,
      // Nobody asks for an alert again: six minutes apart, ten tries outlast an hour in which nothing works.
      tries: 10,
    })
    this.queue = mail.queue
    // What a provider does not take now goes back with a delay, as a fresh message: throttling is no poison.
    this.sendMail.sendsTo(mail.queue, 'MAIL_QUEUE_URL')
    this.deadLetters = mail.deadLetters

    // Somebody sits and waits for a code that is good for ten minutes, and 10,000 alerts at 14 a second take
    // twelve: codes have a queue of their own. They are few, so that what they add to the rate is little.
    const codes = workedQueue(this, 'code', this.sendMail, {
      batchSize: 1,
      maxConcurrency: 2,
      workerTimeout: timeout,
    })
    this.codeQueue = codes.queue
    this.codeDeadLetters = codes.deadLetters

    this.feedbackDeadLetters = deadLetterQueue(this, 'feedback-dlq')
    this.mailFeedback = new ServiceFunction(this, 'mail-feedback', {
      description: 'Records what SES says became of a mail: delivered, bounced, complained of',
      timeout: Duration.seconds(30),
      deadLetters: this.feedbackDeadLetters,
    })
      .reads(storage.table, 'address')
      .writes(storage.table)

    const events = new Topic(this, 'mail-events', { enforceSSL: true })
    events.addSubscription(new LambdaSubscription(this.mailFeedback.lambda))
    this.configurationSet.addEventDestination('events', {
      destination: EventDestination.snsTopic(events),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.RENDERING_FAILURE,
        EmailSendingEvent.DELIVERY_DELAY,
      ],
    })
  }
}
