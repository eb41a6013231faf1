import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, HttpMethod, HttpNoneAuthorizer, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import type { HttpRouteIntegration, IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { routes } from '../events/api.ts'
import type { Route } from '../events/api.ts'
import { calendarReaderMemoryMb } from './calendars.ts'
import type { Calendars } from './calendars.ts'
import { ServiceFunction } from './function.ts'
import type { Identity } from './identity.ts'
import type { Mail } from './mail.ts'
import type { Notifications } from './notifications.ts'
import type { Parameters } from './parameters.ts'
import { accept } from './rules.ts'
import type { Storage } from './storage.ts'

type ApiProps = {
  parameters: Parameters
  storage: Storage
  identity: Identity
  mail: Mail
  notifications: Notifications
  calendars: Calendars
}

/** The HTTP API: one route for each line of the route table, behind the authorizer that its access names. */
export class Api extends Construct {
  readonly http: HttpApi
  readonly managerApi: ServiceFunction
  readonly checkNow: ServiceFunction
  readonly guestApi: ServiceFunction

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    const { parameters, storage, identity, mail, notifications, calendars } = props
    const hosts = { APP_URL: parameters.appUrl, WAITLIST_URL: parameters.waitlistUrl }

    this.managerApi = new ServiceFunction(this, 'manager-api', {
      description: 'Answers the screens of signed-in managers',
      timeout: Duration.seconds(15),
      environment: hosts,
    })
      .reads(storage.table, 'listing')
      .writes(storage.table)
      .keepsLogos(storage.logos)
      // A property that was just added or mended is checked at once.
      .sendsTo(calendars.queue, 'CHECK_QUEUE_URL')
      .starts(notifications.machine)
      .sendsTo(mail.queue, 'MAIL_QUEUE_URL')

    this.checkNow = new ServiceFunction(this, 'check-now', {
      description: "Reads a manager's calendars twice while the manager watches",
      // API Gateway stops listening after 30 seconds; what began is finished nevertheless.
      timeout: Duration.seconds(60),
      memoryMb: calendarReaderMemoryMb,
      environment: { FEED_HTTP_HOSTS: parameters.feedHttpHosts },
    })
      .reads(storage.table, 'listing', 'work')
      .writes(storage.table)
      .starts(notifications.machine)
      .sendsTo(mail.queue, 'MAIL_QUEUE_URL')

    this.guestApi = new ServiceFunction(this, 'guest-api', {
      description: 'Answers the public screens, where nobody is signed in',
      timeout: Duration.seconds(15),
      environment: hosts,
    })
      .reads(storage.table, 'listing', 'address')
      .writes(storage.table)
      // All that it mails are codes.
      .sendsTo(mail.codeQueue, 'MAIL_QUEUE_URL')

    this.http = new HttpApi(this, 'http', { createDefaultStage: false })
    this.http.addStage('live', {
      stageName: '$default',
      autoDeploy: true,
      // A page asks for three things at most: 70 visitors a second, a newsletter's burst of 130.
      throttle: { rateLimit: 200, burstLimit: 400 },
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog(this)), format: impersonal },
    })

    const jwt = new HttpUserPoolAuthorizer('jwt', identity.pool, { userPoolClients: [identity.client] })
    const nobody = new HttpNoneAuthorizer()
    const manager = integrationOf(this.managerApi)
    const check = integrationOf(this.checkNow)
    const guest = integrationOf(this.guestApi)

    for (const [name, route] of Object.entries<Route>(routes)) {
      switch (route.access) {
        case 'manager':
          this.route(route, name === 'checkAvailability' ? check : manager, jwt)
          break
        case 'guest':
          this.route(route, guest, nobody)
          break
        case 'stripe':
          // The webhook's function is not part of the stack yet; without a route the call answers 404.
          break
      }
    }
    // API Gateway's own 404 is no problem+json (decision D11), so what matches nothing is refused by a function.
    const others = { path: otherPaths, methods: [HttpMethod.ANY], integration: guest, authorizer: nobody }
    for (const open of this.http.addRoutes(others)) accept(open, 'APIG4', 'It only refuses')
  }

  private route(route: Route, integration: HttpRouteIntegration, authorizer: IHttpRouteAuthorizer): void {
    const methods = [HttpMethod[route.method]]
    const added = this.http.addRoutes({ path: route.path, methods, integration, authorizer })
    if (route.access === 'guest') {
      for (const open of added) accept(open, 'APIG4', 'Guests have no account')
    }
  }
}

/** Everything under the API's path; API Gateway prefers any route that is more specific. */
const otherPaths = '/api/{rest+}'

/** One permission for the whole API: one per route would outgrow the 20 kB of a function's policy. */
function integrationOf(target: ServiceFunction): HttpRouteIntegration {
  return new HttpLambdaIntegration(target.name, target.lambda, { scopePermissionToRoute: false })
}

function accessLog(scope: Construct): LogGroup {
  return new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })
}

/** Which route, how it went and how long it took. No address, no user, no path with an id in it. */
const impersonal = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    requestTime: '$context.requestTime',
    routeKey: '$context.routeKey',
    status: '$context.status',
    latencyMs: '$context.responseLatency',
    functionRequestId: '$context.integration.requestId',
    functionError: '$context.integration.error',
    authorizerError: '$context.authorizer.error',
  }),
)
