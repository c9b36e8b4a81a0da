import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/**
 * The key of a proof of work without the browser's own cryptography, which takes some ten times as long. The server asks for no
 * other algorithm (`http/limits/challenge.ts`).
 */
export const deriveKeySlowly: typeof deriveKey = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`no proof is made with ${algorithm}`);
  return { parameters: {}, derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};
