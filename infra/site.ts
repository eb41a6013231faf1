import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Annotations, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from './api.ts'
import { serveHosts } from './hosts.ts'
import type { Identity } from './identity.ts'
import type { Parameters } from './parameters.ts'
import { accept, acceptWildcard } from './rules.ts'
import { privateBucket } from './storage.ts'
import type { Storage } from './storage.ts'

type SiteProps = {
  /** Where the web app's build put its files. Without any, the stack synthesizes without pages. */
  directory: string
  parameters: Parameters
  storage: Storage
  identity: Identity
  api: Api
}

/** One origin for the browser: the web app, the API and the logos behind CloudFront. */
export class Site extends Construct {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id)
    const { storage, api } = props
    const { region, urlSuffix } = Stack.of(this)

    const bucket = privateBucket(this, 'pages')
    const common = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: securityHeaders(this, storage.logos),
    } satisfies Partial<BehaviorOptions>

    this.distribution = new Distribution(this, 'distribution', {
      comment: 'Waitlist: site, API and logos',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        ...common,
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: pageRewrite(this) }],
      },
      additionalBehaviors: {
        '/api/*': {
          ...common,
          origin: new HttpOrigin(`${api.http.apiId}.execute-api.${region}.${urlSuffix}`),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
        '/logos/*': { ...common, origin: S3BucketOrigin.withOriginAccessControl(storage.logos) },
      },
    })

    serveHosts(this.distribution, props.parameters)
    accept(this.distribution, 'CFR1', 'Guests come from everywhere')
    accept(this.distribution, 'CFR2', 'A web ACL lives in us-east-1 only; the API throttles for itself')
    accept(
      this.distribution,
      'CFR3',
      'Its log would hold the addresses of guests; the API logs what is needed',
    )
    accept(
      this.distribution,
      'CFR4',
      'Without a certificate of its own hosts, CloudFront chooses; with one, TLS 1.2 is the least',
    )

    this.deploy(bucket, props)
  }

  /**
   * Uploads the built web app and its configuration, hashed files first: no page asks for what is not there.
   */
  private deploy(bucket: IBucket, { directory, parameters, identity }: SiteProps): void {
    const common = {
      destinationBucket: bucket,
      // A page opened before a release may still ask for that release's files.
      prune: false,
      logGroup: new LogGroup(this, 'DeploymentLogs', {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    }
    const configuration = Source.jsonData('config.json', {
      userPoolId: identity.pool.userPoolId,
      userPoolClientId: identity.client.userPoolClientId,
      appUrl: parameters.appUrl,
      waitlistUrl: parameters.waitlistUrl,
      supportEmail: parameters.supportEmail,
    })
    const assets = existsSync(join(directory, 'index.html')) ? Source.asset(directory) : undefined
    if (!assets)
      Annotations.of(this).addInfo(`No site in ${directory}: build it with \`npx vite build\` first.`)

    const files =
      assets &&
      new BucketDeployment(this, 'files', {
        ...common,
        sources: [assets],
        exclude: ['*'],
        include: ['assets/*'],
        // Their names carry a hash of what is in them.
        cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      })
    const pages = new BucketDeployment(this, 'pages-and-configuration', {
      ...common,
      sources: assets ? [assets, configuration] : [configuration],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.fromString('no-cache')],
      distribution: this.distribution,
      distributionPaths: ['/*'],
    })
    if (files) pages.node.addDependency(files)
    acceptUploader(Stack.of(this), bucket)
  }
}

/**
 * The app routes in the browser, so every path that is no file gets its one page. (CloudFront's error
 * responses could do that too, but they hold for the whole distribution and would turn the API's 404 into a
 * page.)
 */
export const pageRewriteCode = `function handler(event) {
  var request = event.request
  if (!/\\.[a-z0-9]+$/i.test(request.uri)) request.uri = '/index.html'
  return request
}`

function pageRewrite(scope: Construct): Function {
  return new Function(scope, 'page-rewrite', {
    comment: 'Answers the paths of the web app with its page',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(pageRewriteCode),
  })
}

function securityHeaders(scope: Construct, logos: IBucket): ResponseHeadersPolicy {
  const { region } = Stack.of(scope)
  const policy = {
    'default-src': ["'self'"],
    // Sign-in talks to Cognito, and a logo is posted straight to its bucket.
    'connect-src': [
      "'self'",
      `https://cognito-idp.${region}.amazonaws.com`,
      `https://${logos.bucketRegionalDomainName}`,
    ],
    // Managers' property images are addresses of their booking sites; a chosen logo is previewed from memory.
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    // Toasts and dialogs bring small style elements of their own.
    'style-src': ["'self'", "'unsafe-inline'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return new ResponseHeadersPolicy(scope, 'security-headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: Object.entries(policy)
          .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
          .join('; '),
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      // The link to a request is its key: other sites must not see it.
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'permissions-policy', value: 'camera=(), geolocation=(), microphone=()', override: true },
      ],
    },
  })
}

/**
 * CDK's own function that copies files to a bucket: its runtime, role and wildcards are not ours to choose.
 */
function acceptUploader(stack: Stack, bucket: IBucket): void {
  const uploader = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
  if (!uploader) return
  const reason = "CDK's uploader: it reads the assets, writes the site's bucket and clears the cache"
  const assets = 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>'
  for (const rule of [
    'L1',
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map(
      (action) => `IAM5[Action::s3:${action}]`,
    ),
    'IAM5[Resource::*]',
    `IAM5[Resource::${assets}/*]`,
  ]) {
    accept(uploader, rule, reason)
  }
  acceptWildcard(uploader, bucket, '/*', reason)
}
