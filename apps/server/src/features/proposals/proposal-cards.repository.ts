import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { ClosedReason, ReturnReason } from '@sathi/domain/proposals.ts';
import type { WaitingPayment } from '@sathi/domain/repayments.ts';
import type { StoryLanguage } from '@sathi/domain/story-language.ts';
import type { Story } from '@sathi/domain/translations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { unreadOf } from '../messages/unread.repository.ts';
import { isShownTo } from '../reports/hidden.repository.ts';
import { loansOf, type OwnerLoan } from './owner-loans.repository.ts';
import type { LocalColumns, WhoAndWhere } from './proposals.repository.ts';

/** A proposal with the columns that its card shows to one reader. */
export type ProposalCardRow = WhoAndWhere &
  LocalColumns & {
    readonly id: ProposalId;
    readonly ownerId: UserId;
    readonly mfiId: MfiId;
    readonly mfiName: string;
    readonly title: string;
    readonly description: string;
    readonly amountCents: Cents;
    readonly backedCents: Cents;
    readonly fundedCents: Cents;
    readonly pendingCents: Cents;
    readonly repaidCents: Cents;
    readonly forgivenCents: Cents;
    readonly remainingCents: Cents;
    readonly unpaidCents: Cents;
    readonly backersAwaited: number;
    readonly awaitsMoney: boolean;
    readonly neededOn: CalendarDate;
    readonly monthsToRepay: number;
    readonly image: string | null;
    readonly imageAlt: string | null;
    readonly imageBlur: string | null;
    readonly statusCode: number;
    readonly translations: (Story & { readonly language: StoryLanguage; readonly isOutdated: boolean })[];
    /** Its words and pictures were taken away (R13.6). */
    readonly isReduced: boolean;
    readonly ownerFirstName: string;
    readonly ownerLastName: string;
    readonly approvedAt: Date | null;
    readonly approvedByName: string | null;
    readonly createdAt: Date;
    readonly publishedAt: Date | null;
    readonly fundingDeadline: Date | null;
    readonly extendedAt: Date | null;
    readonly fundingDays: number;
    readonly acceptPartial: boolean;
    readonly amountAskedCents: Cents | null;
    readonly fundedAt: Date | null;
    readonly isMoneySent: boolean;
    /** Names payments; null before the release. */
    readonly loanReference: string | null;
    /** The payments that wait. */
    readonly waiting: readonly WaitingPayment[];
    /** The collector of the loan and where; null for an officer who left the office. */
    readonly officerId: UserId | null;
    readonly area: string | null;
    readonly repaidAt: Date | null;
    readonly defaultedAt: Date | null;
    readonly writtenOffAt: Date | null;
    /** Staff are asked whether it is in default (R29.1). */
    readonly isDefaultAsked: boolean;
    readonly closedReason: ClosedReason | null;
    readonly returnReason: ReturnReason | null;
    readonly returnNote: string | null;
    readonly backersCount: number;
    readonly isBackedByReader: boolean;
    readonly isIgnored: boolean;
    /** The loan owes the reader something that is not lost. */
    readonly isReaderOwed: boolean;
    readonly hasOpenWithdrawal: boolean;
    /** The reader has written in the conversation of the proposal. */
    readonly hasWritten: boolean;
    /** Messages of others after the last one that was read; for readers of the conversation only. */
    readonly unreadMessagesCount: number;
    /** The published campaigns, and for the owner and the staff the others too. */
    readonly campaigns: { readonly id: string; readonly name: string }[];
    readonly approveBeforeBacking: boolean;
    readonly hideUnchecked: boolean;
    readonly askedMinor: Minor | null;
    readonly askedCurrency: LocalCurrency | null;
    /** The local sums of the plan, and of what approved and waiting payments count for in it; null for a loan in dollars (R23.5). */
    readonly plannedMinor: Minor | null;
    readonly countedMinor: Minor | null;
    readonly waitingMinor: Minor | null;
    /** The reader approved it, and where two decide another releases its money (R34.3). */
    readonly awaitsAnother: boolean;
    /** The reader has a colleague, and two decide about its amount (R6.8). */
    readonly isOneOfTwo: boolean;
    /** Its institution has stopped the proposal, its owner or the reader (R34.7). */
    readonly isFrozen: boolean;
    /** Hidden after reports; a reader who has the card is one of those who still see it (R34.6). */
    readonly hiddenAt: Date | null;
    /** Reports hide it or something around it; false for a visitor, who is told of nothing hidden. */
    readonly hasHidden: boolean;
    /** The owner's released loans, for their track record (R26.3). */
    readonly ownerLoans: readonly OwnerLoan[];
    readonly revision: number;
    readonly timeZone: string;
    readonly firstDueAfterMonths: number;
    readonly lateGraceDays: number;
  };

