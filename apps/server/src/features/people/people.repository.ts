import type { MfiId, PersonNoteId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { LocalSum } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { LENT, localSum, OUTSTANDING } from '../proposals/local-sums.repository.ts';

export type PersonRow = {
  readonly id: UserId;
  readonly name: string;
  readonly phone: string;
  readonly isPhoneConfirmed: boolean;
  readonly loansCount: number;
  readonly backingsCount: number;
};

/**
 * Up to this number of loans, the people of an institution are looked up through its loans; with more, most people
 * belong to it.
 */
const FEW = 2_000;

/** Drafts are their owners' alone, so nobody is known by one; nor by a backing that was given back. */
async function selectKnown(db: Db, mfiId: MfiId, rest: RawBuilder<unknown>): Promise<PersonRow[]> {
  const isThere = sql`p.mfi_id = ${mfiId} and p.deleted_at is null and p.status >= ${STATUS.published}`;
  const loans = sql`from proposals p where ${isThere}`;
  const backings = sql`from investments n join proposals p on p.id = n.proposal_id where ${isThere} and n.released_at is null`;
  const isKnown = (await hasFewLoans(db, mfiId))
    ? sql`u.id = any (array(select p.owner_id ${loans} union select n.investor_id ${backings}))`
    : sql`coalesce((select true ${loans} and p.owner_id = u.id limit 1), (select true ${backings} and n.investor_id = u.id limit 1))`;
  const { rows } = await sql<PersonRow>`
    select k.*, (select count(*)::int ${loans} and p.owner_id = k.id) as "loansCount",
      (select count(distinct n.proposal_id)::int ${backings} and n.investor_id = k.id) as "backingsCount"
    from (
      select u.id, u.first_name || ' ' || u.last_name as name, u.phone,
        coalesce(i.phone_verified_at is not null and not i.phone_by_email, false) as "isPhoneConfirmed"
      from users u left join identities i on i.subject = u.subject where u.closed_at is null and ${isKnown}
    ) k where true ${rest}`.execute(db);
  return rows;
}

async function hasFewLoans(db: Db, mfiId: MfiId): Promise<boolean> {
  const { rows } = await sql<{ isFew: boolean }>`
    select coalesce(sum(loans), 0) <= ${FEW} as "isFew" from institution_figures where mfi_id = ${mfiId}`.execute(db);
  return rows[0]!.isFew;
}

type Wanted = { readonly search?: string | undefined; readonly beforeId: UserId | null; readonly limit: number };

/** The people of an institution, newest first; `search` is a part of a name, or digits of a phone. */
export async function listPeople(db: Db, mfiId: MfiId, { search, beforeId, limit }: Wanted): Promise<PersonRow[]> {
  const words = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const digits = search && /\d/.test(search) ? `%${search.replaceAll(/[^\d]/g, '')}%` : null;
  return selectKnown(
    db,
    mfiId,
    sql`and (${words}::text is null or k.name ilike ${words}::text or k.phone like ${digits}::text)
      and (${beforeId}::bigint is null or k.id < ${beforeId}::bigint) order by k.id desc limit ${limit}`,
  );
}

export async function findPerson(db: Db, mfiId: MfiId, id: UserId): Promise<PersonRow | undefined> {
  const [row] = await selectKnown(db, mfiId, sql`and k.id = ${id}`);
  return row;
}

export type LoanRow = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly statusCode: number;
  readonly amount: Cents;
  readonly outstandingAmount: Cents;
  readonly local: LocalSum | null;
  readonly localOutstanding: LocalSum | null;
  readonly publishedAt: Date;
};

/** The published loans of a person at an institution, newest first. */
export async function listLoansOf(db: Db, mfiId: MfiId, ownerId: UserId): Promise<LoanRow[]> {
  const { rows } = await sql<LoanRow>`
    select id as "proposalId", title, status as "statusCode", amount_cents as amount,
      funded_cents - repaid_cents - forgiven_cents as "outstandingAmount", ${localSum(LENT)} as local,
      ${localSum(OUTSTANDING)} as "localOutstanding", published_at as "publishedAt"
    from proposals p where owner_id = ${ownerId} and mfi_id = ${mfiId} and deleted_at is null and status >= ${STATUS.published}
    order by published_at desc, id desc`.execute(db);
  return rows;
}

export type NoteRow = {
  readonly id: PersonNoteId;
  readonly authorName: string;
  readonly text: string;
  readonly writtenAt: Date;
};

export async function listNotes(db: Db, mfiId: MfiId, personId: UserId): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, a.first_name || ' ' || a.last_name as "authorName", n.text, n.written_at as "writtenAt"
    from person_notes n join users a on a.id = n.author_id
    where n.mfi_id = ${mfiId} and n.person_id = ${personId} order by n.id desc`.execute(db);
  return rows;
}

export async function insertNote(
  tx: Tx,
  note: {
    readonly mfiId: MfiId;
    readonly personId: UserId;
    readonly authorId: UserId;
    readonly text: string;
    readonly writtenAt: Date;
  },
): Promise<PersonNoteId> {
  const { id } = await tx.insertInto('personNotes').values(note).returning('id').executeTakeFirstOrThrow();
  return id;
}
