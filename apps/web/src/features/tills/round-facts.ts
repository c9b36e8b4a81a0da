import { expectedInTill } from '@sathi/domain/tills.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { KeptCash, KeptRound } from '../../lib/kept-cash.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';

export type SheetRow = DataOf<'readCollectionSheet'>[number];
export type Till = DataOf<'listTills'>[number];

/** True for refused cash, which is in the hand until it is entered anew or handed back (R22.5). */
export function isRefused({ result }: KeptCash): boolean {
  return result !== null && result !== 'taken';
}

/** True for cash that the office has taken, or knows to be handed back. */
export function isSettled({ result }: KeptCash): boolean {
  return result === 'taken';
}

/** The cash in the hand of the officer: with the float and refused cash, without cash that was handed back. */
export function inHand({ float, cash }: KeptRound): string {
  const minor = (amount: string) => Math.round(Number(amount) * 100) as Minor;
  const held = cash.filter(({ signedBy }) => signedBy === null).map(({ amount }) => minor(amount));
  return (expectedInTill(minor(float), held) / 100).toFixed(2);
}

export function nextNumber({ cash }: Pick<KeptRound, 'cash'>): number {
  const own = cash.filter(({ numberedBy }) => !numberedBy);
  return Math.max(0, ...own.map(({ number }) => number)) + 1;
}

/** Cash and receipts that the office does not have yet. */
export function leftOf({ cash }: KeptRound): readonly KeptCash[] {
  return cash.filter((each) => !isSettled(each));
}

/** True when the office closed the till of the round; cash that it does not have yet goes into the next one (R22.5). */
export function isClosed({ tillId, cash }: KeptRound, tills: readonly Till[] | undefined): boolean {
  const till = tills?.find(({ id }) => id === tillId);
  return (till !== undefined && till.state !== 'open') || cash.some(({ result }) => result === 'till_closed');
}

/** The amount to fill in: what is due and overdue, in the money of the till; empty where that is not known. */
export function dueIn({ due, overdue, local }: SheetRow, currency: string): string {
  if (local !== null && local.currency === currency) return local.amount;
  return currency === 'USD' ? (due + overdue).toFixed(2) : '';
}

/** The rows by area, in the order of the sheet. */
export function byArea(rows: readonly SheetRow[]): Map<string, SheetRow[]> {
  return Map.groupBy(rows, ({ area }) => area);
}

/** A round as the server knows it, for a device that does not. */
export function roundOf(till: Till, of: Pick<KeptRound, 'userId' | 'mfiId' | 'mfiName'>): KeptRound {
  const { id: tillId, number, float, entries } = till;
  const cash = entries.filter(isCash).map(
    (entry): KeptCash => ({
      clientId: entry.clientId,
      number: entry.number,
      numberedBy: entry.numberedBy,
      reference: entry.reference,
      name: entry.name,
      amount: entry.local?.amount ?? '0.00',
      paidOn: entry.paidOn ?? till.day,
      result: entry.state === 'refused' ? (entry.result ?? 'wrong_status') : 'taken',
      signedBy: entry.signedBy,
    }),
  );
  return { ...of, tillId, number, currency: float.currency, float: float.amount, cash };
}

/** False for a refused entry whose receipt comes once more further down: the same cash, entered anew. */
function isCash({ state, result, ...entry }: Till['entries'][number], index: number, all: Till['entries']): boolean {
  if (state !== 'refused' || result === 'number_used') return true;
  const isAnew = ({ number, numberedBy }: typeof entry) =>
    number === entry.number && numberedBy?.id === entry.numberedBy?.id;
  return !all.slice(index + 1).some(isAnew);
}

const REASONS: Readonly<Record<string, StaffTextKey>> = {
  unknown_reference: 'round.reason.reference',
  number_used: 'round.reason.number',
  till_closed: 'round.reason.closed',
  needs_expected: 'round.reason.trust',
  second_person_needed: 'round.reason.own',
  amount_above_outstanding: 'round.reason.above',
  wrong_currency: 'round.reason.currency',
  rate_too_old: 'round.reason.rate',
  invalid_date: 'round.reason.day',
  invalid_request: 'round.reason.unread',
};

/** Why the office did not take it, in a sentence. */
export function reasonOf(result: string): StaffTextKey {
  return REASONS[result] ?? 'round.reason.other';
}
