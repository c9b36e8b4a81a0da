import type { Category } from '@sathi/domain/categories.ts';
import { daysAfter } from '@sathi/domain/durations.ts';
import type { CampaignId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { type Cursor, decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { OPEN_STATUSES, STATUS } from '../../db/proposal-status.ts';
import { type ProposalCardRow, selectCards, selectCardsOfEach } from './proposal-cards.repository.ts';
import { searchQuery } from './searched-words.repository.ts';
import { OWN_SORTS, type Sort, type SortName, SORTS } from './proposal-sorts.repository.ts';

/** Up to this number, proposals with the words of a search are looked up one by one. */
const FEW = 2_000;

const CASTS = { instant: sql`timestamptz`, integer: sql`bigint` } as const;

/**
 * The proposals of a list: the reader's own, those of others, those that the reader ignores, those of an MFI, or for a
 * visitor those that take backings now. Only the own list has drafts.
 */
export type ListScope =
  | { readonly kind: 'open'; readonly readerId: null }
  | { readonly kind: 'own' | 'others' | 'ignored'; readonly readerId: UserId }
  | { readonly kind: 'mfi'; readonly readerId: UserId; readonly mfiId: MfiId };

export type ListOptions = {
  readonly status?: readonly ProposalStatus[] | undefined;
  readonly sort?: SortName | undefined;
  readonly search?: string | undefined;
  readonly mfi?: MfiId | undefined;
  readonly checked?: 'true' | 'false' | undefined;
  readonly place?: string | undefined;
  readonly category?: Category | undefined;
  readonly maxRemaining?: Cents | undefined;
  readonly maxMonths?: number | undefined;
  readonly campaignId?: CampaignId | undefined;
  readonly closingWithinDays?: number | undefined;
  /** Whether place, trade or language of its words is missing. */
  readonly incomplete?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * One page by keyset: the sort column, then the id, so that nothing is skipped or shown twice while rows come and go. `shown` has the
 * first proposal of the next page too, on which the cursor depends.
 */
export async function listProposals(db: Db, scope: ListScope, options: ListOptions, now: Date) {
  const order = orderOf(scope.kind, options);
  const rows = await findCards(
    db,
    scope.readerId,
    options,
    (found) =>
      sql`${scopeCondition(scope, now)} ${filterConditions(options)} ${findConditions(options, now)} ${found}
      ${order.from} ${order.by}`,
  );
  return order.page(rows);
}

export type ProposalPage = Awaited<ReturnType<typeof listProposals>>;

/**
 * The same page of the own list of each of these people, as {@link listProposals} gives it to one of them, without a
 * search for words.
 */
export async function listOwnProposalsOfEach(
  db: Db,
  readerIds: readonly UserId[],
  options: Omit<ListOptions, 'search'>,
  now: Date,
): Promise<Map<UserId, ProposalPage>> {
  const order = orderOf('own', options);
  const cards = await selectCardsOfEach(
    db,
    readerIds,
    (readerId) =>
      sql`and p.owner_id = ${readerId} ${filterConditions(options)} ${findConditions(options, now)} ${order.from} ${order.by}`,
  );
  return new Map(readerIds.map((id) => [id, order.page(cards.get(id) ?? [])]));
}

/** The beginning of a page, its order, and the page that its rows make. */
function orderOf(kind: ListScope['kind'], options: ListOptions) {
  const name = options.sort ?? 'newest';
  const sort = (kind === 'own' ? OWN_SORTS : SORTS)[name];
  const limit = options.limit ?? PAGE_SIZE;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return {
    from: afterCursor(sort, decodeCursor(options.cursor, name, sort.kind)),
    by: sql`order by ${sort.column} ${direction}, p.id ${direction} limit ${limit + 1}`,
    page: (rows: readonly ProposalCardRow[]) => ({
      ...pageOf(rows, limit, (row): Cursor => ({ sort: name, value: sort.valueOf(row), id: row.id })),
      shown: rows.map(({ id }) => id),
    }),
  };
}

function scopeCondition(scope: ListScope, now: Date): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'open':
      return sql`and p.status in ${OPEN_STATUSES} and p.funding_deadline >= ${now}`;
    case 'own':
      return sql`and p.owner_id = ${scope.readerId}`;
    case 'others':
      return sql`and p.status >= ${STATUS.published} and p.owner_id <> ${scope.readerId} and not exists (
        select from ignored_proposals g where g.user_id = ${scope.readerId} and g.proposal_id = p.id)`;
    case 'ignored':
      return sql`and p.status >= ${STATUS.published} and p.id in (
        select proposal_id from ignored_proposals where user_id = ${scope.readerId})`;
    case 'mfi':
      return sql`and p.status >= ${STATUS.published} and p.mfi_id = ${scope.mfiId}`;
  }
}

const NOTHING = sql``;

/** The filters by the state of a proposal and by its institution. */
function filterConditions({ status, mfi, checked, incomplete, campaignId }: ListOptions): RawBuilder<unknown> {
  const codes = status?.map((name) => PROPOSAL_STATUS[name]);
  return sql.join(
    [
      codes ? sql`and p.status = any (${codes}::smallint[])` : NOTHING,
      mfi ? sql`and p.mfi_id = ${mfi}` : NOTHING,
      incomplete
        ? sql`and p.reduced_at is null and (num_nulls(p.place, p.category, p.story_language) > 0) = ${incomplete === 'true'}`
        : NOTHING,
      checked ? sql`and (p.approved_at is not null) = ${checked === 'true'}` : NOTHING,
      campaignId
        ? sql`and exists (select from campaign_proposals j join campaigns c on c.id = j.campaign_id
            where j.proposal_id = p.id and c.id = ${campaignId} and c.published and c.archived_at is null)`
        : NOTHING,
    ],
    sql` `,
  );
}

/** The cards that a search finds. Where its words are in none, words with one other letter are looked for. */
async function findCards(
  db: Db,
  readerId: UserId | null,
  { search }: ListOptions,
  rest: (found: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<ProposalCardRow[]> {
  if (!search) return selectCards(db, readerId, rest(NOTHING));
  for (const mistakes of [false, true]) {
    const query = searchQuery(search, { mistakes });
    if (query === null) return [];
    const rows = await selectCards(db, readerId, rest(await hasWords(db, query)));
    if (rows.length > 0) return rows;
  }
  return [];
}

/**
 * The condition for proposals with these words. Few are looked up one by one; of many, a page is filled soon in the
 * order of its list.
 */
async function hasWords(db: Db, query: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ ids: ProposalId[] | null }>`
    select proposals_with_words(${query}::tsquery, ${FEW}::int) as ids`.execute(db);
  const ids = rows[0]?.ids ?? null;
  return ids === null
    ? sql`and (select w.words @@ ${query}::tsquery from proposal_words w where w.proposal_id = p.id)`
    : sql`and p.id = any (${ids}::bigint[])`;
}

/** The filters of a person who looks for a loan to back (R26.2), but for the words of a search. */
function findConditions(options: ListOptions, now: Date): RawBuilder<unknown> {
  const { place, category, maxRemaining, maxMonths, closingWithinDays } = options;
  return sql.join(
    [
      place ? isInPlace(place) : NOTHING,
      category ? sql`and p.category = ${category}` : NOTHING,
      maxRemaining === undefined ? NOTHING : sql`and p.remaining_cents <= ${maxRemaining}`,
      maxMonths === undefined ? NOTHING : sql`and p.months_to_repay <= ${maxMonths}`,
      closingWithinDays === undefined
        ? NOTHING
        : sql`and p.status in ${OPEN_STATUSES} and p.funding_deadline between ${now} and ${daysAfter(now, closingWithinDays)}`,
    ],
    sql` `,
  );
}

/** The name of the place, or the beginning of it, without regard to case and accents. */
export function isInPlace(place: string): RawBuilder<unknown> {
  return sql`and folded(p.place) like folded(${escapeLike(place)}::text) || '%'`;
}

function afterCursor({ column, kind, descending }: Sort, cursor: Cursor | null): RawBuilder<unknown> {
  if (cursor === null) return NOTHING;
  const beyond = descending ? sql`<` : sql`>`;
  return sql`and (${column}, p.id) ${beyond} (${cursor.value}::${CASTS[kind]}, ${cursor.id}::bigint)`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** Proposals of others that were published in a period, still take backings and have none of the reader's, the newest first. */
export async function listNewlyOpen(
  db: Db,
  readerId: UserId,
  filters: ListOptions,
  { period, now, limit }: { readonly period: Period; readonly now: Date; readonly limit: number },
): Promise<ProposalCardRow[]> {
  return findCards(
    db,
    readerId,
    filters,
    (
      found,
    ) => sql`${scopeCondition({ kind: 'others', readerId }, now)} ${filterConditions(filters)} ${findConditions(filters, now)} ${found}
      and p.status in ${OPEN_STATUSES} and p.funding_deadline >= ${now}
      and p.published_at > ${period.after} and p.published_at <= ${period.until}
      and not exists (select from investments i
        where i.proposal_id = p.id and i.investor_id = ${readerId} and i.released_at is null)
      order by p.published_at desc, p.id desc limit ${limit}`,
  );
}
type Period = { readonly after: Date; readonly until: Date };

/** The newest proposals of an MFI that still take backings, as a visitor sees them. */
export async function listOpenCards(db: Db, mfiId: MfiId, now: Date, limit: number): Promise<ProposalCardRow[]> {
  return selectCards(
    db,
    null,
    sql`and p.mfi_id = ${mfiId} and p.status in ${OPEN_STATUSES} and p.funding_deadline >= ${now}
      order by p.published_at desc, p.id desc limit ${limit}`,
  );
}

/** The places of proposals that anybody may see, each as it is written most often, the most frequent first. */
export async function listPlaces(db: Db, mfiId: MfiId | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select mode() within group (order by place) as place from proposals
    where place is not null and status >= ${STATUS.published} and deleted_at is null and hidden_at is null
      and mfi_id = coalesce(${mfiId ?? null}::bigint, mfi_id)
    group by folded(place) order by count(*) desc, folded(place) limit ${limit}`.execute(db);
  return rows.map(({ place }) => place);
}
