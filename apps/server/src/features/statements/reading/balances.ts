import { malformed, StatementRefused } from './refused.ts';
import type { Balances } from './statement-messages.ts';

/** Sums of many large amounts leave the whole numbers that a `number` holds exactly. */
export type StatementSums = {
  readonly opening: number | null;
  readonly closing: number | null;
  readonly moved: bigint;
};

/**
 * A statement adds up, and begins with the closing of the one before it (R21.2).
 *
 * @throws StatementRefused `balance_mismatch`
 */
export function checkBalances({ opening, closing, moved }: StatementSums, before: Balances | undefined): Balances {
  if (opening !== null && closing !== null && BigInt(opening) + moved !== BigInt(closing)) {
    throw new StatementRefused({ code: 'balance_mismatch', opening, lines: String(moved), closing });
  }
  const closed = before?.closing ?? null;
  if (opening !== null && closed !== null && closed !== opening) {
    throw new StatementRefused({ code: 'balance_mismatch', opening: closed, lines: '0', closing: opening });
  }
  return { opening, closing };
}

/** Compared in capitals, and only A–Z and 0–9 of them (R21.2). */
export function isSameAccount(written: string, number: string): boolean {
  const compact = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return compact(written) !== '' && compact(written) === compact(number);
}

/** Balances of statements whose lines are no more than a file may hold. @throws StatementRefused `statement_malformed` */
export function signed(minor: number, isCredit: boolean): number {
  if (!Number.isSafeInteger(minor)) malformed();
  return isCredit || minor === 0 ? minor : -minor;
}
