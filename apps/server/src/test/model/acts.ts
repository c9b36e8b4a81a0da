import { type Loan, type Loans, refusal } from '../loans.ts';
import type { Answer, Person, World } from '../world.ts';
import type { LoanModel } from './loan-model.ts';
import type { Pause } from './pause-model.ts';
import type { Backing, Step } from './running-loan.ts';
import { type Actor, OK, type WorldModel } from './world-model.ts';

export type Model = { readonly world: WorldModel; readonly loans: readonly LoanModel[]; readonly pauses: Pause[] };
export type Real = {
  readonly world: World;
  readonly steps: Loans;
  readonly people: Readonly<Record<Exclude<Actor, 'visitor'>, Person>>;
  readonly loans: readonly Loan[];
  /** The place of all these loans, and of no others. */
  readonly place: string;
  /** Confirms what the officer entered. */
  readonly second: Person;
  /** Runs the expiry until nothing is left to close. */
  readonly expire: () => Promise<void>;
  /** Compares the money of all, and the page of the loan that a command was about, or of each, with what the model knows. */
  readonly compare: (which?: number) => Promise<void>;
  /** The events the run went through, to show that it reached all of them. */
  readonly seen: Map<string, number>;
};

/** The effect of a command on one loan: makes the call, and returns the answer that the model expected. */
export type Act = (on: {
  model: LoanModel;
  /** Loans of the life, which have one owner. */
  all: Model;
  real: Real;
  loan: Loan;
  as: Person;
  actor: Actor;
}) => Promise<{ answer: Answer; expected: string }>;

export function note({ seen }: Real, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

export const dollars = (cents: number) => cents / 100;
/** An amount in cents of a part of `whole`, or as it is. */
export type Amount = { readonly ofWhole: number; readonly plus: number };
const centsOf = ({ ofWhole, plus }: Amount, whole: number) => Math.max(0, Math.floor((whole * ofWhole) / 100) + plus);

let keys = 0;

export const back =
  (amount: Amount, isKeyed: boolean): Act =>
  async ({ model, real, loan, as, actor }) => {
    const cents = centsOf(amount, model.rest);
    const expected = model.back(actor, cents);
    const key = isKeyed ? `model-${(keys += 1)}` : undefined;
    const answer = await real.steps.back(loan, as, dollars(cents), key ? { key } : {});
    if (key && expected === OK) {
      const again = await real.steps.back(loan, as, dollars(cents), { key });
      if (again.headers['idempotent-replayed'] !== 'true') throw new Error('a repeated backing was not a replay');
      const other = refusal(await real.steps.back(loan, as, dollars(cents + 100), { key }));
      if (other !== '422 idempotency_key_reused') throw new Error(`a changed backing with its key answered ${other}`);
      note(real, 'back replayed');
    }
    if (expected === OK) (model.backings.at(-1) as Backing).id = answer.body.data?.id;
    return { answer, expected };
  };
/** The newest of their own; one that does not exist where they have none. */
export const cancel: Act = async ({ model, real, loan, as, actor }) => {
  const backing = model.backings.findLast((one) => one.actor === actor);
  const body = { proposalId: loan.id, id: backing?.id ?? '987654321' };
  const expected = model.cancel(actor, backing);
  return { answer: await real.world.call('POST', '/api/borrow/cancelBacking', { as, body }), expected };
};
export const pay =
  (amount: Amount): Act =>
  async ({ model, real, loan, as, actor }) => {
    const cents = centsOf(amount, model.outstanding - model.pending);
    const expected = model.pay(actor, cents);
    const answer = await real.steps.pay(loan, dollars(cents), { as });
    if (expected === OK)
      model.payments.push({
        id: answer.body.data?.id,
        amount: cents,
        state: 'pending',
        enteredAt: model.ledger.now,
        decidedAt: 0,
      });
    return { answer, expected };
  };
/** The newest are the likeliest to be waiting. */
const paymentOf = ({ payments }: LoanModel, pick: number) => payments.at(-1 - (pick % (payments.length + 1)));
export const decide =
  (what: 'approvePayment' | 'rejectPayment', pick: number): Act =>
  async ({ model, real, loan, as, actor }) => {
    const payment = paymentOf(model, pick);
    const expected = model.decide(actor, payment, what === 'approvePayment' ? 'approved' : 'rejected');
    return { answer: await real.steps.decidePayment(what, loan, payment?.id ?? '987654321', { as }), expected };
  };
/** The officer, who approves all, asks for it, or the second of the office. */
export const reverse =
  (pick: number, bySecond: boolean): Act =>
  async ({ model, real, loan, as, actor }) => {
    const payment = paymentOf(model, pick);
    const isSecond = actor === 'officer' && bySecond;
    const expected = model.reverse(isSecond ? 'second' : actor, payment);
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${payment?.id ?? '987654321'}`;
    const send = { as: isSecond ? real.second : as, body: { reason: 'It bounced' } };
    return { answer: await real.world.call('PATCH', path, send), expected };
  };
export const withdraw: Act = async ({ model, real, loan, as, actor }) => {
  const expected = model.withdraw(actor);
  const answer = await real.steps.withdraw(loan, { as });
  if (expected === OK) model.withdrawals.push({ id: answer.body.data?.id, state: 'requested' });
  return { answer, expected };
};
export const step =
  (next: Step): Act =>
  async ({ model, real, as, actor }) => {
    const withdrawal = model.withdrawals.at(-1);
    const expected = model.step(actor, withdrawal, next);
    const body = { state: next, reference: 'TRX', reason: 'Because' };
    return { answer: await real.steps.moveWithdrawal(withdrawal?.id ?? '987654321', as, body), expected };
  };
export const staff =
  (what: 'approveProposal' | 'releaseFunds' | 'returnProposal'): Act =>
  async ({ model, real, loan, as, actor }) => {
    const ask = { approveProposal: 'approve', releaseFunds: 'release', returnProposal: 'giveBack' } as const;
    const expected = model[ask[what]](actor);
    return { answer: await real.steps.decide(what, loan, { as }), expected };
  };
export const publish =
  (isUp: boolean): Act =>
  async ({ model, all, real, loan, as, actor }) => ({
    expected: isUp
      ? model.publish(
          actor,
          all.loans.some(({ daysLate }) => daysLate > 30),
        )
      : model.unpublish(actor),
    answer: await real.steps.setStatus(loan, as, isUp ? 2 : 1),
  });

export const edit =
  (cents: number): Act =>
  async ({ model, real, loan, as, actor }) => ({
    expected: model.edit(actor, cents),
    answer: await real.steps.edit(loan, as, { amount: dollars(cents) }),
  });
export const remove: Act = async ({ model, real, loan, as, actor }) => ({
  expected: model.remove(actor),
  answer: await real.steps.remove(loan, as),
});
export const ignore =
  (isIgnored: boolean): Act =>
  async ({ model, real, loan, as, actor }) => ({
    expected: model.ignore(actor, isIgnored),
    answer: await real.world.call('POST', `/api/borrow/${isIgnored ? '' : 'un'}ignoreProposal?proposalId=${loan.id}`, {
      as,
    }),
  });
