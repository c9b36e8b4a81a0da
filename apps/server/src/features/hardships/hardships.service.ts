import { calendarDateIn, type CalendarDate } from '@sathi/domain/calendar-date.ts';
import { type HardshipReason, remindersRestUntil } from '@sathi/domain/hardships.ts';
import type { LocalSum, Minor } from '@sathi/domain/local-money.ts';
import { cents, type Cents } from '@sathi/domain/money.ts';
import { isFirstDueDay } from '@sathi/domain/plans.ts';
import { worthCents } from '@sathi/domain/asked-local.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import type { AppSecret } from '../../config/secret.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { hasMissedDayOf } from '../proposals/owner-loans.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import {
  changeHardship,
  closeHardship,
  findHardship,
  findOpenHardship,
  type HardshipRow,
  insertHardship,
  lastRestOf,
  type Said,
} from './hardships.repository.ts';

type OnLoan = Change & { readonly proposal: ProposalRow };
type Teller = { readonly secret: AppSecret; readonly origin: string };
export type Asked = {
  readonly reason: HardshipReason;
  readonly monthly?: Cents | undefined;
  readonly localMonthly?: LocalSum | undefined;
  readonly fromOn: CalendarDate;
  readonly note?: string | undefined;
};

/**
 * “I cannot pay”: a new request, or other words for the open one (R28.1). Reminders rest from the first one on.
 *
 * @throws RefusalError `wrong_currency` for other money than the loan's, `amount_above_outstanding`
 */
export async function askHardship(change: OnLoan, teller: Teller, asked: Asked): Promise<HardshipRow> {
  const { tx, proposal, now } = change;
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  if (!isFirstDueDay(asked.fromOn, today)) throw invalidField('fromOn', 'invalid');
  const said = { reason: asked.reason, ...offerOf(proposal, asked), fromOn: asked.fromOn, note: asked.note ?? '' };
  const open = await findOpenHardship(tx, proposal.id);
  if (open !== undefined) {
    await changeHardship(tx, open.id, said);
    return findHardship(tx, open.id);
  }
  const mfi = found(await findMfiById(tx, proposal.mfiId));
  const id = await insertHardship(tx, {
    ...said,
    proposalId: proposal.id,
    wasLate: await hasMissedDayOf(tx, proposal, now),
    askedAt: now,
    remindersRestUntil: remindersRestUntil(now, await lastRestOf(tx, proposal.id)),
  });
  // Staff hear it once a day: said and taken back over and over it would take the mails of all their other news.
  const key = `hardship_asked:${proposal.id}:${today}`;
  await tellWithin(tx, teller, 'hardship_asked', { ...about(proposal, mfi.name, teller), key }, now);
  return findHardship(tx, id);
}

/** The offer in dollars, and in the money of a loan that has its own; without a sum nothing is offered for now. */
function offerOf(proposal: ProposalRow, { monthly, localMonthly }: Asked): Pick<Said, 'monthlyCents' | 'monthlyMinor'> {
  const { local } = proposal;
  if (monthly !== undefined && localMonthly !== undefined) throw invalidField('localMonthly', 'invalid');
  if (local !== null && monthly !== undefined && monthly > 0) throw new RefusalError('wrong_currency');
  if (localMonthly !== undefined && localMonthly.currency !== local?.currency) throw new RefusalError('wrong_currency');
  const monthlyMinor = local === null ? null : (localMonthly?.amount ?? (0 as Minor));
  const monthlyCents = local === null ? (monthly ?? cents(0)) : worthCents(monthlyMinor ?? (0 as Minor), local.rate);
  const maximumCents = outstandingCents(proposal);
  if (monthlyCents > maximumCents) throw new RefusalError('amount_above_outstanding', { maximumCents });
  return { monthlyCents, monthlyMinor };
}

/** The borrower can pay after all. */
export async function takeBackHardship({ tx, now }: OnLoan, open: HardshipRow): Promise<HardshipRow> {
  await closeHardship(tx, open.id, { state: 'taken_back', closedAt: now });
  return findHardship(tx, open.id);
}

/** Staff cannot change the plan, and say why; their borrower hears it at once. */
export async function refuseHardship(
  { tx, viewer, proposal, now }: OnLoan,
  teller: Teller,
  open: HardshipRow,
  reason: string,
): Promise<HardshipRow> {
  await closeHardship(tx, open.id, { state: 'refused', closedAt: now, answeredBy: viewer.id, answer: reason });
  const { name } = found(await findMfiById(tx, proposal.mfiId));
  const told = {
    ...about(proposal, name, teller),
    key: `hardship_answered:${open.id}`,
    facts: { what: 'refused', reason },
  };
  const hearers = await listHearers(tx, [proposal.ownerId]);
  await tellWithin(tx, teller, 'hardship_answered', { ...told, hearers }, now);
  return findHardship(tx, open.id);
}

function about({ id: proposalId, ownerId, title }: ProposalRow, mfiName: string, { origin }: Teller) {
  const told = { proposalId, ownerId, title, mfiName };
  return { ...told, url: pageUrl(origin, told) };
}
