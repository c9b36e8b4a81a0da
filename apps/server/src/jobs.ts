import { deliveryHandlers } from './delivery/deliveries.ts';
import { startChainWorker } from './features/chain/chain.jobs.ts';
import { auditLogJobs } from './features/audit-log/audit-log.jobs.ts';
import { fileJobs } from './features/files/files.jobs.ts';
import { freezeJobs } from './features/freezes/freezes.jobs.ts';
import { investmentJobs } from './features/investments/investments.jobs.ts';
import { invitationJobs } from './features/invitations/invitations.jobs.ts';
import { loanFigureJobs } from './features/loan-figures/loan-figures.jobs.ts';
import { messageJobs } from './features/messages/messages.jobs.ts';
import { mfiJobs } from './features/mfis/mfis.jobs.ts';
import { notificationJobs } from './features/notifications/notifications.jobs.ts';
import { payInJobs } from './features/pay-ins/pay-ins.jobs.ts';
import { ownMoneyJobs } from './features/own-money/own-money.jobs.ts';
import { pushJobs } from './features/notifications/push.jobs.ts';
import { phoneChangeJobs } from './features/phone-changes/phone-changes.jobs.ts';
import { proposalJobs } from './features/proposals/proposals.jobs.ts';
import { rateJobs } from './features/rates/rates.jobs.ts';
import { repaymentJobs } from './features/repayments/repayments.jobs.ts';
import { defaultJobs } from './features/defaults/defaults.jobs.ts';
import { releaseUndoingJobs } from './features/release-undoings/release-undoings.jobs.ts';
import { hardshipJobs } from './features/hardships/hardships.jobs.ts';
import { importJobs } from './features/imports/imports.jobs.ts';
import { pauseJobs } from './features/pauses/pauses.jobs.ts';
import { planJobs } from './features/plans/plans.jobs.ts';
import { reportJobs } from './features/reports/reports.jobs.ts';
import { retentionJobs } from './features/retention/retention.jobs.ts';
import { savedSearchJobs } from './features/saved-searches/saved-searches.jobs.ts';
import { statementJobs } from './features/statements/statements.jobs.ts';
import { withdrawalJobs } from './features/withdrawals/withdrawals.jobs.ts';
import { reportViolations } from './ledger/audit.ts';
import { type Jobs, type ScheduleRunner, startRunner } from './outbox/runner.ts';
import type { Outside } from './outside/outside.ts';

/** The work after commits and by the clock: one line for each feature. */
export function createJobs(outside: Outside): Jobs {
  const jobs: ReadonlyArray<Partial<Jobs>> = [
    { handlers: deliveryHandlers(outside) },
    fileJobs(outside),
    freezeJobs(outside),
    investmentJobs(outside),
    invitationJobs(outside),
    loanFigureJobs(outside),
    messageJobs(outside),
    mfiJobs(outside),
    notificationJobs(outside),
    ownMoneyJobs(outside),
    payInJobs(outside),
    pushJobs(outside),
    phoneChangeJobs(outside),
    proposalJobs(outside),
    rateJobs(outside),
    repaymentJobs(outside),
    defaultJobs(outside),
    releaseUndoingJobs(outside),
    hardshipJobs(outside),
    importJobs(outside),
    pauseJobs(outside),
    planJobs(outside),
    reportJobs(outside),
    savedSearchJobs(outside),
    statementJobs(outside),
    withdrawalJobs(outside),
    retentionJobs(outside),
    auditLogJobs(outside),
    { schedules: [{ name: 'audit', everyMinutes: 1, work: () => reportViolations(outside) }] },
  ];
  return {
    handlers: Object.assign({}, ...jobs.map(({ handlers }) => handlers)),
    schedules: jobs.flatMap(({ schedules = [] }) => schedules),
  };
}

/** Starts them, and the work on the chain, which sets its own pace. */
export async function startJobs(outside: Outside): Promise<ScheduleRunner> {
  const runner = await startRunner(outside, createJobs(outside));
  const chainWorker = await startChainWorker(outside);
  return { ...runner, stop: async () => void (await Promise.all([runner.stop(), chainWorker.stop()])) };
}
