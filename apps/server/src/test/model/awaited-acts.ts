import { sql } from 'kysely';
import { proveNow } from '../accounts.ts';
import type { Loan, Loans } from '../loans.ts';
import type { openDesk } from '../statements/desk.ts';
import type { Answer, Person, World } from '../world.ts';
import type { Receipt } from './awaited-credit.ts';
import { type AwaitedLoan, type Backing, DAY, type Staff, type Who } from './awaited-loan.ts';
import { type AwaitedModel, OK } from './awaited-model.ts';

export type Real = {
  readonly world: World;
  readonly steps: Loans;
  readonly people: Readonly<Record<Exclude<Who, 'house' | 'fund'> | Staff, Person>>;
  readonly loans: readonly Loan[];
  /** The account of each person, which has rested. */
  readonly payoutAccounts: ReadonlyMap<Who, string>;
  readonly desk: Awaited<ReturnType<typeof openDesk>>;
  /** The jobs of a night. */
  readonly night: () => Promise<void>;
  /** Compares the money of all, and the page of the loan that a command was about, or of each, with what the model knows. */
  readonly compare: (which?: number) => Promise<void>;
  /** The events that the runs went through, to show that they reached all of them. */
  readonly seen: Map<string, number>;
};
export type Payer = 'b0' | 'b1' | 'b2';
export type On = { readonly model: AwaitedModel; readonly real: Real; readonly which: number };
export type Done = { readonly answer: Answer; readonly expected: string };
/** Null where there is nothing to do it with. */
export type Act = (on: On) => Promise<Done | null>;

/** A part of what there is, with some cents more or less. */
export type Amount = { readonly percent: number; readonly plus: number };
export const centsOf = ({ percent, plus }: Amount, whole: number) =>
  Math.max(0, Math.floor((whole * percent) / 100) + plus);
export const loanOf = ({ model, real, which }: On): [AwaitedLoan, Loan] => [
  model.loans[which] as AwaitedLoan,
  real.loans[which] as Loan,
];
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** An item counted from the end, because the newest are the likeliest to be of use. */
export const pickOf = <Of>(list: readonly Of[], pick: number) => list.at(-1 - (pick % Math.max(1, list.length)));

export const back =
  (who: Payer, amount: Amount, useCredit: boolean): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const cents = centsOf(amount, model.rest);
    const expected = on.model.back(model, who, cents, { useCredit });
    const body = { proposalId: loan.id, amount: cents / 100, useCredit };
    const as = on.real.people[who];
    const answer = await on.real.world.call('POST', '/api/borrow/backProposal', { as, body });
    if (expected === OK) (model.backings.at(-1) as Backing).id = answer.body.data?.id;
    return { expected, answer };
  };
export const cancel =
  (which: number): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const backing = pickOf(
      model.backings.filter(({ id }) => id !== undefined),
      which,
    );
    if (backing === undefined) return null;
    const body = { proposalId: loan.id, id: backing.id };
    const as = on.real.people[backing.who as Payer];
    const expected = on.model.cancel(model, backing);
    return {
      expected,
      answer: await on.real.world.call('POST', '/api/borrow/cancelBacking', { as, body }),
    };
  };

