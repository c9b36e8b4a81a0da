import { randomBytes } from 'node:crypto';
import { hashToken } from '../../config/tokens.ts';

export const RECOVERY_CODES_COUNT = 10;
/** The signs of a code, without those that look alike, because codes are copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A code as it is printed: four groups of four signs, together nearly 80 random bits. */
export function newRecoveryCode(): string {
  const signs: string[] = [];
  while (signs.length < GROUPS * GROUP_LENGTH) {
    // Bytes beyond the last whole alphabet would favour its first signs.
    for (const byte of randomBytes(GROUPS * GROUP_LENGTH)) {
      if (byte < 248 && signs.length < GROUPS * GROUP_LENGTH) signs.push(ALPHABET[byte % ALPHABET.length]!);
    }
  }
  return (signs.join('').match(/.{4}/g) ?? []).join('-');
}

/** The hash of a code as it is typed: spaces, dashes and capitals make no difference. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