/** The cards that one reader is shown; the caller adds conditions, order and limit. `readerId` is null for a visitor. */
export async function selectCards(
  db: Db,
  readerId: UserId | null,
  rest: RawBuilder<unknown>,
): Promise<ProposalCardRow[]> {
  const { rows } = await cardsQuery(readerId === null ? null : sql`${readerId}::bigint`, rest).execute(db);
  return rows;
}

/**
 * The cards of each of these readers by their id, each list in the order that `restFor` names; no entry for a reader without cards. The
 * sub-query hides the length of the list from the planner, whose one plan then serves every list (decision 161).
 */
export async function selectCardsOfEach(
  db: Db,
  readerIds: readonly UserId[],
  restFor: (readerId: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Map<UserId, ProposalCardRow[]>> {
  const readerId = sql`reader.id`;
  const { rows } = await sql<ProposalCardRow & { readonly readerId: UserId }>`
    select reader.id as "readerId", card.* from unnest((select ${readerIds}::bigint[])) as reader (id)
    cross join lateral (${cardsQuery(readerId, restFor(readerId))}) as card`.execute(db);
  return Map.groupBy(rows, (row) => row.readerId);
}

/** The one query behind every card and page. `reader` is an id or a column of the query around, and null for a visitor. */
function cardsQuery(readerOrNull: RawBuilder<unknown> | null, rest: RawBuilder<unknown>): RawBuilder<ProposalCardRow> {
  // Constants that the planner can see take what no visitor is told of out of their plan; it sees none in a parameter.
  const reader = readerOrNull ?? sql`null::bigint`;
  const isRead = readerOrNull === null ? sql`false` : sql`true`;
  return sql<ProposalCardRow>`
    select p.id, p.owner_id as "ownerId", p.mfi_id as "mfiId", m.name as "mfiName", p.title, p.description,
      p.amount_cents as "amountCents", p.backed_cents as "backedCents", p.funded_cents as "fundedCents",
      p.pending_cents as "pendingCents", p.repaid_cents as "repaidCents", p.forgiven_cents as "forgivenCents", p.remaining_cents as "remainingCents", p.unpaid_cents as "unpaidCents",
      p.needed_on as "neededOn", p.months_to_repay as "monthsToRepay", p.image, p.image_alt as "imageAlt",
      p.place, p.category, p.story_language as "storyLanguage",
      coalesce((
        select jsonb_agg(jsonb_build_object('language', w.language, 'title', w.title, 'description', w.description,
          'isOutdated', row(w.original_title, w.original_description) is distinct from row(p.title, p.description))
          order by w.language)
        from translations w where w.proposal_id = p.id
      ), '[]'::jsonb) as "translations",
      f.blur as "imageBlur", p.status as "statusCode",
      p.reduced_at is not null as "isReduced", o.first_name as "ownerFirstName", o.last_name as "ownerLastName", p.approved_at as "approvedAt",
      a.first_name || ' ' || a.last_name as "approvedByName", p.created_at as "createdAt",
      p.published_at as "publishedAt", p.funding_deadline as "fundingDeadline", p.extended_at as "extendedAt", coalesce(p.funding_days, m.funding_days) as "fundingDays",
      p.accept_partial as "acceptPartial", p.amount_asked_cents as "amountAskedCents", p.funded_at as "fundedAt",
      p.sent_cents > 0 as "isMoneySent", p.loan_reference as "loanReference", case when ${isRead} then ${WAITING} else '[]'::jsonb end as waiting, p.area,
      case when ${isRead} and p.officer_id is not null then (
        select s.user_id from mfi_staff s where s.mfi_id = p.mfi_id and s.user_id = p.officer_id
      ) end as "officerId",
      p.repaid_at as "repaidAt", p.defaulted_at as "defaultedAt", p.written_off_at as "writtenOffAt",
      ${isRead} and exists (select from loan_defaults d where d.proposal_id = p.id and d.state = 'asked') as "isDefaultAsked",
      p.closed_reason as "closedReason", p.return_reason as "returnReason", p.return_note as "returnNote",
      (select count(distinct i.investor_id)::int from investments i
        where i.proposal_id = p.id and i.released_at is null) as "backersCount",
      case when p.unpaid_cents = 0 then 0 else (
        select count(distinct i.investor_id)::int from investments i where i.proposal_id = p.id and i.unpaid_cents > 0
      ) end as "backersAwaited",
      m.collection = 'expected' as "awaitsMoney",
      ${isRead} and exists (select from investments i where i.proposal_id = p.id and i.investor_id = ${reader}
        and i.released_at is null) as "isBackedByReader",
      ${isRead} and exists (select from accounts a where a.kind = 'claim' and a.proposal_key = p.id and a.user_key = ${reader}
        and a.balance_cents > 0) as "isReaderOwed",
      ${isRead} and exists (select from ignored_proposals g where g.proposal_id = p.id and g.user_id = ${reader}) as "isIgnored",
      ${isRead} and exists (select from withdrawals w where w.proposal_id = p.id and w.state in ('requested', 'sent', 'confirmed'))
        as "hasOpenWithdrawal",
      ${isRead} and exists (select from messages e where e.proposal_id = p.id and e.author_id = ${reader}) as "hasWritten",
      case when ${isRead} then (
        select count(*)::int from messages m where m.proposal_id = p.id and ${unreadOf(reader)}
      ) else 0 end as "unreadMessagesCount",
      ${campaignsFor(reader)} as "campaigns",
      ${loansOf(sql`p.owner_id`)} as "ownerLoans",
      ${isRead} and exists (select from freezes z where z.mfi_id = p.mfi_id and z.lifted_at is null
        and (z.proposal_id = p.id or z.user_id in (p.owner_id, ${reader}))) as "isFrozen",
      p.hidden_at as "hiddenAt", ${isRead} and exists (
        select from report_cases r where r.proposal_id = p.id and r.state in ('hidden', 'hidden_for_good')) as "hasHidden",
      ${isRead} and ${awaitsAnother(reader, { first: sql`p.approved_by`, cents: sql`p.amount_cents` })} as "awaitsAnother",
      ${isRead} and ${awaitsAnother(reader, { first: reader, cents: sql`p.amount_cents` })} as "isOneOfTwo",
      p.asked_minor as "askedMinor", p.asked_currency as "askedCurrency", p.local_currency as "localCurrency",
      p.rate_millionths as "rateMillionths", p.rate_on as "rateOn", p.payout_minor as "payoutMinor",
      case when ${isRead} and p.local_currency is not null then (
        select sum(n.local_minor)::bigint from instalments n where n.proposal_id = p.id
      ) end as "plannedMinor",
      ${countedLocal(isRead, 'approved')} as "countedMinor", ${countedLocal(isRead, 'pending')} as "waitingMinor",
      p.revision, m.approve_before_backing as "approveBeforeBacking", m.hide_unchecked as "hideUnchecked", m.time_zone as "timeZone",
      m.first_due_after_months as "firstDueAfterMonths", m.late_grace_days as "lateGraceDays"
    from proposals p
    join mfis m on m.id = p.mfi_id
    join users o on o.id = p.owner_id
    left join users a on a.id = p.approved_by and ${isRead}
    left join files f on f.key = p.image
    where p.deleted_at is null and ${isShownTo(reader)} ${rest}`;
}

/** The payments of a loan that wait, by the day on which they were entered. */
const WAITING = sql`case when p.pending_cents = 0 then '[]'::jsonb else coalesce((
    select jsonb_agg(jsonb_build_object('amountCents', y.amount_cents, 'enteredOn', (y.entered_at at time zone m.time_zone)::date))
    from payments y where y.proposal_id = p.id and y.state = 'pending'
  ), '[]'::jsonb) end`;

/** The published campaigns of a proposal, and for the owner and the staff the others too. */
function campaignsFor(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name) order by c.id)
    from campaign_proposals j join campaigns c on c.id = j.campaign_id
    where j.proposal_id = p.id and c.archived_at is null and (
      c.published or p.owner_id = ${reader}
      or exists (select from mfi_staff s where s.user_id = ${reader} and s.mfi_id = c.mfi_id)
    )
  ), '[]'::jsonb)`;
}

/** The local money that payments count for in the plan of a loan; null for a loan in dollars (R23.5). */
function countedLocal(isRead: RawBuilder<unknown>, state: 'approved' | 'pending'): RawBuilder<unknown> {
  return sql`case when ${isRead} and p.local_currency is not null then (
    select coalesce(sum(y.counted_minor), 0)::bigint from payments y where y.proposal_id = p.id and y.state = ${state}
  ) end`;
}

/** Whether this reader did the first of two steps about a sum, and another does the second (R2.6). `m` is the institution. */
export function awaitsAnother(
  reader: RawBuilder<unknown>,
  { first, cents }: { readonly first: RawBuilder<unknown>; readonly cents: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${first} = ${reader} and ${cents} >= m.four_eyes_from_cents and exists (
    select from mfi_staff s where s.mfi_id = m.id and s.user_id <> ${reader}), false)`;
}

/** The cards that still exist, in no order. */
export async function listCardsById(
  db: Db,
  readerId: UserId | null,
  ids: readonly ProposalId[],
): Promise<ProposalCardRow[]> {
  return selectCards(db, readerId, sql`and p.id = any ((select ${ids}::bigint[])::bigint[])`);
}
