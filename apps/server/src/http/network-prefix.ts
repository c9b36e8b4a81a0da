import { isIPv6 } from 'node:net';

/** The network without the host: 24 bits of an IPv4 address, 48 of an IPv6 one. It tells offices apart, not people. */
export function networkPrefixOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`;
}
