import { askedLocal } from '@sathi/domain/asked-local.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { localPlan } from '@sathi/domain/local-plan.ts';
import { isFrozenFor } from '@sathi/domain/permissions.ts';
import { releasesAtOnce } from '@sathi/domain/proposals.ts';
import { repaymentSchedule, scheduleStart } from '@sathi/domain/repayments.ts';
import type { Tx } from '../../db/db.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { findRateOf } from '../rates/rates.repository.ts';
import { setInstalments } from '../repayments/instalments.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import { type ProposalRow, setProposal } from './proposals.repository.ts';

/** The terms of a loan at an institution that lends in local money; null for dollars, undefined without a rate of the day (R23.2). */
async function localTermsOf(tx: Tx, { mfiId, mfi }: ProposalRow, now: Date) {
  const { localMoney, localCurrency: currency, localUnitMinor: unit } = found(await findMoneySettings(tx, mfiId));
  if (!localMoney || currency === null) return null;
  const last = await findRateOf(tx, mfiId, currency, calendarDateIn(mfi.timeZone, now));
  return last && { currency, unit, rate: last.rateMillionths, rateOn: last.validFrom };
}
type LocalTerms = NonNullable<Awaited<ReturnType<typeof localTermsOf>>>;

/**
 * The release that follows by itself from the last dollar or the approval (R3.3). Without a rate of the day the loan waits for the
 * office, and so does one that is frozen itself or by its owner (R34.7).
 *
 * @returns whether it was released
 */
export async function releaseAtOnce(
  tx: Tx,
  proposal: ProposalRow,
  actorId: UserId | null,
  now: Date,
): Promise<boolean> {
  if (!releasesAtOnce(proposal, proposal.mfi) || isFrozenFor({ id: proposal.ownerId }, proposal)) return false;
  const terms = await localTermsOf(tx, proposal, now);
  if (terms === undefined) return false;
  await fund(tx, proposal, { actorId, now, terms });
  return true;
}

/** T11 on a locked, backed and approved proposal. @throws RefusalError `rate_too_old` where it would be in local money (R23.4) */
export async function setFunded(tx: Tx, proposal: ProposalRow, actorId: UserId, now: Date): Promise<void> {
  const terms = await localTermsOf(tx, proposal, now);
  if (terms === undefined) throw new RefusalError('rate_too_old');
  await fund(tx, proposal, { actorId, now, terms });
}

type Funding = { readonly actorId: UserId | null; readonly now: Date; readonly terms: LocalTerms | null };

/** The backed amount is funded, and the plan of repayment is made (R8.1, R8.2), in both moneys where the loan has a rate. */
async function fund(tx: Tx, proposal: ProposalRow, { actorId, now, terms }: Funding): Promise<void> {
  const { amountCents } = proposal;
  const fixed = terms && {
    localCurrency: terms.currency,
    rateMillionths: terms.rate,
    rateOn: terms.rateOn,
    payoutMinor: askedLocal(amountCents, terms.rate, terms.unit),
  };
  const { firstDueAfterMonths } = proposal.mfi;
  await setProposal(tx, proposal.id, { fundedCents: amountCents, fundedAt: now, firstDueAfterMonths, ...fixed });
  const plan = repaymentSchedule({
    amountCents,
    months: proposal.monthsToRepay,
    startOn: scheduleStart(proposal.mfi.timeZone, now, null),
    firstDueAfterMonths,
  });
  const sums =
    terms &&
    localPlan(
      plan.map((instalment) => instalment.amountCents),
      terms,
    );
  await setInstalments(
    tx,
    proposal.id,
    plan.map((instalment, index) => ({ ...instalment, localMinor: sums?.[index]?.local ?? null })),
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
