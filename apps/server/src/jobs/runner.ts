import { remindOfDeadlines } from '../features/invitations/deadline-reminders.service.ts';
import { confirmSilentWithdrawals } from '../features/withdrawals/withdrawals.service.ts';
import { expireProposals } from '../features/proposals/approvals.service.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { listViolations } from '../ledger/audit.ts';
import type { Outside } from '../outside.ts';
import { removeUnusedFiles } from './remove-file.ts';
import { deleteOutdated } from './retention.ts';
import { startChainJobs } from './chain.ts';
import { createOutbox, type JobHandlers, OUTBOX_CHANNEL } from './outbox.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export type JobRunner = { readonly stop: () => Promise<void> };

/**
 * Does the work that follows commits and the work that follows the clock. Every process runs one: jobs are leased, and each
 * schedule judges again under a lock, so side by side they do no harm.
 */
export async function startJobs(outside: Outside, handlers: JobHandlers): Promise<JobRunner> {
  const { db, now, log } = outside;
  const outbox = createOutbox({ db, now, log }, handlers);
  const lanes = new Map(
    outbox.kinds.map((kind) => [kind, repeat(outside, `outbox ${kind}`, 5 * SECOND, () => outbox.drain(kind))]),
  );
  const tasks = [
    ...lanes.values(),
    // R5.2: every ten minutes.
    repeat(outside, 'expiry', 10 * MINUTE, () => expireProposals(db, now())),
    // R5.4: whatever became due since the last look.
    repeat(outside, 'reminders', 10 * MINUTE, () => remindOfDeadlines(outside)),
    repeat(outside, 'withdrawals', 60 * MINUTE, () => confirmSilentWithdrawals(db, now())),
    repeat(outside, 'unused pictures', 60 * MINUTE, () => removeUnusedFiles(db, now())),
    repeat(outside, 'retention', 60 * MINUTE, () => deleteOutdated(db, now())),
    repeat(outside, 'audit', MINUTE, () => reportViolations(outside)),
  ];
  const lookAt = (kind: string): void => {
    outbox.wake(kind);
    lanes.get(kind)?.soon();
  };
  const chain = await startChainJobs(outside);
  const unlisten = await outside.listen(OUTBOX_CHANNEL, lookAt, () => outbox.kinds.forEach(lookAt));
  return {
    stop: async () => {
      await unlisten();
      outbox.stop();
      await Promise.all([chain.stop(), ...tasks.map((task) => task.stop())]);
    },
  };
}

/**
 * The books disagree with themselves: somebody must look, while the service stays up (R18.4). Once a minute for all processes.
 *
 * @returns false when another process has looked in this minute
 */
export async function reportViolations({ db, log, now }: Pick<Outside, 'db' | 'log' | 'now'>): Promise<boolean> {
  if (!(await claimPeriod(db, 'audit', MINUTE, now()))) return false;
  const violations = await transaction(db, async (tx) => {
    // It reads everything, so it may take longer than a request.
    await sql`set local statement_timeout = '5min'`.execute(tx);
    return listViolations(tx);
  });
  if (violations.length > 0)
    log.error({ metric: 'audit_violations', count: violations.length, violations }, 'the books are wrong');
  return true;
}

/** True for one process only in each period: for work that is the same whoever does it, and heavy. */
async function claimPeriod(db: Db, name: string, periodMs: number, now: Date): Promise<boolean> {
  const windowStart = new Date(Math.floor(now.getTime() / periodMs) * periodMs);
  const claimed = await db
    .insertInto('rateCounters')
    .values({ key: `once:${name}`, windowStart, count: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

type Task = { readonly soon: () => void; readonly stop: () => Promise<void> };

/** Runs `work` now and then every `everyMs`, never twice at once; `soon` asks for one more run as soon as possible. */
function repeat({ log }: Outside, name: string, everyMs: number, work: () => Promise<unknown>): Task {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;

  const run = (): void => {
    if (isStopped) return;
    if (running) {
      isWanted = true;
      return;
    }
    clearTimeout(timer);
    running = work()
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'scheduled work failed'))
      .finally(() => {
        running = null;
        if (isStopped) return;
        timer = setTimeout(run, isWanted ? 0 : everyMs);
        isWanted = false;
      });
  };
  run();
  return {
    soon: run,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
