import { expect, test } from 'vitest';
import { networkOf, networksOf } from './networks.ts';

const namesOf = (ip: string) => networksOf(ip).map(({ name }) => name);

test.each([
  ['203.0.113.9', ['203.0.113.9/32', '203.0.113/24']],
  ['::ffff:203.0.113.9', ['203.0.113.9/32', '203.0.113/24']],
  ['::ffff:cb00:7109', ['203.0.113.9/32', '203.0.113/24']],
  ['2001:db8:1:2:3:4:5:6', ['20010db800010002/64', '20010db8000100/56', '20010db80001/48']],
  ['2001:DB8:1:2::9', ['20010db800010002/64', '20010db8000100/56', '20010db80001/48']],
  ['2001:db8::7:1:1:1', ['20010db800000000/64', '20010db8000000/56', '20010db80000/48']],
  ['2400:c600::1', ['2400c60000000000/64', '2400c600000000/56', '2400c6000000/48']],
  ['::1', ['0000000000000000/64', '00000000000000/56', '000000000000/48']],
  ['fe80::1%eth0', ['fe80000000000000/64', 'fe800000000000/56', 'fe8000000000/48']],
])('%s lies in the networks %s', (ip, names) => {
  expect(namesOf(ip)).toEqual(names);
});

test('addresses of one network of 64 bits count as one visitor, however they are written', () => {
  const written = ['2001:db8::1:1:1:1', '2001:db8:0:0:2::', '2001:0db8:0000::9', '2001:db8::192.0.2.1'];
  expect(new Set(written.map(networkOf)).size).toBe(1);
});

test('two networks of 64 bits count apart', () => {
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'));
});

test('a text that is no address is a network of its own', () => {
  expect(namesOf('unknown')).toEqual(['unknown']);
});
