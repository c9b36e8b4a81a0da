import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import { addCents, cents, type Cents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { decideBounce, decideUndo, type Part, reopenedPayBy, settle } from '@sathi/domain/pay-ins.ts';
import type { Tx } from '../../db/db.ts';
import { type NewJournal, postJournals } from '../../ledger/ledger.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { releaseAtOnce } from '../proposals/funding.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { enqueueNews } from './pay-in-news.repository.ts';
import { lockOwing, type Owing, type Payer } from './owing.repository.ts';
import { type BackingRow, changeUnpaid, listPaidBy } from './parts.repository.ts';
import { insertReceipt, type NewReceipt, type ReceiptRow, setBooked, setReversed } from './receipts.repository.ts';
import { type Cause, takeOverClaim } from './take-over.repository.ts';

/** The sum of one proposal. */
export type Sum = { readonly proposalId: ProposalId; readonly amountCents: Cents };
export type Booked = { readonly id: ReceiptId; readonly settled: readonly Sum[]; readonly toCreditCents: Cents };

/**
 * Money of a known person has come: their credit with the institution, which pays their unpaid backings there at once (R20.6).
 * Older credit is not taken, but what is below zero is filled up first. `locked` is the money between them, where the caller
 * holds it already, `collected` the receipt where it was in a till (R22.10).
 */
export async function bookReceipt(
  tx: Tx,
  receipt: NewReceipt,
  cause: Cause,
  { locked, collected }: { readonly locked?: Owing | undefined; readonly collected?: ReceiptId } = {},
): Promise<Booked> {
  const { mfiId, userId, amountCents } = receipt;
  const owing = locked ?? (await lockOwing(tx, receipt, cause.at));
  if (collected !== undefined) await setBooked(tx, collected, receipt.bookedBy, cause.at);
  const id = collected ?? (await insertReceipt(tx, receipt, cause.at));
  await postJournals(tx, [
    {
      ...cause,
      proposalId: null,
      mfiId,
      kind: 'received',
      amountCents,
      receiptId: id,
      movements: [{ from: { kind: 'world', userId }, to: { kind: 'wallet', userId, mfiId }, amountCents }],
    },
  ]);
  const above = addCents(owing.creditCents, amountCents);
  const settled = await settleParts(tx, receipt, owing, { ...cause, receiptId: id }, smallest(amountCents, above));
  const paidCents = settled.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS);
  await enqueueNews(tx, mfiId, { what: 'received', receiptId: id }, `received:${id}`, cause.at);
  return { id, settled, toCreditCents: subtractCents(amountCents, paidCents) };
}

export type PaidWithCredit = {
  readonly settled: readonly Sum[];
  readonly amountDueCents: Cents;
  readonly creditCents: Cents;
};

/** Credit pays unpaid backings because its person says so, as much as both allow. @throws RefusalError `amount_above_credit` */
export async function payWithCredit(
  tx: Tx,
  { amountCents, ...payer }: Payer & { readonly amountCents: Cents | undefined },
  cause: Cause,
): Promise<PaidWithCredit> {
  const owing = await lockOwing(tx, payer, cause.at);
  const { creditCents } = owing;
  if (amountCents !== undefined && amountCents > creditCents) throw new RefusalError('amount_above_credit');
  const settled = await settleParts(tx, payer, owing, cause, amountCents ?? creditCents);
  const paidCents = settled.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS);
  return {
    settled,
    amountDueCents: subtractCents(owing.order.unpaidCents, paidCents),
    creditCents: subtractCents(creditCents, paidCents),
  };
}

/** Pays what is unpaid in its order, and releases at once what waited for the last dollar (R20.5). */
async function settleParts(
  tx: Tx,
  { mfiId, userId }: Payer,
  { backings, proposals }: Owing,
  cause: Cause & { readonly receiptId?: ReceiptId },
  amountCents: Cents,
): Promise<Sum[]> {
  const { parts } = settle(backings, cents(Math.max(0, amountCents)));
  await changeUnpaid(
    tx,
    parts.map((part) => changeOf(part, 0 - part.amountCents)),
  );
  await postJournals(
    tx,
    parts.map((part) => ({
      ...ofPart(part, cause),
      kind: 'settled',
      movements: [{ from: { kind: 'wallet', userId, mfiId }, to: { kind: 'awaited' }, amountCents: part.amountCents }],
    })),
  );
  const sums = sumsOf(parts);
  for (const { proposalId, amountCents: paidCents } of sums) {
    const before = proposals.get(proposalId);
    if (before === undefined) continue;
    const after = { ...before, unpaidCents: subtractCents(before.unpaidCents, paidCents) };
    await whenAllCame(tx, after, cause);
  }
  return sums;
}

/** The cover of a receipt that staff booked by mistake (R21.9). */
export async function coverOfUndo(tx: Tx, { id, amountCents }: ReceiptRow, { creditCents, backings, loans }: Owing) {
  const paidCents = await listPaidBy(tx, id);
  return decideUndo({ amountCents, paidCents, creditCents, backings, loans });
}

