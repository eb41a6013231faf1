import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../lambdas/lib/calendar-feed/addresses.ts'
import { feedAddress, linkKey } from '../../../lambdas/lib/calendar-feed/feed-address.ts'

describe('addresses on the public internet', () => {
  test.each([
    '93.184.216.34',
    '8.8.8.8',
    '2606:4700:4700::1111',
    '[2a00:1450:4001:82f::200e]',
    '::ffff:8.8.8.8',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    ['loopback', '127.0.0.1'],
    ['any loopback', '127.8.9.10'],
    ['this host', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['metadata', '169.254.169.254'],
    ['task metadata', '169.254.170.2'],
    ['carrier NAT', '100.64.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.5'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['IPv6 loopback', '::1'],
    ['IPv6 any', '::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 unique local', 'fd00:ec2::254'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped, in hex', '[::ffff:7f00:1]'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['6to4 of a private address', '2002:0a00:0001::1'],
    ['6to4 of a public address', '2002:0808:0808::1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['documentation', '2001:db8::1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('%s, %s, is none', (_, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the address of a link', () => {
  test('is https; webcal is read as https', () => {
    expect(feedAddress('webcal://example.com/a.ics', '')?.href).toBe('https://example.com/a.ics')
    expect(feedAddress(' https://example.com:8443/a.ics ', '')?.href).toBe('https://example.com:8443/a.ics')
  })

  test.each([
    'http://example.com/a.ics',
    'ftp://example.com',
    'file:///etc/passwd',
    'https://example.com:22/',
    'https://',
    'no address',
    '',
  ])('%s is not fetched', (url) => expect(feedAddress(url, '')).toBeNull())

  test('may be http at the local hosts only', () => {
    expect(feedAddress('http://localhost:3000/a.ics', '127.0.0.1:3000,localhost:3000')).not.toBeNull()
    expect(feedAddress('http://localhost:3001/a.ics', 'localhost:3000')).toBeNull()
  })

  test('has a key that does not tell it, the same for webcal and https', () => {
    const key = linkKey('https://example.com/secret.ics')
    expect(key).toMatch(/^[\w-]{22}$/)
    expect(linkKey('webcal://example.com/secret.ics')).toBe(key)
    expect(linkKey('https://example.com/other.ics')).not.toBe(key)
  })
})
