import { done } from '../loans.ts';
import {
  type Act,
  type Amount,
  bookLine,
  centsOf,
  loanOf,
  type On,
  pickOf,
  proven,
  type Real,
} from './awaited-acts.ts';
import { dayOf, type Staff } from './awaited-loan.ts';
import { OK } from './awaited-model.ts';

/** Whether a loan of the owner is more than 30 days late by its page: the model keeps no plan of instalments. */
async function isLateForLong({ world, people: { owner } }: Real): Promise<boolean> {
  const running = done(await world.call('GET', '/api/borrow/proposalsByUserAddress?status=5', { as: owner }));
  const pages = await Promise.all(
    running.map(({ id }: { id: string }) => world.call('GET', `/api/borrow/findOne?id=${id}`, { as: owner })),
  );
  return pages.some((page) => done(page).daysLate > 30);
}
export const publish: Act = async (on) => {
  const [model, loan] = loanOf(on);
  const isPaused = await isLateForLong(on.real);
  const answer = await on.real.steps.setStatus(loan, on.real.people.owner, 2);
  return { expected: on.model.publish(model, isPaused), answer };
};
export const approve =
  (by: Staff): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const as = on.real.people[by];
    return {
      expected: on.model.approve(model, by),
      answer: await on.real.steps.decide('approveProposal', loan, { as }),
    };
  };
export const giveBack =
  (by: Staff): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const as = on.real.people[by];
    return { expected: on.model.giveBack(model), answer: await on.real.steps.decide('returnProposal', loan, { as }) };
  };
export const release =
  (by: Staff, advance: boolean): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const expected = on.model.release(model, by, advance);
    const send = { as: on.real.people[by], body: { advance } };
    return { expected, answer: await on.real.steps.decide('releaseFunds', loan, send) };
  };

export const withdraw: Act = async (on) => {
  const [model, loan] = loanOf(on);
  const isOpen = model.withdrawals.some(({ state }) => state !== 'failed' && state !== 'cancelled');
  const expected = model.status < 5 ? '409 wrong_status' : isOpen ? '409 withdrawal_open' : OK;
  const as = await proven(on.real, 'owner');
  const body = { proposalId: loan.id, payoutAccountId: on.real.payoutAccounts.get('owner') };
  const answer = await on.real.world.call('POST', '/api/borrow/withdraw', { as, body });
  if (expected === OK) model.withdrawals.push({ id: answer.body.data?.id, state: 'requested' });
  return { expected, answer };
};
const FROM = { sent: 'requested', failed: 'sent', confirmed: 'sent', cancelled: 'requested' } as const;
export type WithdrawalStep = keyof typeof FROM;
export const moveWithdrawal =
  (next: WithdrawalStep, by: Staff): Act =>
  async (on) => {
    const [model] = loanOf(on);
    const withdrawal = model.withdrawals.at(-1);
    if (withdrawal === undefined) return null;
    const expected = withdrawal.state === FROM[next] ? OK : '409 wrong_status';
    const as = await proven(on.real, next === 'confirmed' || next === 'cancelled' ? 'owner' : by);
    const body = { state: next, reference: 'TRX', reason: 'Because' };
    const answer = await on.real.steps.moveWithdrawal(withdrawal.id, as, body);
    if (expected !== OK) return { expected, answer };
    withdrawal.state = next;
    const moved = { sent: model.funded, failed: -model.funded, confirmed: 0, cancelled: 0 }[next];
    model.sent += moved;
    on.model.addOutside('owner', moved);
    return { expected, answer };
  };

export const pay =
  (amount: Amount): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const cents = centsOf(amount, model.outstanding - model.pending);
    const expected = on.model.pay(model, cents);
    const answer = await on.real.steps.pay(loan, cents / 100);
    if (expected === OK) notePayment(on, { id: answer.body.data?.id, amount: cents });
    return { expected, answer };
  };
function notePayment(on: On, payment: { readonly id: string; readonly amount: number }): void {
  const [model] = loanOf(on);
  model.payments.push({ ...payment, enteredAt: on.model.now, state: 'pending', by: null, decidedAt: 0 });
}
export const decide =
  (what: 'approvePayment' | 'rejectPayment', by: Staff, pick: number): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const payment = pickOf(model.payments, pick);
    const state = what === 'approvePayment' ? 'approved' : 'rejected';
    const expected = on.model.decide(model, payment, state, by);
    const as = on.real.people[by];
    return { expected, answer: await on.real.steps.decidePayment(what, loan, payment?.id ?? '987654321', { as }) };
  };
export const reverse =
  (by: Staff, pick: number): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const payment = pickOf(model.payments, pick);
    const expected = on.model.reverse(model, payment, by);
    const path = `/api/borrow/reversePayment?proposalId=${loan.id}&id=${payment?.id ?? '987654321'}`;
    const send = { as: on.real.people[by], body: { reason: 'It bounced' } };
    return { expected, answer: await on.real.world.call('PATCH', path, send) };
  };

const SAME_DAYS = 3;
/** The bank's file brings a repayment: it approves one of these days that waits, or is a new one (R22.4). */
export const repayByLine =
  (by: Staff, amount: Amount): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const most = model.outstanding - model.pending;
    const waiting = model.payments.filter(
      ({ state, enteredAt }) => state === 'pending' && Math.abs(on.model.today - dayOf(enteredAt)) <= SAME_DAYS,
    );
    const cents = waiting[0]?.amount ?? centsOf(amount, most);
    if (model.status !== 5 || cents <= 0 || (waiting.length === 0 && cents > most)) return null;
    const { loanReference } = (await on.real.steps.find(loan, loan.owner)).body.data;
    const { answer } = await bookLine(on.real, on.model, by, { cents, text: loanReference });
    if (waiting.length === 0) {
      const path = `/api/borrow/proposalPayments?proposalId=${loan.id}`;
      const payments = await on.real.world.call('GET', path, { as: loan.owner });
      on.model.addOutside('owner', -cents);
      notePayment(on, { id: payments.body.data[0].id, amount: cents });
    }
    return { expected: on.model.decide(model, waiting[0] ?? model.payments.at(-1), 'approved', by), answer };
  };
