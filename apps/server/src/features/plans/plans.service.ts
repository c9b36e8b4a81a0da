import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { PlanChangeId } from '@sathi/domain/ids.ts';
import { leastLocal } from '@sathi/domain/local-plan.ts';
import { changedInstalments, countedIn, isFirstDueDay, planNeedsTwo } from '@sathi/domain/plans.ts';
import { loanLateness } from '@sathi/domain/portfolio.ts';
import { confirmersOf } from '@sathi/domain/staff.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';
import { findCounted, localPlanOf } from '../repayments/local-loans.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import type { AppSecret } from '../../config/secret.ts';
import {
  closePlanChange,
  hasOpenPlan,
  insertPlanChange,
  listPendingSums,
  type PlanChangeRow,
  replaceInstalments,
  setCounted,
  setPlanApproved,
} from './plans.repository.ts';

type OnLoan = Change & { readonly proposal: ProposalRow };
type OnPlan = OnLoan & { readonly plan: PlanChangeRow };
type Teller = { readonly secret: AppSecret; readonly origin: string };
type Asked = { readonly months: number; readonly firstDueOn: CalendarDate; readonly reason: string };

/**
 * A plan in the place of the one in force, for its borrower to accept (R28.2).
 *
 * @throws RefusalError `wrong_status` while another one is open, `invalid_request` for a first day that is none
 */
export async function enterPlan({ tx, viewer, proposal, now }: OnLoan, teller: Teller, asked: Asked) {
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  if (!isFirstDueDay(asked.firstDueOn, today)) throw invalidField('firstDueOn', 'invalid');
  if (await hasOpenPlan(tx, proposal.id)) throw new RefusalError('wrong_status');
  const instalments = await listInstalments(tx, proposal.id);
  const mfi = found(await findMfiById(tx, proposal.mfiId));
  const { fundedCents, repaidCents } = proposal;
  const { daysLate } = loanLateness({ instalments, fundedCents, repaidCents, today, graceDays: mfi.lateGraceDays });
  const isForTwo = planNeedsTwo(asked.months, proposal.monthsToRepay);
  const state = isForTwo ? ('entered' as const) : ('approved' as const);
  const id = await insertPlanChange(tx, {
    ...asked,
    proposalId: proposal.id,
    state,
    wasLate: daysLate > 0,
    enteredBy: viewer.id,
    enteredAt: now,
    approvedBy: isForTwo ? null : viewer.id,
    approvedAt: isForTwo ? null : now,
  });
  const about = aboutPlan(proposal, mfi.name, teller, id);
  if (isForTwo) {
    const confirmers = confirmersOf({ enteredBy: viewer.id }, await findOffice(tx, proposal.mfiId, now));
    const event = {
      ...about,
      key: `to_confirm:plan:${id}`,
      mfiId: proposal.mfiId,
      confirmers,
      facts: { what: 'plan' },
    };
    await tellWithin(tx, teller, 'to_confirm', event, now);
  } else await offer({ tx, now }, teller, about, proposal);
  return { id, state };
}

/** Another has looked at a plan that is longer than twice the original (R34.3). */
export async function confirmPlan(change: OnPlan, teller: Teller) {
  const { tx, viewer, proposal, plan, now } = change;
  await setPlanApproved(tx, plan.id, viewer.id, now);
  await offer({ tx, now }, teller, await aboutOpenPlan(change, teller), proposal);
  return { id: plan.id, state: 'approved' as const };
}

/** The borrower decides; accepted, the plan is in force at once. */
export async function answerPlan(change: OnPlan, teller: Teller, state: 'accepted' | 'refused') {
  const { tx, plan, now } = change;
  const before = state === 'accepted' ? await putInForce(change) : null;
  await closePlanChange(tx, plan.id, { state, closedAt: now, before });
  const about = await aboutOpenPlan(change, teller);
  await tellWithin(tx, teller, 'plan_answered', { ...about, facts: { what: state } }, now);
  if (state === 'accepted') {
    await tellWithin(tx, teller, 'plan_changed', { ...about, facts: { reason: plan.reason } }, now);
  }
  return { id: plan.id, state };
}

/** @returns the instalments before it */
async function putInForce({ tx, proposal, plan }: OnPlan) {
  const { id, repaidCents, local, mfiId } = proposal;
  const current = await listInstalments(tx, id);
  const { approved } = await findCounted(tx, id);
  const { localUnitMinor: unit } = found(await findMoneySettings(tx, mfiId));
  const inLocal = local && { terms: { rate: local.rate, unit }, approvedMinor: approved };
  const { months, firstDueOn } = plan;
  const changed = changedInstalments({ current, repaidCents, months, firstDueOn, local: inLocal });
  await replaceInstalments(tx, id, changed);
  if (local !== null) {
    const pending = await listPendingSums(tx, id);
    const localPlan = localPlanOf(changed);
    const counted = countedIn(
      { cents: repaidCents, local: approved },
      pending.map(({ amountCents }) => amountCents),
      (sum, amount) => leastLocal(localPlan, sum, amount),
    );
    for (const [index, payment] of pending.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      await setCounted(tx, id, payment.id, counted[index] ?? (0 as never));
    }
  }
  return current;
}

async function aboutOpenPlan({ tx, proposal, plan }: OnPlan, teller: Teller) {
  const { name } = found(await findMfiById(tx, proposal.mfiId));
  return aboutPlan(proposal, name, teller, plan.id);
}

function aboutPlan(
  { id: proposalId, ownerId, title }: ProposalRow,
  mfiName: string,
  { origin }: Teller,
  planId: PlanChangeId,
) {
  const about = { proposalId, ownerId, title, mfiName };
  return { ...about, key: `plan:${planId}`, url: pageUrl(origin, about) };
}

/** The borrower reads the offer and decides (R28.2). */
async function offer(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  teller: Teller,
  about: ReturnType<typeof aboutPlan>,
  { ownerId }: ProposalRow,
): Promise<void> {
  await tellWithin(tx, teller, 'plan_offered', { ...about, hearers: await listHearers(tx, [ownerId]) }, now);
}
