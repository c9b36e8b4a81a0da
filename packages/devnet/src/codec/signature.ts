import { createPublicKey, verify } from 'node:crypto';
import { concat, unhex } from './bytes.ts';
import type { Approval } from './deploy.ts';

const ED25519 = '01';
/** What the standard form of an Ed25519 public key has in front of its 32 bytes. */
const SPKI_PREFIX = unhex('302a300506032b6570032100');

/** Whether the signer made this signature of the hash. Only Ed25519 is known here. */
export function isSignedBy({ signer, signature }: Approval, hash: string): boolean {
  if (!signer.startsWith(ED25519) || !signature.startsWith(ED25519) || signature.length !== 2 + 128) return false;
  const der = Buffer.from(concat(SPKI_PREFIX, unhex(signer.slice(2))));
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, unhex(hash), key, unhex(signature.slice(2)));
  } catch {
    return false;
  }
}