/** The last dollar releases the money where it may (R20.5); else the staff hear that they can. */
async function whenAllCame(tx: Tx, proposal: ProposalRow, { idempotencyKey, at }: Cause): Promise<void> {
  const { id: proposalId, mfi } = proposal;
  if (await releaseAtOnce(tx, proposal, null, at)) return;
  if (proposal.unpaidCents > 0 || proposal.status !== 'backed' || !proposal.isMfiApproved) return;
  const news = { what: 'all_received', proposalId } as const;
  await enqueueNews(tx, mfi, news, `all_received:${proposalId}:${idempotencyKey}`, at);
}

export type Reversed = {
  readonly reopened: readonly Sum[];
  readonly takenOver: readonly Sum[];
  readonly fromCreditCents: Cents;
  readonly belowZeroCents: Cents;
};

/** A bank took the money of a receipt back: what covers it, in turn (R20.8). The receipt is locked after its money. */
export function coverOf(
  amountCents: Cents,
  { creditCents, backings, loans }: Pick<Owing, 'creditCents' | 'backings' | 'loans'>,
) {
  return decideBounce({ amountCents, creditCents, backings, loans });
}

export async function reverseReceipt(
  tx: Tx,
  receipt: ReceiptRow,
  owing: Owing,
  { reason, reversedBy, ...cause }: Cause & { readonly reason: string; readonly reversedBy: UserId },
  undone?: Awaited<ReturnType<typeof coverOfUndo>>,
): Promise<Reversed> {
  const { id: receiptId, mfiId, userId, amountCents } = receipt;
  const cover = undone ?? coverOf(amountCents, owing);
  const { reopened, takenOver, fromCreditCents, belowZeroCents } = cover;
  const why = undone === undefined ? 'returned' : 'mistaken';
  await changeUnpaid(
    tx,
    reopened.map((part) => {
      const timeZone = owing.proposals.get(part.of.proposalId)?.mfi.timeZone ?? 'UTC';
      const payBy = part.asBefore ? part.of.payBy : reopenedPayBy(part.of.payBy, calendarDateIn(timeZone, cause.at));
      return { ...changeOf(part, part.amountCents), payBy };
    }),
  );
  await postJournals(
    tx,
    reopened.map((part) => ({
      ...ofPart(part, { ...cause, receiptId }),
      kind: 'unsettled',
      movements: [{ from: { kind: 'awaited' }, to: { kind: 'wallet', userId, mfiId }, amountCents: part.amountCents }],
    })),
  );
  for (const { of: loan, amountCents: partCents } of takenOver) {
    const proposal = owing.proposals.get(loan.proposalId);
    if (proposal === undefined) continue;
    // Each part that is taken over changes what the house is owed.
    await takeOverClaim(tx, proposal, { userId, amountCents: partCents }, { ...cause, receiptId });
    const parts = [{ userId, amountCents: partCents }];
    const news = { what: 'taken_over', proposalId: proposal.id, parts, why } as const;
    await enqueueNews(tx, mfiId, news, `taken_over:${proposal.id}:${receiptId}`, cause.at);
  }
  await postJournals(tx, [
    {
      ...cause,
      proposalId: null,
      mfiId,
      kind: 'received_reversed',
      amountCents,
      receiptId,
      movements: [{ from: { kind: 'wallet', userId, mfiId }, to: { kind: 'world', userId }, amountCents }],
    },
  ]);
  await setReversed(tx, receiptId, { reversedBy, reversedAt: cause.at, reason });
  await enqueueNews(tx, mfiId, { what: 'reversed', receiptId, why }, `reversed:${receiptId}`, cause.at);
  return { reopened: sumsOf(reopened), takenOver: sumsOf(takenOver), fromCreditCents, belowZeroCents };
}

function changeOf({ of }: Part<BackingRow>, change: number) {
  return { proposalId: of.proposalId, investmentId: of.investmentId, payBy: of.payBy, cents: change };
}

/** One cause may pay several backings of one proposal, each in a journal of its own. */
function ofPart({ of, amountCents }: Part<BackingRow>, cause: Cause & { readonly receiptId?: ReceiptId }) {
  const { proposalId, investmentId } = of;
  const idempotencyKey = `${cause.idempotencyKey}:${investmentId}`;
  return { ...cause, idempotencyKey, proposalId, investmentId, amountCents } satisfies Partial<NewJournal>;
}

export function sumsOf(parts: ReadonlyArray<Part<{ readonly proposalId: ProposalId }>>): Sum[] {
  const sums = Map.groupBy(parts, ({ of }) => of.proposalId);
  return Array.from(sums, ([proposalId, of]) => ({
    proposalId,
    amountCents: of.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS),
  }));
}

function smallest(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}
