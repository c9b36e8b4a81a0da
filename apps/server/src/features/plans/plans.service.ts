import { unitOf } from '@sathi/domain/asked-local.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { PlanChangeId } from '@sathi/domain/ids.ts';
import { leastLocal } from '@sathi/domain/local-plan.ts';
import { isAsOffered, type Offer } from '@sathi/domain/hardships.ts';
import { changedInstalments, countedIn, isFirstDueDay, planNeedsTwo, type PlanState } from '@sathi/domain/plans.ts';
import { confirmersOf, officeWithout } from '@sathi/domain/staff.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { closeHardship, findHardship, findOpenHardship, type HardshipRow } from '../hardships/hardships.repository.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { followers, listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { hasMissedDayOf } from '../proposals/owner-loans.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';
import { findCounted, localPlanOf } from '../repayments/local-loans.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import type { AppSecret } from '../../config/secret.ts';
import {
  closePlanChange,
  findPlanChange,
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
type Entered = { readonly id: PlanChangeId; readonly state: PlanState };
type Asked = { readonly months: number; readonly firstDueOn: CalendarDate; readonly reason: string };

/**
 * Enters a plan to take the place of the one in force, for its borrower to accept (R28.2).
 *
 * @throws RefusalError `invalid_request` for a first day that is none
 */
export async function enterPlan(change: OnLoan, teller: Teller, asked: Asked): Promise<Entered> {
  const { tx, viewer, proposal, now } = change;
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  if (!isFirstDueDay(asked.firstDueOn, today)) throw invalidField('firstDueOn', 'invalid');
  const mfi = found(await findMfiById(tx, proposal.mfiId));
  const isForTwo = planNeedsTwo(asked.months, proposal.monthsToRepay);
  const state = isForTwo ? ('entered' as const) : ('approved' as const);
  const hardship = await findOpenHardship(tx, proposal.id);
  const id = await insertPlanChange(tx, {
    ...asked,
    proposalId: proposal.id,
    state,
    wasLate: hardship?.wasLate ?? (await hasMissedDayOf(tx, proposal, now)),
    hardshipId: hardship?.id ?? null,
    enteredBy: viewer.id,
    enteredAt: now,
    approvedBy: isForTwo ? null : viewer.id,
    approvedAt: isForTwo ? null : now,
  });
  if (!isForTwo) return present({ ...change, plan: found(await findPlanChange(tx, proposal.id, id)) }, teller);
  const deciders = officeWithout(await findOffice(tx, proposal.mfiId, now), [proposal.ownerId]);
  const confirmers = confirmersOf({ enteredBy: viewer.id }, deciders);
  const event = {
    ...aboutPlan(proposal, mfi.name, teller),
    key: `to_confirm:plan:${id}`,
    mfiId: proposal.mfiId,
    confirmers,
    facts: { what: 'plan' },
  };
  await tellWithin(tx, teller, 'to_confirm', event, now);
  return { id, state };
}

/** Confirms a plan that is longer than twice the original, once another person has looked at it (R34.3). */
export async function confirmPlan(change: OnPlan, teller: Teller): Promise<Entered> {
  const { tx, viewer, plan, now } = change;
  await setPlanApproved(tx, plan.id, viewer.id, now);
  return present(change, teller);
}

/**
 * A plan that its office has decided on goes to its borrower. One that asks no more than their open request offers is in force at
 * once (R28.2). Either answers the request.
 */
async function present(change: OnPlan, teller: Teller): Promise<Entered> {
  const { tx, viewer, proposal, plan, now } = change;
  const hardship = plan.hardshipId === null ? undefined : await findHardship(tx, plan.hardshipId);
  const isAsked = hardship?.state === 'open';
  if (isAsked) await closeHardship(tx, hardship.id, { state: 'answered', closedAt: now, answeredBy: viewer.id });
  const about = await aboutOpenPlan(change, teller);
  const hearers = await listHearers(tx, [proposal.ownerId]);
  if (!isAsked || !isAsOffered((await replacedBy(change)).months, offerOf(hardship, proposal))) {
    await tellWithin(tx, teller, 'plan_offered', { ...about, key: `plan_offered:${plan.id}`, hearers }, now);
    return { id: plan.id, state: 'approved' };
  }
  await closePlanChange(tx, plan.id, { state: 'accepted', closedAt: now, before: await putInForce(change) });
  const answered = { ...about, key: `hardship_answered:${hardship.id}`, hearers, facts: { what: 'plan', reason: '' } };
  await tellWithin(tx, teller, 'hardship_answered', answered, now);
  await tellBackers(change, teller, about);
  return { id: plan.id, state: 'accepted' };
}

/** The offer of a hardship request, in the money of the loan. */
function offerOf({ monthlyCents, monthlyMinor, fromOn }: HardshipRow, { local }: ProposalRow): Offer {
  return { monthly: local === null ? monthlyCents : (monthlyMinor ?? 0), fromOn };
}

/** The borrower decides; accepted, the plan is in force at once. */
export async function answerPlan(change: OnPlan, teller: Teller, state: 'accepted' | 'refused') {
  const { tx, plan, now } = change;
  const before = state === 'accepted' ? await putInForce(change) : null;
  await closePlanChange(tx, plan.id, { state, closedAt: now, before });
  const about = await aboutOpenPlan(change, teller);
  await tellWithin(
    tx,
    teller,
    'plan_answered',
    { ...about, key: `plan_answered:${plan.id}`, facts: { what: state } },
    now,
  );
  if (state === 'accepted') await tellBackers(change, teller, about);
  return { id: plan.id, state };
}

/** The instalments in force, those in their place, and the new months among these, in the money of the loan. */
async function replacedBy({ tx, proposal, plan }: OnPlan) {
  const { id, repaidCents, local, mfiId } = proposal;
  const current = await listInstalments(tx, id);
  const { approved } = await findCounted(tx, id);
  const units = found(await findMoneySettings(tx, mfiId));
  const inLocal = local && {
    terms: { rate: local.rate, unit: unitOf(local.currency, units) },
    approvedMinor: approved,
  };
  const { months, firstDueOn } = plan;
  const changed = changedInstalments({ current, repaidCents, months, firstDueOn, local: inLocal });
  const added = changed.slice(-months).map(({ dueOn, amountCents, localMinor }) => ({
    dueOn,
    sum: localMinor ?? amountCents,
  }));
  return { current, changed, approved, months: added };
}

/** @returns the instalments before it */
async function putInForce(change: OnPlan) {
  const { tx, proposal } = change;
  const { id, repaidCents, local } = proposal;
  const { current, changed, approved } = await replacedBy(change);
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
      await setCounted(tx, id, payment.id, counted[index] ?? (0 as never));
    }
  }
  return current;
}

/** Each backer hears of the change, by mail with the other news of the day (R27.2). */
async function tellBackers({ tx, proposal, plan, now }: OnPlan, teller: Teller, about: ReturnType<typeof aboutPlan>) {
  const hearers = await followers(tx, { proposalId: proposal.id });
  const event = { ...about, key: `plan_changed:${plan.id}`, hearers, facts: { reason: plan.reason } };
  await tellWithin(tx, teller, 'plan_changed', event, now);
}

async function aboutOpenPlan({ tx, proposal }: OnPlan, teller: Teller) {
  const { name } = found(await findMfiById(tx, proposal.mfiId));
  return aboutPlan(proposal, name, teller);
}

function aboutPlan({ id: proposalId, ownerId, title }: ProposalRow, mfiName: string, { origin }: Teller) {
  const about = { proposalId, ownerId, title, mfiName };
  return { ...about, url: pageUrl(origin, about) };
}
