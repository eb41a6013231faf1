import { existsSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import * as z from 'zod'
import type { Reading } from './reading.ts'

const Switch = z.object({ Override: z.boolean().optional() })

const HeadersPolicy = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z
      .object({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
        ContentTypeOptions: Switch.optional(),
        FrameOptions: z.object({ FrameOption: z.string() }).optional(),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }).optional(),
      })
      .default({}),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) })
      .optional(),
  }),
})

const Distribution = z.object({
  DistributionConfig: z.object({
    Origins: z
      .array(
        z.object({
          Id: z.string(),
          DomainName: z.string(),
          OriginCustomHeaders: z
            .array(z.object({ HeaderName: z.string(), HeaderValue: z.string() }))
            .default([]),
        }),
      )
      .default([]),
    CacheBehaviors: z.array(z.object({ PathPattern: z.string(), TargetOriginId: z.string() })).default([]),
  }),
})

const Deployment = z.object({ SourceObjectKeys: z.array(z.string()) })

/**
 * Reads what makes up the site: the response headers, the headers that the distribution adds for its
 * origins, and the directories that a deployment would copy into the site bucket.
 *
 * Strict-Transport-Security is left out: it would lock `localhost` to https in the visitor's browser.
 */
export function readSiteResource({ resource, resolver, directory, assembly }: Reading): void {
  const given = resolver.resolve(resource.Properties)
  switch (resource.Type) {
    case 'AWS::CloudFront::ResponseHeadersPolicy': {
      const config = HeadersPolicy.parse(given).ResponseHeadersPolicyConfig
      const security = config.SecurityHeadersConfig
      const headers = {
        'content-security-policy': security.ContentSecurityPolicy?.ContentSecurityPolicy,
        'x-content-type-options': security.ContentTypeOptions && 'nosniff',
        'x-frame-options': security.FrameOptions?.FrameOption,
        'referrer-policy': security.ReferrerPolicy?.ReferrerPolicy,
        ...Object.fromEntries(
          (config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value]),
        ),
      }
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) assembly.securityHeaders[name] = value
      }
      return
    }
    case 'AWS::CloudFront::Distribution': {
      const { Origins, CacheBehaviors } = Distribution.parse(given).DistributionConfig
      for (const { PathPattern, TargetOriginId } of CacheBehaviors) {
        const domain = Origins.find(({ Id }) => Id === TargetOriginId)?.DomainName ?? ''
        const bucket = assembly.buckets.find(({ name }) => domain.startsWith(`${name}.s3.`))
        // `/logos/*` of CloudFront is the prefix `/logos/`.
        if (bucket) assembly.bucketPaths.push({ prefix: PathPattern.replace(/\*$/, ''), bucket: bucket.name })
      }
      for (const origin of Origins) {
        for (const { HeaderName, HeaderValue } of origin.OriginCustomHeaders) {
          assembly.originHeaders[HeaderName.toLowerCase()] = HeaderValue
        }
      }
      return
    }
    default: {
      const { SourceObjectKeys } = Deployment.parse(given)
      const folders = SourceObjectKeys.map((key) => assetDirectory(directory, key))
      assembly.siteBucket.directories.push(...folders.filter((folder) => existsSync(folder)))
    }
  }
}

/** CDK stages what it will upload as `{hash}.zip` in a directory named after the hash. */
export function assetDirectory(assembly: string, objectKey: string): string {
  return join(absolute(assembly), `asset.${objectKey.replace(/\.zip$/, '')}`)
}
