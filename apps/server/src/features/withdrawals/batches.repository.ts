import type { BatchState } from '@sathi/domain/batches.ts';
import type { MfiId, MoneyAccountId, PayoutBatchId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { freshReferences } from './payouts.repository.ts';
import type { PayoutRequest, RequestName } from './payout-requests.repository.ts';

export type BatchRow = {
  readonly id: PayoutBatchId;
  readonly state: BatchState;
  readonly accountId: MoneyAccountId;
  readonly account: string;
  readonly holder: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly bic: string;
  readonly currency: Currency;
  readonly enteredBy: UserId;
  readonly enteredByName: string;
  readonly enteredAt: Date;
  readonly approvedAt: Date | null;
  readonly approvedByName: string | null;
  readonly reason: string | null;
  readonly count: number;
  readonly total: Minor;
  readonly sent: number;
  readonly ownerIds: readonly UserId[];
};

/** Newest first. */
export async function listBatches(db: Db, mfiId: MfiId, page: { id?: PayoutBatchId; limit?: number; before?: number }) {
  const { id = null, limit = 1, before = null } = page;
  // The requests of a batch that was cancelled still say what it was; one that was taken out by itself has a reason, or nobody did it.
  const wasThere = sql`(i.taken_out_at is null or (i.taken_out_by is not null and i.reason is null))`;
  const { rows } = await sql<BatchRow>`
    select b.id, b.state, b.account_id as "accountId", a.label as account, a.holder, a.number as "accountNumber",
      a.bank_name as "bankName", a.bic, a.currency, b.entered_by as "enteredBy",
      e.first_name || ' ' || e.last_name as "enteredByName", b.entered_at as "enteredAt",
      b.approved_at as "approvedAt", s.first_name || ' ' || s.last_name as "approvedByName", b.reason,
      i.count, i.total, i.sent, i."ownerIds"
    from payout_batches b join money_accounts a on a.id = b.account_id join users e on e.id = b.entered_by
    left join users s on s.id = b.approved_by
    cross join lateral (
      select count(*)::int as count, coalesce(sum(i.paid_minor), 0)::bigint as total,
        (count(*) filter (where coalesce(w.sent_at, o.sent_at) is not null))::int as sent,
        coalesce(array_agg(coalesce(w.owner_id, o.user_id)), '{}') as "ownerIds"
      from payout_batch_items i
      left join withdrawals w on w.id = i.withdrawal_id left join payouts o on o.id = i.payout_id
      where i.batch_id = b.id and (i.is_active or (b.state = 'cancelled' and ${wasThere}))
    ) i
    where b.mfi_id = ${mfiId} and (${id}::bigint is null or b.id = ${id}::bigint)
      and (${before}::bigint is null or b.id < ${before}::bigint)
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findBatch(db: Db, mfiId: MfiId, id: PayoutBatchId): Promise<BatchRow | undefined> {
  return (await listBatches(db, mfiId, { id }))[0];
}

/** Holds the batch until the transaction ends; its proposals and payouts are locked before it (R18.5). */
export async function lockBatch(tx: Tx, mfiId: MfiId, id: PayoutBatchId): Promise<BatchRow | undefined> {
  await sql`
    select p.id from proposals p where p.id in (
      select w.proposal_id from payout_batch_items i join withdrawals w on w.id = i.withdrawal_id
      join payout_batches b on b.id = i.batch_id where b.id = ${id} and b.mfi_id = ${mfiId}
    ) order by p.id for no key update`.execute(tx);
  await sql`
    select o.id from payouts o where o.id in (
      select i.payout_id from payout_batch_items i join payout_batches b on b.id = i.batch_id
      where b.id = ${id} and b.mfi_id = ${mfiId}
    ) order by o.id for no key update`.execute(tx);
  await sql`select id from payout_batches where id = ${id} and mfi_id = ${mfiId} for no key update`.execute(tx);
  return findBatch(tx, mfiId, id);
}

/** A request that was never in a batch keeps the reference that its person was told; any other gets a new one (R25.9). */
export async function insertBatch(
  tx: Tx,
  batch: {
    readonly mfiId: MfiId;
    readonly accountId: MoneyAccountId;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
  },
  items: ReadonlyArray<{ readonly request: PayoutRequest; readonly paidMinor: Minor }>,
): Promise<PayoutBatchId> {
  const { id } = await tx.insertInto('payoutBatches').values(batch).returning('id').executeTakeFirstOrThrow();
  const fresh = await freshReferences(tx, items.length);
  const { rows: used } = await sql<{ reference: string }>`
    select reference from payout_batch_items where reference = any (${items.map(({ request }) => request.reference)}::text[])`.execute(
    tx,
  );
  const isUsed = new Set(used.map(({ reference }) => reference));
  const idOf = (kind: PayoutRequest['kind']) => items.map(({ request }) => (request.kind === kind ? request.id : null));
  const references = items.map(({ request: { reference } }, index) =>
    isUsed.has(reference) ? (fresh[index] ?? '') : reference,
  );
  await sql`
    insert into payout_batch_items (batch_id, withdrawal_id, payout_id, reference, paid_minor)
    select ${id}::bigint, n.withdrawal_id, n.payout_id, n.reference, n.paid_minor
    from unnest(
      ${idOf('withdrawal')}::bigint[], ${idOf('payout')}::bigint[], ${references}::text[],
      ${items.map(({ paidMinor }) => paidMinor)}::bigint[]
    ) as n (withdrawal_id, payout_id, reference, paid_minor)`.execute(tx);
  await sql`
    update payouts o set reference = i.reference from payout_batch_items i
    where i.batch_id = ${id} and i.payout_id = o.id and i.reference <> o.reference`.execute(tx);
  await sql`
    update withdrawals w set payout_reference = i.reference from payout_batch_items i
    where i.batch_id = ${id} and i.withdrawal_id = w.id and i.reference <> w.payout_reference`.execute(tx);
  return id;
}

export async function setBatchApproved(tx: Tx, id: PayoutBatchId, approvedBy: UserId, approvedAt: Date): Promise<void> {
  await tx
    .updateTable('payoutBatches')
    .set({ state: 'approved', approvedBy, approvedAt })
    .where('id', '=', id)
    .execute();
}

/**
 * Its requests are free again; it has no reason where it ended by itself (R34.3). Those of a file that somebody has, and that may be
 * at the bank, count as taken out, by whoever cancelled (R25.9).
 */
export async function setBatchCancelled(
  tx: Tx,
  { id }: Pick<BatchRow, 'id'>,
  { by, at, reason }: TakenOut,
): Promise<void> {
  await tx.updateTable('payoutBatches').set({ state: 'cancelled', reason }).where('id', '=', id).execute();
  const takenOut = (await listDownloaders(tx, id)).length > 0 ? { takenOutBy: by, takenOutAt: at } : {};
  await tx
    .updateTable('payoutBatchItems')
    .set({ isActive: false, ...takenOut })
    .where('batchId', '=', id)
    .where('isActive', '=', true)
    .execute();
}

/** Batches that wait for their approval. */
export async function listWaitingBatches(
  db: Db,
  enteredBefore: Date,
): Promise<{ readonly id: PayoutBatchId; readonly mfiId: MfiId }[]> {
  return db
    .selectFrom('payoutBatches')
    .select(['id', 'mfiId'])
    .where('state', '=', 'made')
    .where('enteredAt', '<=', enteredBefore)
    .execute();
}

/**
 * A batch of which nothing is to be sent any more is closed; one that nobody approved has nothing left to say. It is held before it is
 * looked at: another request of it may be sent, or come to wait again, at this moment.
 */
export async function closeBatch(tx: Tx, id: PayoutBatchId): Promise<void> {
  await sql`select id from payout_batches where id = ${id} for no key update`.execute(tx);
  await sql`
    update payout_batches b set state = 'closed' where b.id = ${id} and b.state = 'approved' and not exists (
      select from payout_batch_items i
      left join withdrawals w on w.id = i.withdrawal_id left join payouts o on o.id = i.payout_id
      where i.batch_id = b.id and i.is_active and coalesce(w.state, o.state) = 'requested'
    )`.execute(tx);
}

/** The batch of a request that waits again is open again (R21.9); an open one too is held against its closing. */
export async function reopenBatch(tx: Tx, request: RequestName): Promise<void> {
  await sql`
    update payout_batches b set state = 'approved' from payout_batch_items i
    where i.batch_id = b.id and i.is_active and b.state in ('approved', 'closed') and ${isItemOf(request)}`.execute(tx);
}

/** The batch that a request is in, and what it is paid there. */
export async function findBatchOf(
  db: Db,
  request: RequestName,
): Promise<
  | {
      readonly batchId: PayoutBatchId;
      readonly state: BatchState;
      readonly accountId: MoneyAccountId;
      readonly reference: string;
      readonly paidMinor: Minor;
    }
  | undefined
> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof findBatchOf>>>>`
    select b.id as "batchId", b.state, b.account_id as "accountId", i.reference, i.paid_minor as "paidMinor"
    from payout_batch_items i join payout_batches b on b.id = i.batch_id
    where i.is_active and ${isItemOf(request)}`.execute(db);
  return rows[0];
}

function isItemOf({ kind, id }: RequestName) {
  return kind === 'withdrawal' ? sql`i.withdrawal_id = ${id}` : sql`i.payout_id = ${id}`;
}

type TakenOut = { readonly by: UserId | null; readonly at: Date; readonly reason: string | null };

/** The requests that a batch has, or had before they were taken out. */
export async function listItemsOf(db: Db, id: PayoutBatchId): Promise<RequestName[]> {
  const { rows } = await sql<RequestName>`
    select case when payout_id is null then 'withdrawal' else 'payout' end as kind, coalesce(withdrawal_id, payout_id) as id
    from payout_batch_items where batch_id = ${id}`.execute(db);
  return rows;
}

/** Takes a request out of the batch that it is in. */
export async function takeOut(tx: Tx, { kind, id }: RequestName, { by, at, reason }: TakenOut): Promise<void> {
  await tx
    .updateTable('payoutBatchItems')
    .set({ isActive: false, takenOutBy: by, takenOutAt: at, reason })
    .where(kind === 'withdrawal' ? 'withdrawalId' : 'payoutId', '=', id as never)
    .where('isActive', '=', true)
    .execute();
}

export async function isInBatch(db: Db, id: WithdrawalId): Promise<boolean> {
  const row = await db
    .selectFrom('payoutBatchItems')
    .select('id')
    .where('withdrawalId', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDownload(
  tx: Tx,
  download: {
    readonly batchId: PayoutBatchId;
    readonly format: 'csv' | 'pain.001';
    readonly downloadedBy: UserId;
    readonly downloadedAt: Date;
  },
): Promise<number> {
  const { id } = await tx.insertInto('payoutBatchDownloads').values(download).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The people who have a file of this batch, and its institution. */
export async function listDownloaders(db: Db, batchId: PayoutBatchId) {
  return db
    .selectFrom('payoutBatchDownloads as d')
    .innerJoin('payoutBatches as b', 'b.id', 'd.batchId')
    .innerJoin('mfis as m', 'm.id', 'b.mfiId')
    .innerJoin('moneyAccounts as a', 'a.id', 'b.accountId')
    .innerJoin('users as u', 'u.id', 'd.downloadedBy')
    .select(['u.id as userId', 'u.email', 'u.language', 'a.currency', 'm.name as mfiName'])
    .distinct()
    .where('d.batchId', '=', batchId)
    .execute();
}
