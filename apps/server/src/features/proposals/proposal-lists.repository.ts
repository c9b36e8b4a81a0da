import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { type Cursor, decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { type ProposalCardRow, selectCards } from './proposal-cards.repository.ts';

/** Whose proposals: the reader's own, everybody else's, those the reader ignores, or an MFI's. Drafts only in the first. */
export type ListScope =
  | { readonly kind: 'own' | 'others' | 'ignored'; readonly readerId: UserId }
  | { readonly kind: 'mfi'; readonly readerId: UserId; readonly mfiId: MfiId };

export type ListOptions = {
  readonly status?: readonly ProposalStatus[] | undefined;
  readonly sort?: SortName | undefined;
  readonly search?: string | undefined;
  readonly mfi?: MfiId | undefined;
  readonly checked?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

type Sort = {
  readonly column: RawBuilder<unknown>;
  readonly kind: 'instant' | 'integer';
  readonly descending: boolean;
  readonly valueOf: (row: ProposalCardRow) => string | number | null;
};
export type SortName = 'newest' | 'ending_soon' | 'least_left' | 'shortest' | 'amount';

const iso = (instant: Date | null) => instant?.toISOString() ?? null;
const CASTS = { instant: sql`timestamptz`, integer: sql`bigint` } as const;

const SORTS: Readonly<Record<SortName, Sort>> = {
  newest: { column: sql`p.published_at`, kind: 'instant', descending: true, valueOf: (row) => iso(row.publishedAt) },
  ending_soon: {
    column: sql`p.funding_deadline`,
    kind: 'instant',
    descending: false,
    valueOf: (row) => iso(row.fundingDeadline),
  },
  least_left: {
    column: sql`p.remaining_cents`,
    kind: 'integer',
    descending: false,
    valueOf: (row) => row.remainingCents,
  },
  shortest: { column: sql`p.months_to_repay`, kind: 'integer', descending: false, valueOf: (row) => row.monthsToRepay },
  amount: { column: sql`p.amount_cents`, kind: 'integer', descending: false, valueOf: (row) => row.amountCents },
};
const NEVER = '9999-12-31T00:00:00.000Z';
/** One's own drafts were never published and have no deadline, so in the own list these two sorts differ. */
const OWN_SORTS: Readonly<Record<SortName, Sort>> = {
  ...SORTS,
  newest: { column: sql`p.created_at`, kind: 'instant', descending: true, valueOf: (row) => iso(row.createdAt) },
  ending_soon: {
    column: sql`coalesce(p.funding_deadline, ${NEVER}::timestamptz)`,
    kind: 'instant',
    descending: false,
    valueOf: (row) => iso(row.fundingDeadline) ?? NEVER,
  },
};

/** One page by keyset: the sort column, then the id, so that nothing is skipped or shown twice while rows come and go. */
export async function listProposals(db: Db, scope: ListScope, options: ListOptions) {
  const name = options.sort ?? 'newest';
  const sort = (scope.kind === 'own' ? OWN_SORTS : SORTS)[name];
  const limit = options.limit ?? PAGE_SIZE;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const rows = await selectCards(
    db,
    scope.readerId,
    sql`${scopeCondition(scope)} ${filterConditions(options)} ${afterCursor(sort, decodeCursor(options.cursor, name, sort.kind))}
      order by ${sort.column} ${direction}, p.id ${direction} limit ${limit + 1}`,
  );
  return pageOf(rows, limit, (row): Cursor => ({ sort: name, value: sort.valueOf(row), id: row.id }));
}

function scopeCondition(scope: ListScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'own':
      return sql`and p.owner_id = ${scope.readerId}`;
    case 'others':
      return sql`and p.status >= 2 and p.owner_id <> ${scope.readerId} and not exists (
        select from ignored_proposals g where g.user_id = ${scope.readerId} and g.proposal_id = p.id)`;
    case 'ignored':
      return sql`and p.status >= 2 and p.id in (
        select proposal_id from ignored_proposals where user_id = ${scope.readerId})`;
    case 'mfi':
      return sql`and p.status >= 2 and p.mfi_id = ${scope.mfiId}`;
  }
}

function filterConditions({ status, search, mfi, checked }: ListOptions): RawBuilder<unknown> {
  const codes = status?.map((name) => PROPOSAL_STATUS[name]);
  const words = search ? `%${escapeLike(search)}%` : null;
  return sql.join(
    [
      codes ? sql`and p.status = any (${codes}::smallint[])` : sql``,
      words ? sql`and (p.title ilike ${words} or p.description ilike ${words} or o.first_name ilike ${words})` : sql``,
      mfi ? sql`and p.mfi_id = ${mfi}` : sql``,
      checked ? sql`and (p.approved_at is not null) = ${checked === 'true'}` : sql``,
    ],
    sql` `,
  );
}

function afterCursor({ column, kind, descending }: Sort, cursor: Cursor | null): RawBuilder<unknown> {
  if (cursor === null) return sql``;
  const beyond = descending ? sql`<` : sql`>`;
  return sql`and (${column}, p.id) ${beyond} (${cursor.value}::${CASTS[kind]}, ${cursor.id}::bigint)`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** The newest proposals of an MFI that still take backings, as a visitor sees them. */
export async function listOpenCards(db: Db, mfiId: MfiId, now: Date, limit: number): Promise<ProposalCardRow[]> {
  return selectCards(
    db,
    null,
    sql`and p.mfi_id = ${mfiId} and p.status in (2, 3) and p.funding_deadline >= ${now}
      order by p.published_at desc, p.id desc limit ${limit}`,
  );
}
