/** Which addresses on the internet a stranger may make us connect to. */
import ipaddr from 'ipaddr.js'

/**
 * Unicast IPv6 that is no way into a private network: the global block, less the parts that carry an IPv4 address
 * (6to4, Teredo), documentation and benchmarking. NAT64 and the IPv4-mapped forms lie outside of the block.
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
const unfitIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((cidr) =>
  ipaddr.parseCIDR(cidr),
)

/** Whether this IP address, in any spelling, lies on the public internet. Anything that is none is not. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.process(bare) // IPv4-mapped IPv6 becomes the IPv4 address that it stands for
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return true
  return parsed.match(globalIpv6) && !unfitIpv6.some((range) => parsed.match(range))
}
