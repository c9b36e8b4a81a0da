import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { ClosedReason, ReturnReason } from '@sathi/domain/proposals.ts';
import type { StoryLanguage } from '@sathi/domain/story-language.ts';
import type { Story } from '@sathi/domain/translations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isShownTo } from '../reports/hidden.repository.ts';
import { loansOf, type OwnerLoan } from './owner-loans.repository.ts';
import type { LocalColumns, WhoAndWhere } from './proposals.repository.ts';
import { type ToldToReaders, toldTo, UNTOLD } from './told-to-readers.repository.ts';

/** A proposal with the columns that its card shows to one reader. */
export type ProposalCardRow = WhoAndWhere &
  LocalColumns &
  ToldToReaders & {
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
    /** The place of its collection. */
    readonly area: string | null;
    readonly repaidAt: Date | null;
    readonly defaultedAt: Date | null;
    readonly writtenOffAt: Date | null;
    readonly closedReason: ClosedReason | null;
    readonly returnReason: ReturnReason | null;
    readonly returnNote: string | null;
    readonly backersCount: number;
    /** The published campaigns, and for the owner and the staff the others too. */
    readonly campaigns: { readonly id: string; readonly name: string }[];
    readonly approveBeforeBacking: boolean;
    readonly hideUnchecked: boolean;
    readonly askedMinor: Minor | null;
    readonly askedCurrency: LocalCurrency | null;
    /** Hidden after reports; a reader who has the card is one of those who still see it (R34.6). */
    readonly hiddenAt: Date | null;
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
  // The columns are named as they are read here, so that no plugin has to go through them.
  const plain = db.withoutPlugins();
  if (readerId !== null) return (await cardsQuery(sql`${readerId}::bigint`, rest).execute(plain)).rows;
  const { rows } = await cardsQuery(null, rest).execute(plain);
  return rows.map((row) => ({ ...row, ...UNTOLD }));
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
    cross join lateral (${cardsQuery(readerId, restFor(readerId))}) as card`.execute(db.withoutPlugins());
  return Map.groupBy(rows, (row) => row.readerId);
}

/** The one query behind every card and page. `readerOrNull` is an id or a column of the query around, and null for a visitor. */
function cardsQuery(readerOrNull: RawBuilder<unknown> | null, rest: RawBuilder<unknown>): RawBuilder<ProposalCardRow> {
  const reader = readerOrNull ?? sql`null::bigint`;
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
      p.created_at as "createdAt",
      p.published_at as "publishedAt", p.funding_deadline as "fundingDeadline", p.extended_at as "extendedAt", coalesce(p.funding_days, m.funding_days) as "fundingDays",
      p.accept_partial as "acceptPartial", p.amount_asked_cents as "amountAskedCents", p.funded_at as "fundedAt",
      p.sent_cents > 0 as "isMoneySent", p.loan_reference as "loanReference", p.area,
      p.repaid_at as "repaidAt", p.defaulted_at as "defaultedAt", p.written_off_at as "writtenOffAt",
      p.closed_reason as "closedReason", p.return_reason as "returnReason", p.return_note as "returnNote",
      (select count(distinct i.investor_id)::int from investments i
        where i.proposal_id = p.id and i.released_at is null) as "backersCount",
      case when p.unpaid_cents = 0 then 0 else (
        select count(distinct i.investor_id)::int from investments i where i.proposal_id = p.id and i.unpaid_cents > 0
      ) end as "backersAwaited",
      m.collection = 'expected' as "awaitsMoney",
      ${campaignsFor(reader)} as "campaigns",
      ${loansOf(sql`p.owner_id`)} as "ownerLoans",
      p.hidden_at as "hiddenAt",
      p.asked_minor as "askedMinor", p.asked_currency as "askedCurrency", p.local_currency as "localCurrency",
      p.rate_millionths as "rateMillionths", p.rate_on as "rateOn", p.payout_minor as "payoutMinor",
      p.revision, m.approve_before_backing as "approveBeforeBacking", m.hide_unchecked as "hideUnchecked", m.time_zone as "timeZone",
      m.first_due_after_months as "firstDueAfterMonths", m.late_grace_days as "lateGraceDays"
      ${readerOrNull === null ? sql`` : sql`, ${toldTo(readerOrNull)}`}
    from proposals p
    join mfis m on m.id = p.mfi_id
    join users o on o.id = p.owner_id
    left join files f on f.key = p.image
    where p.deleted_at is null and ${isShownTo(reader)} ${rest}`;
}

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

/** The cards that still exist, in no order. */
export async function listCardsById(
  db: Db,
  readerId: UserId | null,
  ids: readonly ProposalId[],
): Promise<ProposalCardRow[]> {
  return selectCards(db, readerId, sql`and p.id = any ((select ${ids}::bigint[])::bigint[])`);
}
