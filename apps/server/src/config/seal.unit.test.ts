import { expect, test } from 'vitest';
import { sealAsBefore } from '../test/sealed-before.ts';
import { keyedHash, keyedHashes } from './keyed-hash.ts';
import { isSealedByNewest, seal, sealBytes, unseal, unsealBytes } from './seal.ts';
import { deriveKeys } from './secret.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const old = deriveKeys([OLD], 'a test');
const rotated = deriveKeys([NEW, OLD], 'a test');
const PLACE = ['withdrawals', 4, 12, 1, 10_000] as const;

test('a sealed value opens with its key, and not when one bit of it was changed', () => {
  const [id = '', text = ''] = seal(old, PLACE, { cents: 1 }).split('.');
  const bytes = Buffer.from(text, 'base64url');
  expect(unseal(old, PLACE, `${id}.${bytes.toString('base64url')}`)).toEqual({ cents: 1 });
  // The digit: what is decrypted is JSON again, only another amount.
  const digit = bytes.length - 2;
  bytes[digit] = (bytes[digit] ?? 0) ^ 1;
  expect(() => unseal(old, PLACE, `${id}.${bytes.toString('base64url')}`)).toThrow(/authenticate data/);
});

test.each([
  ['another row', ['withdrawals', 5, 12, 1, 10_000]],
  ['another sum', ['withdrawals', 4, 12, 1, 10_001]],
  ['another table', ['payouts', 4, 12, 1, 10_000]],
  ['numbers that run together', ['withdrawals', 41, 2, 1, 10_000]],
] as const)('a sealed value does not open in %s', (_, place) => {
  const sealed = seal(old, PLACE, 'to Rahima');
  expect(unseal(old, PLACE, sealed)).toBe('to Rahima');
  expect(() => unseal(old, place, sealed)).toThrow(/authenticate data/);
});

test('after a rotation the newest secret seals, and what an older one sealed still opens', () => {
  const before = seal(old, PLACE, 1);
  const after = seal(rotated, PLACE, 2);
  expect([unseal(rotated, PLACE, before), unseal(rotated, PLACE, after)]).toEqual([1, 2]);
  expect([isSealedByNewest(rotated, before), isSealedByNewest(rotated, after)]).toEqual([false, true]);
  expect(() => unseal(old, PLACE, after)).toThrow(/no secret/);
  expect(unsealBytes(rotated, PLACE, sealBytes(old, PLACE, OLD))).toEqual(OLD);
});

test('a value of the last release opens with the secret of its time, and never with a newer one alone', () => {
  const before = sealAsBefore(old[0].secret, Buffer.from('{"cents":1}'));
  expect(unseal(rotated, PLACE, before)).toEqual({ cents: 1 });
  expect(isSealedByNewest(old, before)).toBe(false);
  expect(() => unseal(deriveKeys([NEW], 'a test'), PLACE, before)).toThrow(/authenticate data/);
});

test('a keyed hash is found again after a rotation, and another is none of its hashes', () => {
  const before = keyedHash(old, ['phone', '+8801712345678']);
  expect(keyedHashes(rotated, ['phone', '+8801712345678'])).toEqual([
    keyedHash(rotated, ['phone', '+8801712345678']),
    before,
  ]);
  expect(keyedHashes(rotated, ['phone', '+8801712345679'])).not.toContain(before);
});
