import { isIPv4, isIPv6 } from 'node:net';

/** A part of the internet that an address lies in, and how many times the limits of one visitor it has. */
export type Network = { readonly name: string; readonly freeTimes: number; readonly mostTimes: number };

/**
 * The narrowest comes first. One household has a whole IPv6 network of 64 bits and may have one of 48, which holds 65,536
 * of them; behind one IPv4 address of a carrier are thousands of phones, and its addresses lie side by side.
 */
const WIDTHS_6 = [
  { bits: 64, freeTimes: 1, mostTimes: 1 },
  { bits: 56, freeTimes: 4, mostTimes: 1.5 },
  { bits: 48, freeTimes: 16, mostTimes: 2 },
] as const;
const WIDTHS_4 = [
  { bits: 32, freeTimes: 1, mostTimes: 1 },
  { bits: 24, freeTimes: 8, mostTimes: 2 },
] as const;

/** The networks of a client, the narrowest first. */
export function networksOf(ip: string): readonly Network[] {
  const address = unmapped(ip.replace(/%.*$/, '').toLowerCase());
  if (isIPv4(address)) {
    const parts = address.split('.');
    return WIDTHS_4.map(({ bits, ...times }) => ({ name: `${parts.slice(0, bits / 8).join('.')}/${bits}`, ...times }));
  }
  if (!isIPv6(address)) return [{ name: address, freeTimes: 1, mostTimes: 1 }];
  const hex = groupsOf(address)
    .map((group) => group.padStart(4, '0'))
    .join('');
  return WIDTHS_6.map(({ bits, ...times }) => ({ name: `${hex.slice(0, bits / 4)}/${bits}`, ...times }));
}

/** The name of the narrowest network: what counts as one visitor. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0]?.name ?? ip;
}

/** IPv4 written inside IPv6, in either way of writing it. */
function unmapped(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => Number.parseInt(group, 16) === 0) && groups[5] === 'ffff';
  if (!isMapped) return address;
  const number = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return number.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** All eight groups, also those that `::` leaves out. */
function groupsOf(address: string): readonly string[] {
  const written = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = written.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
}
