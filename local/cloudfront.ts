import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { Assembly } from './assembly/model.ts'
import type { Incoming } from './http-listener.ts'
import type { ServiceResponse } from './service.ts'

/** What the distribution has behind it. */
export type Origins = {
  api(request: Incoming): Promise<ServiceResponse>
  readObject(
    bucket: string,
    key: string,
  ): Promise<{ body: Buffer; headers: Record<string, string> } | undefined>
  /** What the deployment writes to `/config.json`. */
  siteConfig: object
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Answers as the distribution would: the API, the logos, or the site with the template's security headers. */
export function createCloudfront(assembly: Assembly, origins: Origins, endpoints: string[]) {
  const headers = { ...assembly.securityHeaders }
  const policy = headers['content-security-policy']
  if (policy) headers['content-security-policy'] = localPolicy(policy, endpoints)
  const pages = { ...headers, 'cache-control': 'no-cache' }
  const plain = { ...headers, 'content-type': 'text/plain' }

  const page = async (path: string): Promise<ServiceResponse> => {
    // Paths without an ending are pages of the single-page app, which the distribution's function rewrites.
    const file = extname(path) ? path : '/index.html'
    for (const directory of assembly.siteBucket.directories) {
      const body = await readFile(join(directory, file)).catch(() => undefined)
      if (!body) continue
      const contentType = contentTypes[extname(file)] ?? 'application/octet-stream'
      const caching = file.startsWith('/assets/') && {
        'cache-control': 'public, max-age=31536000, immutable',
      }
      return { status: 200, headers: { ...pages, 'content-type': contentType, ...caching }, body }
    }
    return { status: 404, headers: { ...pages, 'content-type': 'text/plain' }, body: 'Not found\n' }
  }

  return async (request: Incoming): Promise<ServiceResponse> => {
    // Behaviors match the path as it was sent: an encoded `..` in an id is for the API to refuse.
    if (request.url.pathname.startsWith('/api/')) {
      const viewer = request.remoteAddress
      const forwarded = [request.headers['x-forwarded-for'], viewer].filter(Boolean).join(', ')
      const answer = await origins.api({
        ...request,
        headers: { ...request.headers, ...assembly.originHeaders, 'x-forwarded-for': forwarded },
      })
      return { ...answer, headers: { ...answer.headers, ...headers } }
    }
    const path = normalize(decodePath(request.url.pathname))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 403, headers: plain, body: 'Not allowed\n' }
    }
    if (path === '/config.json') {
      const body = JSON.stringify(origins.siteConfig)
      return { status: 200, headers: { ...pages, 'content-type': 'application/json' }, body }
    }
    const stored = assembly.bucketPaths.find(({ prefix }) => path.startsWith(prefix))
    if (stored) {
      const object = await origins.readObject(stored.bucket, path.slice(1))
      if (!object) return { status: 404, headers: plain, body: 'Not found\n' }
      return { status: 200, headers: { ...headers, ...object.headers }, body: object.body }
    }
    return page(path)
  }
}

/**
 * Browsers upload logos straight to S3, which here is the front door under its numeric address. The demo company's
 * pictures are addresses of the app host, which the waitlist host shows too.
 */
function localPolicy(policy: string, endpoints: string[]): string {
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== 'upgrade-insecure-requests')
    .map((directive) =>
      /^(connect|img)-src/.test(directive) ? `${directive} ${endpoints.join(' ')}` : directive,
    )
    .join('; ')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
