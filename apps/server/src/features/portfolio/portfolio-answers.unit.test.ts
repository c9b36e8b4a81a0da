import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { addCents, cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { expect, test } from 'vitest';
import { portfolioAnswer } from './portfolio-answers.ts';
import type { ReleasedLoan } from './portfolio.repository.ts';

const [giver, other] = [1 as UserId, 2 as UserId];
const proposalId = 7 as ProposalId;

/** $10 by two, ten months of $1: $1.50 came back, then the first gave up $4.25, which is off the end of the plan. */
const loan = {
  proposalId,
  timeZone: 'UTC',
  isWrittenOff: false,
  instalments: [100, 100, 100, 100, 100, 75].map((amount, index) => ({
    number: index + 1,
    dueOn: `2026-0${index + 1}-28` as CalendarDate,
    amountCents: cents(amount),
  })),
  fundedCents: cents(1000),
  repaidCents: cents(150),
  forgivenCents: cents(425),
  graceDays: 3,
  given: {
    weights: [
      { backer: giver, backedCents: cents(500) },
      { backer: other, backedCents: cents(500) },
    ],
    forgivings: [{ by: giver, amountCents: cents(425), repaidCents: cents(150) }],
  },
} as unknown as ReleasedLoan;

const openOf = (userId: UserId, of: ReleasedLoan) => {
  const holding = {
    proposalId,
    backedCents: cents(500),
    owedCents: cents(425),
    lostCents: ZERO_CENTS,
    forgivenCents: ZERO_CENTS,
  };
  const figures = { userId, holdings: [holding as never], loans: [of], received: [], credits: [], cameBackAt: null };
  return portfolioAnswer(figures, new Date('2026-02-01T12:00:00Z')).months.map(({ open }) => open);
};

test('a backer who gave a claim up is shown nothing to come, and the others all of it (R22.9, R30.1)', () => {
  expect(openOf(giver, loan)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(openOf(other, loan)).toEqual([0, 50, 100, 100, 100, 75]);
});

test('the open parts of a plan add up to what is owed, to the cent (R9.1)', () => {
  const instalments = [333, 333, 334].map((amount, index) => ({
    ...loan.instalments[index]!,
    amountCents: cents(amount),
  }));
  const thirds = { ...loan, instalments, repaidCents: cents(434), forgivenCents: ZERO_CENTS, given: null };
  // This backer lent 500 cents, and half of the 434 that came is theirs.
  expect(addCents(...openOf(other, thirds))).toBe(283);
});
