import { relendCredit } from '../../features/investments/relend.ts';
import { done } from '../loans.ts';
import { type Act, type Amount, centsOf, loanOf, type Payer, pickOf, proven } from './awaited-acts.ts';
import type { Payout } from './awaited-credit.ts';
import { type AwaitedLoan, DAY, type Staff } from './awaited-loan.ts';
import { OK } from './awaited-model.ts';

export const askOut =
  (who: Payer, amount: Amount): Act =>
  async ({ model, real }) => {
    const credit = model.creditOf(who);
    const cents = centsOf(amount, credit) || 1;
    const tooMuch = cents > model.payableOf(who) ? '409 paid_in_lately' : OK;
    const expected = cents < 100 ? '422 amount_below_minimum' : cents > credit ? '422 amount_above_credit' : tooMuch;
    const answer = await real.world.call('POST', '/api/money/payouts', {
      as: await proven(real, who),
      body: { mfiId: '3', amount: cents / 100, payoutAccountId: real.payoutAccounts.get(who) },
    });
    if (expected !== OK) return { expected, answer };
    model.addCredit(who, -cents);
    model.addLeaving(who, cents);
    const payableFrom = model.now + DAY;
    model.payouts.push({ id: answer.body.data?.id, who, amount: cents, payableFrom, state: 'requested' });
    return { expected, answer };
  };

const FROM = {
  sent: ['requested'],
  rejected: ['requested'],
  cancelled: ['requested'],
  confirmed: ['sent'],
  failed: ['sent', 'confirmed'],
} as const;
export type PayoutStep = keyof typeof FROM;
export const movePayout =
  (next: PayoutStep, by: Staff, pick: number): Act =>
  async ({ model, real }) => {
    const payout = pickOf(model.payouts, pick);
    if (payout === undefined) return null;
    const isFromHere = (FROM[next] as readonly string[]).includes(payout.state);
    const isResting = next === 'sent' && model.now < payout.payableFrom;
    const isHeld = next === 'sent' && model.creditOf(payout.who) < 0;
    const held = isHeld ? '409 credit_below_zero' : isResting ? '409 cooling_off' : OK;
    const expected = isFromHere ? held : '409 wrong_status';
    const isOwn = next === 'cancelled' || next === 'confirmed';
    const as = await proven(real, isOwn ? (payout.who as Payer) : by);
    const sent = { accountId: String(real.desk.accountId), bankReference: 'TX', sentOn: '2026-01-31' };
    const body = { state: next, ...(next === 'sent' && sent), ...(!isOwn && next !== 'sent' && { reason: 'Because' }) };
    const answer = await real.world.call('PATCH', `/api/money/payouts?id=${payout.id}`, { as, body });
    if (expected === OK) {
      payout.state = next;
      const { who, amount } = payout;
      if (next === 'sent' || next === 'rejected' || next === 'cancelled') model.addLeaving(who, -amount);
      if (next !== 'sent' && next !== 'confirmed') model.addCredit(who, amount);
      model.addOutside(who, outsideBy(next, payout));
    }
    return { expected, answer };
  };
function outsideBy(next: PayoutStep, { amount }: Payout): number {
  if (next === 'sent') return amount;
  return next === 'failed' ? -amount : 0;
}

export const give =
  (who: Payer, amount: Amount): Act =>
  async ({ model, real }) => {
    const credit = model.creditOf(who);
    const cents = centsOf(amount, credit) || 1;
    const tooMuch = cents > model.giveableOf(who) ? '409 paid_in_lately' : OK;
    const expected = cents > credit ? '422 amount_above_credit' : tooMuch;
    const as = await proven(real, who);
    const answer = await real.world.call('POST', '/api/money/gifts', { as, body: { mfiId: '3', amount: cents / 100 } });
    if (expected === OK) {
      model.addCredit(who, -cents);
      model.addCredit('fund', cents);
    }
    return { expected, answer };
  };
export const lendGift =
  (by: Staff, amount: Amount): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const cents = centsOf(amount, model.rest) || 1;
    const expected = on.model.back(model, 'fund', cents, { alone: true });
    const body = { proposalId: loan.id, amount: cents / 100 };
    const as = on.real.people[by];
    return { expected, answer: await on.real.world.call('POST', on.real.desk.at('backWithGift'), { as, body }) };
  };
/** Draws money of the house, by staff who advanced nothing, so that all of it may leave (R19.8). */
export const draw =
  (amount: Amount): Act =>
  async ({ model, real }) => {
    const credit = model.creditOf('house');
    const cents = centsOf(amount, credit) || 1;
    const expected = cents > credit ? '422 amount_above_credit' : OK;
    const answer = await real.world.call('POST', real.desk.at('ownMoney'), {
      as: await proven(real, 'o1'),
      body: { amount: cents / 100, accountId: String(real.desk.accountId), reference: 'TX' },
    });
    if (expected === OK) {
      model.addCredit('house', -cents);
      model.addOutside('house', cents);
    }
    return { expected, answer };
  };

/** The credit of one person is lent again on the next morning, and by no rule after it (R25.8). */
export const relend =
  (who: Payer, perLoan: number, keep: number): Act =>
  async ({ model, real }) => {
    const { world } = real;
    const as = await proven(real, who);
    const rule = { mfiId: '3', perLoan: perLoan / 100, keep: keep / 100 };
    const path = '/api/money/relend';
    const answer = await world.call('PUT', path, { as, body: [{ ...rule, on: true }] });
    model.now += DAY;
    world.now = new Date(model.now);
    await relendCredit(world.outside);
    done(await world.call('PUT', path, { as: await proven(real, who), body: [{ ...rule, on: false }] }));
    const loans = model.loans.toSorted((a, b) => a.deadline - b.deadline);
    const isLendable = (one: AwaitedLoan) =>
      one.approvedBy !== null && one.backingsOf(who).length === 0 && !one.leftBy.has(who);
    for (const loan of loans.filter(isLendable)) {
      const part = Math.min(perLoan, loan.rest, model.creditOf(who) - keep);
      if (part > 0 && part >= Math.min(100, loan.rest)) model.back(loan, who, part, { alone: true });
    }
    return { expected: OK, answer };
  };
