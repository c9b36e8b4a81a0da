import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import { deriveKeySlowly } from './derive-key-slowly.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a proof made without the browser’s cryptography, as on a network without TLS, is the same', async () => {
  const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 700, keyLength: 32 } as Parameters<typeof deriveKey>[0];
  const own = await deriveKey(parameters, bytes('salt'), bytes('password'));
  expect(await deriveKeySlowly(parameters, bytes('salt'), bytes('password'))).toEqual(own);
});
