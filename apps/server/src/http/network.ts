/** What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, of which one household has them all. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  return ip.split(':').slice(0, 4).join(':');
}
