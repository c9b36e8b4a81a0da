import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Bytes, concat, unhex } from './bytes.ts';
import type { Approval } from './deploy.ts';
import { isLowSignature } from './secp256k1.ts';

const ED25519 = '01';
const SECP256K1 = '02';
const SIGNATURE_DIGITS = 2 + 128;
/** The standard form of a public key has these bytes in front of its 32 or 33. */
const SPKI_PREFIXES: Readonly<Record<string, Bytes>> = {
  [ED25519]: unhex('302a300506032b6570032100'),
  [SECP256K1]: unhex('3036301006072a8648ce3d020106052b8104000a032200'),
};

/** Whether the signer made this signature of the hash. */
export function isSignedBy({ signer, signature }: Approval, hash: string): boolean {
  return verifies(signer, signature, unhex(hash));
}

/** Key and signature are hexadecimal digits with their algorithm in front, which has to be the same. */
export function verifies(signer: string, signature: string, message: Uint8Array): boolean {
  const algorithm = signer.slice(0, 2);
  if (signature.slice(0, 2) !== algorithm || signature.length !== SIGNATURE_DIGITS) return false;
  const bytes = unhex(signature.slice(2));
  try {
    const key = publicKeyOf(signer);
    if (algorithm === ED25519) return verify(null, message, key, bytes);
    return isLowSignature(bytes) && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    return false;
  }
}

function publicKeyOf(signer: string): KeyObject {
  const prefix = SPKI_PREFIXES[signer.slice(0, 2)];
  if (!prefix) throw new RangeError('no such algorithm');
  const key = Buffer.from(concat(prefix, unhex(signer.slice(2))));
  return createPublicKey({ key, format: 'der', type: 'spki' });
}
