import type { ImportId, ImportLineId, MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { ImportLineState } from '@sathi/domain/imports.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';

export type ImportRow = {
  readonly id: ImportId;
  readonly mfiId: MfiId;
  readonly name: string;
  readonly enteredAt: Date;
  readonly undoneAt: Date | null;
  readonly linesCount: number;
  readonly draftsCount: number;
  /** Lines whose people came. */
  readonly claimedCount: number;
  /** Whether one of its accounts was claimed, or a draft taken. */
  readonly isUsed: boolean;
};

const SELECTED = sql`
    select i.id, i.mfi_id as "mfiId", i.name, i.entered_at as "enteredAt", i.undone_at as "undoneAt",
      i.lines_count as "linesCount", i.drafts_count as "draftsCount", c.claimed as "claimedCount", c.used as "isUsed"
    from imports i cross join lateral (
      select count(*) filter (where state in ('claimed', 'taken', 'declined'))::int as claimed,
        coalesce(bool_or(state in ('claimed', 'taken')), false) as used
      from import_lines where import_id = i.id
    ) c`;

type Page = { readonly beforeId: number | null; readonly limit: number };

/** Newest first. */
export async function listImports(db: Db, mfiId: MfiId, { beforeId, limit }: Page): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    ${SELECTED} where i.mfi_id = ${mfiId} ${beforeId === null ? sql`` : sql`and i.id < ${beforeId}`}
    order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findImport(db: Db, mfiId: MfiId, id: ImportId): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`${SELECTED} where i.mfi_id = ${mfiId} and i.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks an import with its lines, which nobody can claim meanwhile, until the end of the transaction. */
export async function lockImport(tx: Tx, id: ImportId): Promise<void> {
  await sql`select from imports where id = ${id} for update`.execute(tx);
  await sql`select from import_lines where import_id = ${id} order by id for update`.execute(tx);
}

/** The phones for which the institution has an account waiting, and those for which it has a draft waiting. */
export async function listWaitingPhones(
  db: Db,
  mfiId: MfiId,
): Promise<Record<'accounts' | 'drafts', ReadonlySet<string>>> {
  const { rows } = await sql<{ phone: string; hasDraft: boolean }>`
    select phone, draft is not null as "hasDraft" from import_lines
    where mfi_id = ${mfiId} and (state = 'waiting' or (state = 'claimed' and draft is not null))`.execute(db);
  const phones = (hasDraft: boolean) =>
    new Set(rows.filter((row) => row.hasDraft === hasDraft).map((row) => row.phone));
  return { accounts: phones(false), drafts: phones(true) };
}

export type NewLine = {
  readonly row: number;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly draft: object | null;
};

type NewImport = Pick<ImportRow, 'mfiId' | 'name' | 'enteredAt'> & { readonly enteredBy: UserId };

/** @throws a unique violation when another import brought one of its phones meanwhile */
export async function insertImport(tx: Tx, values: NewImport, lines: readonly NewLine[]): Promise<ImportId> {
  const draftsCount = lines.filter(({ draft }) => draft !== null).length;
  const { id } = await tx
    .insertInto('imports')
    .values({ ...values, linesCount: lines.length, draftsCount })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = lines.map((line) => ({ ...line, draft: line.draft && JSON.stringify(line.draft) }));
  await sql`
    insert into import_lines (import_id, mfi_id, row, phone, first_name, last_name, language, draft)
    select ${id}, ${values.mfiId}, l.row, l.phone, l."firstName", l."lastName", l.language, l.draft::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l (row integer, phone text, "firstName" text, "lastName" text, language text, draft text)
    order by l.row`.execute(tx);
  return id;
}

export type ImportLineRow = {
  readonly id: ImportLineId;
  readonly row: number;
  readonly phone: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly state: ImportLineState;
};

/** Staff read whether a person came, and not by which way: that would tell who had an account before. */
export async function listImportLines(db: Db, id: ImportId): Promise<ImportLineRow[]> {
  const { rows } = await sql<ImportLineRow>`
    select id, row, phone, first_name || ' ' || last_name as name, draft ->> 'title' as title,
      case state when 'waiting' then 'waiting' when 'erased' then 'erased' else 'came' end as state
    from import_lines where import_id = ${id} order by row`.execute(db);
  return rows;
}

/** Undoes an import: the lines with its people go, and its own row says that it was undone. */
export async function undoImport(tx: Tx, id: ImportId, undoneBy: UserId, undoneAt: Date): Promise<void> {
  await tx.deleteFrom('importLines').where('importId', '=', id).execute();
  await tx.updateTable('imports').set({ undoneBy, undoneAt }).where('id', '=', id).execute();
}

type Erased = { readonly enteredBefore: Date } | { readonly userId: UserId };

/**
 * Erases the lines that nobody came for, and the names of those who came: all lines after their time, or those of a
 * person who closes the account. A line that still waits stays then, as it would for a phone without an account.
 * @returns how many lines
 */
export async function eraseImportLines(db: Db, which: Erased, now: Date): Promise<number> {
  const isMeant =
    'enteredBefore' in which
      ? sql`import_id in (select id from imports where entered_at < ${which.enteredBefore})`
      : sql`user_id = ${which.userId}`;
  const { numAffectedRows } = await sql`
    update import_lines set phone = null, first_name = null, last_name = null, draft = null,
      state = case when state in ('waiting', 'claimed') then 'erased' else state end,
      closed_at = coalesce(closed_at, ${now}::timestamptz)
    where phone is not null and ${isMeant}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type UntoldImport = Pick<ImportRow, 'id' | 'mfiId'> & { readonly mfiName: string; readonly timeZone: string };

export async function listUntoldImports(db: Db, enteredBefore: Date): Promise<UntoldImport[]> {
  const { rows } = await sql<UntoldImport>`
    select i.id, i.mfi_id as "mfiId", m.name as "mfiName", m.time_zone as "timeZone" from imports i join mfis m on m.id = i.mfi_id
    where i.told_at is null and i.undone_at is null and i.entered_at <= ${enteredBefore} order by i.id`.execute(db);
  return rows;
}

/** @returns false when another run was first, or when it was undone meanwhile */
export async function setImportTold(tx: Tx, id: ImportId, toldAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ toldAt })
    .where('id', '=', id)
    .where('toldAt', 'is', null)
    .where('undoneAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ToTell = { readonly id: ImportLineId; readonly phone: string; readonly language: Language };

/** The people who wait, but for those who have an account and are offered nothing. */
export async function listLinesToTell(db: Db, id: ImportId): Promise<ToTell[]> {
  const { rows } = await sql<ToTell>`
    select l.id, l.phone, l.language from import_lines l
    where l.import_id = ${id} and l.state = 'waiting' and (l.draft is not null or not exists (
      select from identities i where i.phone = l.phone and i.phone_verified_at is not null and not i.phone_by_email
    ))
    order by l.id`.execute(db);
  return rows;
}

export type Claim = Pick<NewLine, 'firstName' | 'lastName' | 'language'> & { readonly mfiId: MfiId };

/**
 * The account that staff wrote down for a phone, locked until the end of the transaction. Where several institutions
 * did, it is that of the one that told its person first.
 */
export async function lockClaim(tx: Tx, phone: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select l.first_name as "firstName", l.last_name as "lastName", l.language, l.mfi_id as "mfiId"
    from import_lines l join imports i on i.id = l.import_id
    where l.phone = ${phone} and l.state = 'waiting' order by i.told_at nulls last, l.id for update of l`.execute(tx);
  return rows[0];
}

export async function isClaimable(db: Db, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('importLines')
    .select('id')
    .where('phone', '=', phone)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the lines of the institution whose account was claimed; a draft among them goes on waiting for its answer. */
export async function setClaimed(
  tx: Tx,
  { phone, mfiId, userId }: { readonly phone: string; readonly mfiId: MfiId; readonly userId: UserId },
): Promise<void> {
  await tx
    .updateTable('importLines')
    .set({ state: 'claimed', userId })
    .where('phone', '=', phone)
    .where('mfiId', '=', mfiId)
    .where('state', '=', 'waiting')
    .execute();
}

export type OfferRow = {
  readonly id: ImportLineId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly draft: object;
};

/** The drafts that wait for a person: for the phone that they have proven, or claimed by them; `only` one of them. */
export async function listOffers(db: Db, userId: UserId, only?: ImportLineId): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select l.id, l.mfi_id as "mfiId", m.name as "mfiName", l.draft
    from users u join identities i on i.subject = u.subject and i.phone_verified_at is not null and not i.phone_by_email
      join import_lines l on l.draft is not null and (
        (l.state = 'waiting' and l.phone = i.phone) or (l.state = 'claimed' and l.user_id = u.id)
      )
      join mfis m on m.id = l.mfi_id
    where u.id = ${userId} and l.id = coalesce(${only ?? null}::bigint, l.id) order by l.id`.execute(db);
  return rows;
}

/** An offer that waits for this person, held until the end of the transaction. */
export async function lockOffer(tx: Tx, userId: UserId, id: ImportLineId): Promise<OfferRow | undefined> {
  await sql`select from import_lines where id = ${id} for update`.execute(tx);
  return (await listOffers(tx, userId, id))[0];
}

export async function closeOffer(
  tx: Tx,
  id: ImportLineId,
  answer: {
    readonly userId: UserId;
    readonly state: 'taken' | 'declined';
    readonly proposalId: ProposalId | null;
  },
  closedAt: Date,
): Promise<void> {
  await tx
    .updateTable('importLines')
    .set({ ...answer, closedAt })
    .where('id', '=', id)
    .execute();
}
