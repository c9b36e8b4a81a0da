import type { ProposalId, UpdateId, UserId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { notifyLoan } from '../messages/unread.repository.ts';
import { isInside } from '../reports/hidden.repository.ts';

export type UpdateRow = {
  readonly id: UpdateId;
  readonly proposalId: ProposalId;
  readonly image: string;
  readonly imageBlur: string | null;
  readonly description: string;
  readonly postedAt: Date;
  readonly editedAt: Date | null;
  readonly isHidden: boolean;
};

const COLUMNS = [
  'updates.id',
  'updates.proposalId',
  'updates.image',
  'files.blur as imageBlur',
  'updates.description',
  'updates.postedAt',
  'updates.editedAt',
] as const;

function select(db: Db) {
  return db
    .selectFrom('updates')
    .leftJoin('files', 'files.key', 'updates.image')
    .where('updates.deletedAt', 'is', null)
    .select(COLUMNS)
    .select(sql<boolean>`updates.hidden_at is not null`.as('isHidden'));
}

/** The condition that a reader may see an update: a hidden one is for the owner, the backers and the staff (R34.6). */
function isShownTo(readerId: UserId | null): RawBuilder<boolean> {
  return sql`(updates.hidden_at is null or exists (
    select from proposals p where p.id = updates.proposal_id and ${isInside(sql`${readerId}::bigint`)}))`;
}

/** Newest first, as one reader may see them. `after` is the last row of the page before. */
export async function listUpdates(
  db: Db,
  proposalId: ProposalId,
  readerId: UserId | null,
  { limit, after }: { readonly limit: number; readonly after: { readonly postedAt: Date; readonly id: number } | null },
): Promise<UpdateRow[]> {
  const rows = await select(db)
    .where('updates.proposalId', '=', proposalId)
    .where(isShownTo(readerId))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(updates.posted_at, updates.id) < (${after?.postedAt}, ${after?.id}::bigint)`),
    )
    .orderBy('updates.postedAt', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(limit)
    .execute();
  return rows as UpdateRow[];
}

/** Undefined also where it is hidden from the reader. */
export async function findUpdate(db: Db, id: UpdateId, readerId: UserId): Promise<UpdateRow | undefined> {
  const row = await select(db).where('updates.id', '=', id).where(isShownTo(readerId)).executeTakeFirst();
  return row as UpdateRow | undefined;
}

/** The newest one with exactly this text; with null the newest of all. */
export async function findNewestUpdate(
  db: Db,
  proposalId: ProposalId,
  description: string | null,
): Promise<UpdateRow | undefined> {
  const row = await select(db)
    .where('updates.proposalId', '=', proposalId)
    .$if(description !== null, (query) => query.where('updates.description', '=', description as string))
    .orderBy('updates.postedAt', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as UpdateRow | undefined;
}

export type NewUpdate = {
  readonly proposalId: ProposalId;
  readonly image: string;
  readonly description: string;
  readonly postedAt: Date;
};

export async function insertUpdate(tx: Tx, update: NewUpdate): Promise<UpdateId> {
  const { id } = await tx.insertInto('updates').values(update).returning('id').executeTakeFirstOrThrow();
  await notifyLoan(tx, update.proposalId);
  return id as UpdateId;
}

export async function setUpdate(
  tx: Tx,
  { proposalId, id }: Pick<UpdateRow, 'proposalId' | 'id'>,
  values: {
    readonly image?: string;
    readonly description?: string;
    readonly editedAt?: Date;
    readonly deletedAt?: Date;
  },
): Promise<void> {
  await tx.updateTable('updates').set(values).where('proposalId', '=', proposalId).where('id', '=', id).execute();
}
