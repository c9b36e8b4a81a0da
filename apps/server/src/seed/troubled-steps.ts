import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { centsOfDollars } from '@sathi/domain/money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { findLoanDefault } from '../features/defaults/defaults.repository.ts';
import { answerDefault } from '../features/defaults/defaults.service.ts';
import { findWriteOff } from '../features/defaults/write-offs.repository.ts';
import { confirmWriteOff, enterWriteOff } from '../features/defaults/write-offs.service.ts';
import { isBacker } from '../features/investments/investments.repository.ts';
import { findPaidInAt } from '../features/forgiving/forgiving.repository.ts';
import { forgiveClaim } from '../features/forgiving/forgiving.service.ts';
import { askHardship } from '../features/hardships/hardships.service.ts';
import { enterPlan } from '../features/plans/plans.service.ts';
import { findOpenUndoing } from '../features/release-undoings/release-undoings.repository.ts';
import { confirmUndoing, enterUndoing } from '../features/release-undoings/release-undoings.service.ts';
import { balanceCents } from '../ledger/ledger.ts';
import type { DaysAgo, SeedTrouble } from './loan.ts';
import { onProposal, type Step, type Story } from './story.ts';

/** The steps of a loan that goes otherwise than planned, each through the use case of the person who takes it. */
export function troubledSteps(story: Story): Step[] {
  return (story.loan.troubles ?? []).flatMap((trouble) => stepsOf(story, trouble));
}

function stepsOf(story: Story, trouble: SeedTrouble): Step[] {
  const { people, loan, viewer, second, teller } = story;
  const by = (who: SignedIn) => async (now: Date) => onProposal(story, who, now);
  const step = (daysAgo: DaysAgo, run: Step['run']): Step => ({ daysAgo, run });
  switch (trouble.kind) {
    case 'cannotPay': {
      const { at, reason, dollars, fromInDays, note } = trouble;
      const ask = async (now: Date) => {
        const asked = { reason, monthly: centsOfDollars(dollars), fromOn: dayIn(now, fromInDays), note };
        return askHardship(await by(people[loan.owner])(now), teller, asked);
      };
      return [step(at, ask)];
    }
    case 'newPlan': {
      const { at, months, firstInDays, reason } = trouble;
      const enter = async (now: Date) =>
        enterPlan(await by(viewer)(now), teller, { months, firstDueOn: dayIn(now, firstInDays), reason });
      return [step(at, enter)];
    }
    case 'defaulted': {
      const { at, cause, reason } = trouble;
      const answer = async (now: Date) => {
        const change = await by(viewer)(now);
        const asking = (await findLoanDefault(story.tx, story.id())) ?? null;
        return answerDefault({ ...change, asking }, teller, { cause, reason });
      };
      return [step(at, answer)];
    }
    case 'writtenOff': {
      const { at, reason } = trouble;
      const confirm = async (now: Date) => {
        const writeOff = (await findWriteOff(story.tx, story.id())) ?? null;
        return confirmWriteOff({ ...(await by(second)(now)), writeOff }, teller);
      };
      return [
        step(at, async (now) => enterWriteOff(await by(viewer)(now), teller, reason)),
        step(at - CONFIRMED_AFTER, confirm),
      ];
    }
    case 'releaseUndone': {
      const { at, reason } = trouble;
      const confirm = async (now: Date) => {
        const undoing = (await findOpenUndoing(story.tx, story.id())) ?? null;
        return confirmUndoing({ ...(await by(second)(now)), undoing }, teller);
      };
      return [
        step(at, async (now) => enterUndoing(await by(viewer)(now), teller, reason)),
        step(at - CONFIRMED_AFTER, confirm),
      ];
    }
    case 'forgiven': {
      const { at, backer } = trouble;
      return [step(at, async (now) => forgive(story, people[backer], now))];
    }
  }
}

/** Days until the second person has looked at it. */
const CONFIRMED_AFTER = 0.8;

async function forgive(story: Story, backer: SignedIn, now: Date) {
  const { tx, id, teller } = story;
  const proposalId = id();
  const facts = {
    claimCents: await balanceCents(tx, { kind: 'claim', userId: backer.id, proposalId }),
    isBacker: await isBacker(tx, proposalId, backer.id),
    paidInAt: await findPaidInAt(tx, proposalId, backer.id),
  };
  return forgiveClaim({ ...(await onProposal(story, backer, now)), facts }, teller, true);
}

function dayIn(now: Date, days: number) {
  return addDays(calendarDateIn('UTC', now), days);
}
