import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** A value as the release before rings of secrets sealed it: it names no key, and is bound to `bound` or to nothing. */
export function sealAsBefore(key: KeyObject, bytes: Uint8Array, bound?: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  if (bound !== undefined) cipher.setAAD(Buffer.from(bound, 'utf8'));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}
