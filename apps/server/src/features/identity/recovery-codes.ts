import { hashToken, newLegible } from '../../config/tokens.ts';

export const RECOVERY_CODES_COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A code as it is printed: four groups of four signs, together nearly 80 random bits. */
export function newRecoveryCode(): string {
  return (newLegible(GROUPS * GROUP_LENGTH).match(/.{4}/g) ?? []).join('-');
}

/** The hash of a code as it is typed: spaces, dashes and capitals make no difference. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
