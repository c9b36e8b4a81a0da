import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { expireProposals } from './approvals.service.ts';

/** R5.2: proposals past their deadline, or backed and not released for 30 days. */
export function proposalJobs({ db, now }: Pick<Outside, 'db' | 'now'>): Partial<Jobs> {
  return { schedules: [{ name: 'expiry', everyMinutes: 10, work: () => expireProposals(db, now) }] };
}