export async function referenceOf({ world, people }: Real, who: Payer | 'owner'): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from pay_in_orders where user_id = ${people[who].id}`.execute(world.db);
  return rows[0]?.reference ?? '';
}

/** Staff enter money that came (R20.6). */
export const receive =
  (who: Payer, by: Staff, amount: Amount): Act =>
  async ({ model, real }) => {
    if (!model.orders.has(who)) return null;
    const cents = centsOf(amount, model.dueOf(who)) || 1;
    const answer = await real.world.call('POST', real.desk.at('receipts'), {
      as: real.people[by],
      body: {
        reference: await referenceOf(real, who),
        accountId: String(real.desk.accountId),
        amount: cents / 100,
        receivedOn: dayText(model.today),
      },
    });
    noteReceipt(model, { who, by, amount: cents, lineId: null, id: answer.body.data?.id });
    return { answer, expected: OK };
  };
function noteReceipt(
  model: AwaitedModel,
  { who, amount, ...receipt }: Pick<Receipt, 'id' | 'by' | 'who' | 'amount' | 'lineId'>,
): void {
  const parts = model.receive(who, amount);
  const fresh = { day: model.today, linkedBy: null, isConfirmed: false, isReversed: false };
  model.receipts.push({ ...receipt, who, amount, parts, ...fresh });
}

const SAME_DAYS = 3;
/** The bank's file brings it, and an officer books the line (R21.8): what staff had entered these days is linked only. */
export const receiveByLine =
  (who: Payer, by: Staff, amount: Amount): Act =>
  async ({ model, real }) => {
    if (!model.orders.has(who)) return null;
    const cents = centsOf(amount, model.dueOf(who)) || 1;
    const text = await referenceOf(real, who);
    const { answer, lineId } = await bookLine(real, model, by, { cents, text });
    const [known] = model.receipts
      .filter((one) => one.who === who && one.amount === cents && !one.isReversed)
      .filter(({ lineId: own, linkedBy, day }) => (own ?? linkedBy) === null && model.today - day <= SAME_DAYS)
      .toSorted((one, other) => other.day - one.day);
    if (known !== undefined) {
      known.linkedBy = lineId;
      return { answer, expected: OK };
    }
    const { rows } = await sql<{ id: string }>`
      select receipt_id::text as id from line_parts where line_id = ${lineId}`.execute(real.world.db);
    noteReceipt(model, { who, by, amount: cents, lineId, id: rows[0]?.id ?? '' });
    return { answer, expected: OK };
  };

/** Hands in a file of one line and books it. */
export async function bookLine(
  { desk, people }: Real,
  model: AwaitedModel,
  by: Staff,
  { cents, text }: { readonly cents: number; readonly text: string },
): Promise<{ answer: Answer; lineId: string }> {
  const day = dayText(model.today).slice(2).replaceAll('-', '');
  const handed = await desk.handIn([{ dollars: cents / 100, text }], { day, as: people[by] });
  const [line] = await desk.lines(`&statementId=${handed.body.data?.id}`);
  const lineId = line?.id ?? '';
  const answer = await desk.book([{ id: lineId }], people[by]);
  const [result] = answer.body.data?.results ?? [];
  if (result?.result !== 'booked') throw new Error(`a line was not booked: ${JSON.stringify(answer.body)}`);
  return { answer, lineId };
}

export const undoLine =
  (by: Staff, pick: number): Act =>
  async ({ model, real }) => {
    const withLine = model.receipts.filter(({ lineId, linkedBy, isReversed }) => (lineId ?? linkedBy) && !isReversed);
    const receipt = pickOf(withLine, pick);
    if (receipt === undefined) return null;
    const lineId = receipt.lineId ?? receipt.linkedBy ?? '';
    if (receipt.lineId === null) receipt.linkedBy = null;
    else model.takeBack(receipt, true);
    return { expected: OK, answer: await real.desk.undo(lineId, real.people[by]) };
  };

export const confirm =
  (by: Staff, pick: number): Act =>
  async ({ model, real }) => {
    const receipt = pickOf(model.receipts, pick);
    if (receipt === undefined) return null;
    const expected = secondOf(receipt, by) ?? (receipt.isReversed ? '409 wrong_status' : null) ?? sureOf(receipt) ?? OK;
    if (expected === OK) receipt.isConfirmed = true;
    const path = real.desk.at('receipts/confirm', `&id=${receipt.id}`);
    return { expected, answer: await real.world.call('POST', path, { as: real.people[by] }) };
  };
const secondOf = (receipt: Receipt, by: Staff) => (receipt.by === by ? '403 second_person_needed' : null);
const sureOf = ({ lineId, isConfirmed }: Receipt) => (isConfirmed || lineId !== null ? '409 already_approved' : null);

export const takeBack =
  (by: Staff, pick: number): Act =>
  async ({ model, real }) => {
    const receipt = pickOf(model.receipts, pick);
    if (receipt === undefined) return null;
    const expected = secondOf(receipt, by) ?? (receipt.isReversed ? '409 already_reversed' : OK);
    if (expected === OK) model.takeBack(receipt, false);
    const path = real.desk.at('receipts/reverse', `&id=${receipt.id}`);
    const body = { reason: 'No money' };
    return { expected, answer: await real.world.call('POST', path, { as: real.people[by], body }) };
  };

export const payWithCredit =
  (who: Payer): Act =>
  async ({ model, real }) => ({
    expected: model.payWithCredit(who),
    answer: await real.world.call('POST', '/api/money/orders/payWithCredit', {
      as: real.people[who],
      body: { mfiId: '3' },
    }),
  });
export const tell =
  (who: Payer): Act =>
  async ({ model, real }) => ({
    expected: model.tell(who),
    answer: await real.world.call('POST', '/api/money/orders/told', {
      as: real.people[who],
      body: { mfiId: '3', paidOn: dayText(model.today), channel: 'bank' },
    }),
  });

/** The person, who has just proved that it is them. */
export async function proven({ world, people }: Real, who: keyof Real['people']): Promise<Person> {
  await proveNow(world, people[who]);
  return people[who];
}
