import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { isLeftOut, pausedInstalments } from '@sathi/domain/pauses.ts';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../errors/refusal-error.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { endPlanChange, insertPlanChange, replaceInstalments } from '../plans/plans.repository.ts';
import { hasMissedDayOf } from '../proposals/owner-loans.repository.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';
import { moveWithSending } from '../withdrawals/sending.repository.ts';
import { tellOfPause } from './pause-news.ts';
import {
  findReplaced,
  holdPause,
  isBeingPutBack,
  isWaiting,
  listPauseLoans,
  listUnfinishedPauses,
  type PauseRow,
  setPauseFinished,
  setPauseLoan,
} from './pauses.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Loans of a pause get their new days, or, undone, their old ones again (R28.4). */
export function pauseJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'pauses', everyMinutes: 1, work: () => finishPauses(outside) }] };
}

/**
 * One loan after the other, each in a transaction of its own: a run that is broken off goes on where it was, and two runs at once
 * move no day twice. When all loans are done, their people are told, once.
 */
export async function finishPauses(outside: Port): Promise<void> {
  await doOneByOne(await listUnfinishedPauses(outside.db), async (pause) => {
    const waiting = await listPauseLoans(outside.db, pause.id, 'waiting');
    const moved = pause.undoneAt === null ? [] : await listPauseLoans(outside.db, pause.id, 'moved');
    await doOneByOne(waiting, (proposalId) => moveLoan(outside, pause, proposalId));
    await doOneByOne(moved, (proposalId) => putBack(outside, pause, proposalId));
    return transaction(outside.db, async (tx) => {
      if (!(await setPauseFinished(tx, pause, outside.now()))) return false;
      await tellOfPause(outside, tx, pause);
      return true;
    });
  });
}

async function moveLoan({ db, now }: Port, pause: PauseRow, proposalId: ProposalId): Promise<boolean> {
  return transaction(db, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    const of = { pauseId: pause.id, proposalId, from: 'waiting' } as const;
    // Another run may have moved it while this one waited for its loan.
    if (!(await isWaiting(tx, pause.id, proposalId))) return false;
    if ((await holdPause(tx, pause.id)).isUndone || proposal?.status !== 'funded')
      return setPauseLoan(tx, of, { state: 'left' });
    // Its days of now are those of a pause that is undone: it waits until they are put back.
    if (await isBeingPutBack(tx, proposalId)) return false;
    const before = await listInstalments(tx, proposalId);
    const after = pausedInstalments(before, proposal.repaidCents, pause.months);
    const unpaid = after.filter(({ dueOn }, index) => dueOn !== before[index]?.dueOn);
    const [first] = unpaid;
    if (first === undefined) return setPauseLoan(tx, of, { state: 'left' });
    const mfi = found(await findMfiById(tx, proposal.mfiId));
    const { monthsToRepay, ownerId } = proposal;
    const { firstDueAfterMonths } = proposal.mfi;
    const releasedOn = calendarDateIn(mfi.timeZone, proposal.fundedAt ?? pause.enteredAt);
    const endsOn = unpaid.at(-1)?.dueOn ?? first.dueOn;
    // Pauses that were given at once did not see each other.
    if (isLeftOut({ ownerId, giverId: pause.enteredBy, monthsToRepay, firstDueAfterMonths, releasedOn, endsOn })) {
      return setPauseLoan(tx, of, { state: 'left' });
    }
    const planChangeId = await insertPlanChange(tx, {
      proposalId,
      months: unpaid.length,
      firstDueOn: first.dueOn,
      reason: pause.reason,
      state: 'accepted',
      wasLate: await hasMissedDayOf(tx, proposal, pause.enteredAt),
      enteredBy: pause.enteredBy,
      enteredAt: pause.enteredAt,
      approvedBy: pause.enteredBy,
      approvedAt: pause.enteredAt,
      hardshipId: null,
      closedAt: now(),
      before,
    });
    await replaceInstalments(tx, proposalId, after);
    return setPauseLoan(tx, of, { state: 'moved', planChangeId });
  });
}

/**
 * A loan with a newer plan keeps that one and stays `moved`, so that its people are not told of old days; one that was sent
 * meanwhile has its months from that day; a deleted one has no days.
 */
async function putBack({ db, now }: Port, pause: PauseRow, proposalId: ProposalId): Promise<boolean> {
  return transaction(db, async (tx) => {
    const proposal = await lockProposal(tx, proposalId);
    const of = { pauseId: pause.id, proposalId, from: 'moved' } as const;
    if (proposal === undefined) return setPauseLoan(tx, of, { state: 'left', planChangeId: null });
    const replaced = await findReplaced(tx, pause.id, proposalId);
    if (replaced === undefined) return false;
    await setPauseLoan(tx, of, { state: 'undone' });
    await replaceInstalments(tx, proposalId, replaced.before);
    await endPlanChange(tx, replaced.planChangeId, now());
    await moveWithSending(tx, proposal, now());
    return true;
  });
}
