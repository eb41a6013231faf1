import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { bootSmallStack, smallTemplate } from './small-stack.ts'

/** The small stack with a site, a logo bucket and a distribution in front of both. */
async function bootSite() {
  const template = smallTemplate()
  Object.assign(template.Resources, {
    Logos: { Type: 'AWS::S3::Bucket' },
    Pages: { Type: 'Custom::CDKBucketDeployment', Properties: { SourceObjectKeys: ['site.zip'] } },
    Headers: {
      Type: 'AWS::CloudFront::ResponseHeadersPolicy',
      Properties: {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'self'; connect-src 'self'" },
          },
        },
      },
    },
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Origins: [
            { Id: 'logos', DomainName: { 'Fn::GetAtt': ['Logos', 'RegionalDomainName'] } },
            {
              Id: 'api',
              DomainName: 'api.example',
              OriginCustomHeaders: [{ HeaderName: 'X-Origin', HeaderValue: 'secret' }],
            },
          ],
          CacheBehaviors: [{ PathPattern: '/logos/*', TargetOriginId: 'logos' }],
        },
      },
    },
  })
  return bootSmallStack({ template })
}

test('any page’s address answers with the app, a missing file does not', async () => {
  const { url } = await bootSite()
  for (const path of ['/', '/seaview/dates/prop_1', '/index.html']) {
    const response = await fetch(url + path)
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Small</title>'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
  const script = await fetch(`${url}/assets/app.js`)
  expect(script.headers.get('content-type')).toMatch(/javascript/)
  expect(script.headers.get('cache-control')).toMatch(/immutable/)
  expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404)
  expect((await fetch(`${url}/..%2f..%2fmanifest.json`)).status).toBe(404)
})

test('pages carry the template’s security policy, opened only for this machine’s own services', async () => {
  const { url, endpoint } = await bootSite()
  const policy = (await fetch(url)).headers.get('content-security-policy')
  expect(policy).toBe(`default-src 'self'; connect-src 'self' ${url} ${endpoint}`)
})

test('the app finds its user pool and its addresses in /config.json', async () => {
  const { url } = await bootSite()
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
    appUrl: url,
    waitlistUrl: url.replace('localhost', 'waitlist.localhost'),
  })
})

test('a stored logo is served under the path of its key', async () => {
  const { url, endpoint, operator } = await bootSite()
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials: operator, forcePathStyle: true })
  const Key = 'logos/mgr_1/logo.png'
  await client.send(new PutObjectCommand({ Bucket: 'logos', Key, Body: 'png', ContentType: 'image/png' }))
  const logo = await fetch(`${url}/${Key}`)
  expect([logo.status, logo.headers.get('content-type'), await logo.text()]).toEqual([
    200,
    'image/png',
    'png',
  ])
  expect((await fetch(`${url}/logos/mgr_2/logo.png`)).status).toBe(404)
})

test('the API sees what the distribution adds to a request', async () => {
  const { url } = await bootSite()
  const { headers } = await (
    await fetch(`${url}/api/things/1`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  ).json()
  expect(headers['x-origin']).toBe('secret')
  expect(headers['x-forwarded-for']).toMatch(/^203\.0\.113\.7(, (127\.0\.0\.1|::1)){2}$/)
})
