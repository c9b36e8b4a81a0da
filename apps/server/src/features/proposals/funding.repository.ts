import type { UserId } from '@sathi/domain/ids.ts';
import { repaymentSchedule, scheduleStart } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { setInstalments } from '../repayments/instalments.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { type ProposalRow, setProposal } from './proposals.repository.ts';

/**
 * T11 on a locked, backed and approved proposal: what was backed is funded, and the plan of repayment is made (R8.1, R8.2).
 * `actorId` is null when the MFI has set that completing an approved proposal releases it at once (R3.3).
 */
export async function setFunded(tx: Tx, proposal: ProposalRow, actorId: UserId | null, now: Date): Promise<void> {
  await setProposal(tx, proposal.id, { fundedCents: proposal.amountCents, fundedAt: now });
  await setInstalments(
    tx,
    proposal.id,
    repaymentSchedule({
      amountCents: proposal.amountCents,
      months: proposal.monthsToRepay,
      startOn: scheduleStart(proposal.mfi.timeZone, now, null),
      firstDueAfterMonths: proposal.mfi.firstDueAfterMonths,
    }),
  );
  await insertProposalEvent(tx, {
    proposalId: proposal.id,
    kind: 'funds_released',
    from: 'backed',
    to: 'funded',
    actorId,
    at: now,
  });
}
