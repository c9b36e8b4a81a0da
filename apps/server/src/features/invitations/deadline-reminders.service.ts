import { dueReminder } from '@sathi/domain/invitations.ts';
import { transaction } from '../../db/transaction.ts';
import type { Outside } from '../../outside/outside.ts';
import { claimReminder, listNearDeadlines } from './deadline-reminders.repository.ts';

/**
 * Brings deadlines to mind 7 and 2 days before, to the owner and to invited people without a backing (R5.4). May run
 * twice and in parallel: of all runs one writes the job.
 */
export async function remindOfDeadlines({ db, now }: Pick<Outside, 'db' | 'now'>): Promise<void> {
  for (const { proposalId, fundingDeadline } of await listNearDeadlines(db, now())) {
    const days = dueReminder(fundingDeadline, now());
    if (days === null) continue;
    await transaction(db, (tx) => claimReminder(tx, { proposalId, fundingDeadline, days }, now()));
  }
}
