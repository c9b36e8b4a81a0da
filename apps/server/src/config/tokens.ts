import { createHash, randomBytes, randomInt } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An opaque token of 256 random bits: nothing can be read from it, and only its hash is stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Letters and digits without those that look alike, because they are copied by hand. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random signs that people can copy by hand; each has nearly five bits. */
export function newLegible(length: number): string {
  return Array.from({ length }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
