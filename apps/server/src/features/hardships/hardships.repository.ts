import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { HardshipReason, HardshipState } from '@sathi/domain/hardships.ts';
import type { HardshipId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

/** The words and the offer of a borrower. */
export type Said = {
  readonly reason: HardshipReason;
  readonly monthlyCents: Cents;
  readonly monthlyMinor: Minor | null;
  readonly fromOn: CalendarDate;
  readonly note: string;
};

export type HardshipRow = Said & {
  readonly id: HardshipId;
  readonly state: HardshipState;
  readonly wasLate: boolean;
  readonly askedAt: Date;
  readonly closedAt: Date | null;
  readonly answer: string | null;
};

const COLUMNS = [
  'id',
  'reason',
  'monthlyCents',
  'monthlyMinor',
  'fromOn',
  'note',
  'state',
  'wasLate',
  'askedAt',
  'closedAt',
  'answer',
] as const;

const SHOWN_MAX = 50;

/** Newest first. */
export async function listHardships(db: Db, proposalId: ProposalId): Promise<HardshipRow[]> {
  return (await db
    .selectFrom('hardships')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute()) as HardshipRow[];
}

/** The open request of a loan whose row is locked. */
export async function findOpenHardship(tx: Tx, proposalId: ProposalId): Promise<HardshipRow | undefined> {
  return (await tx
    .selectFrom('hardships')
    .select(COLUMNS)
    .where('proposalId', '=', proposalId)
    .where('state', '=', 'open')
    .executeTakeFirst()) as HardshipRow | undefined;
}

export async function findHardship(tx: Tx, id: HardshipId): Promise<HardshipRow> {
  const row = await tx.selectFrom('hardships').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
  return row as HardshipRow;
}

/** The end of the last rest that reminders of the loan had; null for none. */
export async function lastRestOf(tx: Tx, proposalId: ProposalId): Promise<Date | null> {
  const row = await tx
    .selectFrom('hardships')
    .select(({ fn }) => fn.max('remindersRestUntil').as('until'))
    .where('proposalId', '=', proposalId)
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function insertHardship(
  tx: Tx,
  hardship: Said & {
    readonly proposalId: ProposalId;
    readonly wasLate: boolean;
    readonly askedAt: Date;
    readonly remindersRestUntil: Date | null;
  },
): Promise<HardshipId> {
  const row = await tx
    .insertInto('hardships')
    .values({ ...hardship, state: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes the words of a request. The day of its asking stays, because the office has had it since then. */
export async function changeHardship(tx: Tx, id: HardshipId, said: Said): Promise<void> {
  await tx.updateTable('hardships').set(said).where('id', '=', id).execute();
}

type Closing = {
  readonly state: Exclude<HardshipState, 'open'>;
  readonly closedAt: Date;
  readonly answeredBy?: UserId;
  readonly answer?: string;
};

export async function closeHardship(tx: Tx, id: HardshipId, closing: Closing): Promise<void> {
  await tx.updateTable('hardships').set(closing).where('id', '=', id).where('state', '=', 'open').execute();
}

export type Unanswered = {
  readonly id: HardshipId;
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
  readonly title: string;
  readonly mfiName: string;
};

/** Open requests from before `askedBefore` that no proposed plan answers. */
export async function listUnanswered(db: Db, askedBefore: Date): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select h.id, p.id as "proposalId", p.owner_id as "ownerId", p.title, m.name as "mfiName"
    from hardships h join proposals p on p.id = h.proposal_id join mfis m on m.id = p.mfi_id
    where h.state = 'open' and h.asked_at < ${askedBefore} and p.status = ${STATUS.funded}
      and not exists (select from plan_changes c where c.hardship_id = h.id and c.state = 'entered')
    order by h.id`.execute(db);
  return rows;
}

/** @returns false when it was answered or taken back meanwhile */
export async function endHardship(tx: Tx, id: HardshipId, closedAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('hardships')
    .set({ state: 'ended', closedAt })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Erases the reasons and words of these requests; that there was a request stays (R13.4, R13.6). */
export async function eraseHardships(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update hardships set reason = 'other', note = '', answer = case when answer is not null then ${REMOVED_WORDS} end
    where ${which}`.execute(tx);
}

/** A request ends with its loan, in the transaction that pays the loan back (R28.1). */
export async function endHardshipOf(tx: Tx, proposalId: ProposalId, closedAt: Date): Promise<void> {
  await tx
    .updateTable('hardships')
    .set({ state: 'ended', closedAt })
    .where('proposalId', '=', proposalId)
    .where('state', '=', 'open')
    .execute();
}

/** Requests that an older version left open when their loans ended. */
export async function endHardshipsOfClosedLoans(db: Db, closedAt: Date): Promise<void> {
  await sql`
    update hardships h set state = 'ended', closed_at = ${closedAt} from proposals p
    where p.id = h.proposal_id and h.state = 'open' and p.status <> ${STATUS.funded}`.execute(db);
}
