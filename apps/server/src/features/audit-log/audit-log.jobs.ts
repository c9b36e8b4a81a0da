import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { chainAuditLog } from './audit-chain.repository.ts';
import { signLedgerDays } from './ledger-days.repository.ts';

const EVERY_SECONDS = 3;

/** Chains the rows within five seconds of their commit, and signs each day of the ledger in the night after (R34.5). */
export function auditLogJobs({ db, now, secret }: Outside): Pick<Jobs, 'schedules'> {
  return {
    schedules: [
      { name: 'audit chain', everyMinutes: EVERY_SECONDS / 60, work: () => chainAuditLog(db) },
      { name: 'ledger days', everyMinutes: 10, work: () => signLedgerDays(db, secret, now()) },
    ],
  };
}
