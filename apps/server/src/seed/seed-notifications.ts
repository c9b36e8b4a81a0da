import type { Tx } from '../db/db.ts';
import type { JobHandlers } from '../jobs/outbox.ts';
import { LOAN_EVENT_JOB, tellLoanEvent } from '../jobs/tell-loan-event.ts';
import {
  PAYMENT_APPROVED_JOB,
  PROPOSAL_EVENT_JOB,
  tellPaymentApproved,
  tellProposalEvent,
} from '../jobs/tell-proposal-event.ts';
import type { Outside } from '../outside.ts';
import { joinTransaction } from './joined-transaction.ts';

const DAY_MS = 86_400_000;
/** Longer ago nobody scrolls. */
const TOLD_DAYS = 45;
/** What is older has been read. */
const UNREAD_DAYS = 4;

/** Rings the bells of the story at the times when they rang. The messages that come of it are settled with all others. */
export async function ringSeededBells(tx: Tx, outside: Pick<Outside, 'secret' | 'config'>, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const jobs = await tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'dedupeKey', 'payload', 'attempts', 'createdAt'])
    .where('kind', 'in', [PROPOSAL_EVENT_JOB, PAYMENT_APPROVED_JOB, LOAN_EVENT_JOB])
    .where('doneAt', 'is', null)
    .where('createdAt', '>', daysAgo(TOLD_DAYS))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  let then = now;
  const port = { ...outside, db: joinTransaction(tx), now: () => then };
  const handlers: JobHandlers = {
    [PROPOSAL_EVENT_JOB]: tellProposalEvent(port),
    [PAYMENT_APPROVED_JOB]: tellPaymentApproved(port),
    [LOAN_EVENT_JOB]: tellLoanEvent(port),
  };
  for (const job of jobs) {
    then = job.createdAt;
    await handlers[job.kind]?.(job);
  }
  await tx
    .updateTable('notifications')
    .set((row) => ({ readAt: row.ref('at') }))
    .where('at', '<', daysAgo(UNREAD_DAYS))
    .execute();
}
