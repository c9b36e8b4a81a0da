import { randomUUID } from 'node:crypto';
import type { MfiId, ReceiptId } from '@sathi/domain/ids.ts';
import { cents } from '@sathi/domain/money.ts';
import type { RateMillionths } from '@sathi/domain/rates.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { found } from '../errors/refusal-error.ts';
import { lockOwing } from '../features/pay-ins/owing.repository.ts';
import { bookReceipt, coverOfUndo, reverseReceipt } from '../features/pay-ins/receiving.repository.ts';
import { lockReceipt } from '../features/pay-ins/receipts.repository.ts';
import { turnToExpected } from '../ledger/turn-to-expected.ts';
import { done, useLoans } from './loans.ts';
import { DCBS, type Person, ROI, type World } from './world.ts';

/** Has the institution collect what it expects from now on (R19.1). */
export async function expectMoney(world: World, mfiId: MfiId): Promise<void> {
  const turning = { mfiId, actorId: null, idempotencyKey: `turn ${mfiId}`, requestHash: 'x', at: world.now };
  await transaction(world.db, (tx) => turnToExpected(tx, turning));
}

/** As `receiveAt`, at ROI. */
export const receiveAtRoi = (world: World, bookedBy: Person, user: Person, amount: number) =>
  receiveAt(world, ROI, bookedBy, user, amount);

/** Books money of a person that has come to an institution, as its staff would. @returns the receipt and what it paid */
export async function receiveAt(world: World, mfiId: MfiId, bookedBy: Person, user: Person, amount: number) {
  const key = `receipt ${randomUUID()}`;
  const receipt = {
    mfiId,
    userId: user.id,
    amountCents: cents(amount),
    receivedOn: '2026-01-31' as const,
    bookedBy: bookedBy.id,
  };
  const cause = { actorId: bookedBy.id, idempotencyKey: key, requestHash: key, at: world.now };
  return transaction(world.db, (tx) => bookReceipt(tx, receipt, cause));
}

/** Reverses a receipt, as staff do when the bank took its money back or it was booked by mistake (R21.9). */
export async function takeBackAtRoi(
  world: World,
  reversedBy: Person,
  { id: userId }: Person,
  id: ReceiptId,
  why: 'returned' | 'mistaken' = 'returned',
) {
  const key = `reversal ${id}`;
  return transaction(world.db, async (tx) => {
    const owing = await lockOwing(tx, { mfiId: ROI, userId }, world.now, { withLoans: true });
    const receipt = found(await lockReceipt(tx, ROI, id));
    const cause = { actorId: reversedBy.id, idempotencyKey: key, requestHash: key, at: world.now };
    const undone = why === 'mistaken' ? await coverOfUndo(tx, receipt, owing) : undefined;
    return reverseReceipt(tx, receipt, owing, { ...cause, reason: 'Returned', reversedBy: reversedBy.id }, undone);
  });
}

/** A repaid loan of $40 at ROI, of whose repayment the backer lent $6 at DCBS; then ROI turns to expected. */
export async function expectAtRoi(world: World) {
  const { newLoan, back } = useLoans(world);
  const loan = await newLoan({ status: 6, form: { amount: 40 } });
  const [backer] = loan.backers as [Person];
  const elsewhere = await newLoan({ mfiId: DCBS });
  done(await back(elsewhere, backer, 6));
  await expectMoney(world, ROI);
  const receipt = (cents: number, user: number = backer.id) => `
    insert into pay_in_orders (user_id, mfi_id, reference, created_at) values (${user}, ${ROI}, 'RF0810004217', now());
    insert into receipts (mfi_id, user_id, amount_cents, received_on, booked_by, booked_at)
      values (${ROI}, ${user}, ${cents}, '2026-01-31', ${loan.officer.id}, now())`;
  return { loan, backer, elsewhere, receipt };
}

/** Does something in a transaction that is always taken back. @returns the first refusal, also of the checks at the commit */
export async function attemptOn(world: World, work: (tx: Tx) => Promise<unknown>): Promise<string> {
  const undo = new Error('undone');
  const run = world.db.transaction().execute(async (tx) => {
    await work(tx);
    await sql`set constraints all immediate`.execute(tx);
    throw undo;
  });
  const error: Error & { constraint?: string } = await run.then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  return error === undo ? 'accepted' : error.constraint || error.message;
}

/** A confirmed account of ROI by which people pay in. @returns its id */
export async function payInAccount(world: World, { id: enteredBy }: Person, values: object = {}): Promise<string> {
  const words = { en: 'Send {amount} by {payBy}.\nReference: {reference}', be: '', ar: '' };
  const { id } = await world.db
    .insertInto('moneyAccounts')
    .values({
      mfiId: ROI,
      kind: 'bank',
      currency: 'USD',
      label: 'Bank',
      feeWords: '[]',
      holder: 'ROI Foundation',
      number: '3011 7788',
      bankName: 'State Bank',
      bic: '',
      upiId: '',
      qrText: '',
      forPayIn: true,
      forPayOut: false,
      instructions: JSON.stringify(words),
      enteredBy,
      enteredAt: world.now,
      approvedBy: enteredBy,
      approvedAt: world.now,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** The price of a dollar at ROI from a day on, in force; the money there is the rupee. */
export async function rateAtRoi(world: World, { id: enteredBy }: Person, validFrom: string, rateMillionths: number) {
  const decided = { state: 'approved', decidedBy: enteredBy, decidedAt: world.now } as const;
  const entered = { source: 'Reserve Bank of India', reason: '', enteredBy, enteredAt: world.now, ...decided };
  const rate = { validFrom, rateMillionths: rateMillionths as RateMillionths };
  await world.db
    .insertInto('moneyRates')
    .values({ mfiId: ROI, currency: 'INR', ...rate, ...entered })
    .execute();
  await world.db.updateTable('mfis').set({ localCurrency: 'INR' }).where('id', '=', ROI).execute();
}
