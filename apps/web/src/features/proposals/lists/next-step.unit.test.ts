import { describe, expect, test } from 'vitest';
import { mostPressing, nextStepOf, type ProposalStep, stepsOf } from './next-step.ts';
import { FUNDED, proposalCard, proposalPage } from '../../../test/proposal-cards.ts';

describe('the next step of a proposal', () => {
  test.each([
    [proposalCard({ status: 1 }), 'publish'],
    [proposalCard({ status: 1, closedReason: 'returned' }), 'returned'],
    [proposalCard({ status: 1, closedReason: 'expired' }), 'expired'],
    [proposalCard({ status: 2 }), 'addPicture'],
    [proposalCard({ status: 2, image: 'proposalImages/1.webp', allowedActions: ['invite'] }), 'findBackers'],
    [proposalCard({ status: 3, allowedActions: ['invite'] }), 'findBackers'],
    [proposalCard({ status: 3, allowedActions: ['edit'] }), undefined],
    [proposalCard({ status: 4, isMFIApproved: false }), 'waitCheck'],
    [proposalCard({ status: 4 }), 'waitRelease'],
    [proposalCard({ status: 6 }), undefined],
  ])('without a loan paid out it follows from the status (%#)', (proposal, kind) => {
    expect(nextStepOf(proposal, undefined)?.kind).toBe(kind);
  });

  test.each([
    [{ awaitedAmount: 60 }, { kind: 'waitMoney', amount: 60 }],
    [{ awaitedAmount: 0 }, { kind: 'waitRelease' }],
    [{ awaitedAmount: 60, isMFIApproved: false }, { kind: 'waitCheck' }],
  ])('a fully backed loan of %o waits for its last dollar before the release (R20.5)', (over, step) => {
    const page = proposalPage({ status: 4, ...over });
    expect(nextStepOf(page, page)).toEqual(step);
  });

  test('messages that wait to be read are a step of their own', () => {
    const kinds = stepsOf(proposalCard({ status: 4, unreadMessagesCount: 2 }), undefined).map(({ kind }) => kind);
    expect(kinds).toEqual(['waitRelease', 'readMessages']);
    expect(stepsOf(proposalCard({ status: 4, unreadMessagesCount: 0 }), undefined)).toHaveLength(1);
  });

  test('the oldest open instalment is to be paid', () => {
    const page = proposalPage(FUNDED, 2);
    expect(nextStepOf(page, page)).toEqual({ kind: 'pay', amount: 33.33, dueOn: '2027-03-05', isLate: false });
  });

  test('an instalment of a loan in local money is told in it, without the part that waits (R23.7)', () => {
    const page = proposalPage({ ...FUNDED }, 2);
    const paidOf = (state: string) => (state === 'paid' ? '2777.50' : '77.50');
    const schedule = page.schedule.map((month) => ({
      ...month,
      local: { amount: '2777.50', paid: paidOf(month.state) },
    }));
    const local = { currency: 'INR', amount: '8332.50', rate: '83.33', rateOn: '2026-12-01' } as const;
    const inRupees = { ...page, schedule, local };
    expect(nextStepOf(inRupees, inRupees)).toMatchObject({ local: { amount: '2700.00', currency: 'INR' } });
    const waits = { ...inRupees, pendingAmount: 10, localPending: { amount: '833.30', currency: 'INR' as const } };
    expect(nextStepOf(waits, waits)).toMatchObject({ local: { amount: '1866.70', currency: 'INR' } });
  });

  test('the money has to be taken before the first payment, unless one is late', () => {
    const page = proposalPage({ ...FUNDED, allowedActions: ['withdraw'] });
    expect(nextStepOf(page, page)?.kind).toBe('withdraw');
    const late = proposalPage({ ...FUNDED, allowedActions: ['withdraw'], repaymentState: 'late' });
    expect(nextStepOf(late, late)).toMatchObject({ kind: 'pay', isLate: true });
    const waiting = { ...late, pendingAmount: 10, paymentWaiting: { amount: 10, since: '2026-11-20' } };
    expect(nextStepOf(waiting, waiting)?.kind, 'R22.2: money at the office is no lateness').toBe('withdraw');
  });

  test('a payment that waits for approval counts as paid (R8.3), and a part of an instalment leaves its rest', () => {
    const whole = proposalPage({ ...FUNDED, pendingAmount: 33.33 }, 2);
    expect(nextStepOf(whole, whole)).toEqual({ kind: 'waitPayment' });
    const part = proposalPage({ ...FUNDED, pendingAmount: 10 }, 2);
    expect(nextStepOf(part, part)).toMatchObject({ kind: 'pay', amount: 23.33 });
  });
});

test('a fully backed loan whose page is on its way keeps its place at the end', () => {
  const steps: ProposalStep[] = [
    { proposal: proposalCard({ status: 4 }), step: { kind: 'awaited' } },
    { proposal: proposalCard(), step: { kind: 'publish' } },
    { proposal: proposalCard(FUNDED), step: { kind: 'awaited' } },
  ];
  expect(mostPressing(steps, 3).map(({ proposal }) => proposal.status)).toEqual([5, 3, 4]);
});

test('late payments come first, waiting comes last, and only a few are shown', () => {
  const proposal = proposalCard();
  const steps: ProposalStep[] = [
    { proposal, step: { kind: 'waitRelease' } },
    { proposal, step: { kind: 'publish' } },
    { proposal, step: { kind: 'pay', amount: 5, dueOn: '2027-01-05', isLate: false } },
    { proposal, step: { kind: 'pay', amount: 8, dueOn: '2026-01-05', isLate: true } },
  ];
  expect(mostPressing(steps, 3).map(({ step }) => ('amount' in step ? step.amount : step.kind))).toEqual([
    8,
    5,
    'publish',
  ]);
});
