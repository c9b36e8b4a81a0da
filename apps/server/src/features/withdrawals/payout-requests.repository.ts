import type {
  MfiId,
  PayoutAccountId,
  PayoutBatchId,
  PayoutId,
  ProposalId,
  UserId,
  WithdrawalId,
} from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Reference } from '@sathi/domain/references.ts';
import type { WithdrawalMethod, WithdrawalState } from '@sathi/domain/withdrawals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { isWalletBelowZero, lockPayouts } from './payouts.repository.ts';

/** The money of a loan that its owner withdraws, or credit that its person asked out. */
export type RequestName = { readonly kind: 'withdrawal' | 'payout'; readonly id: WithdrawalId | PayoutId };

/** The ids of withdrawals and of payouts are counted each for themselves. */
export function isSameRequest({ kind, id }: RequestName): (other: RequestName) => boolean {
  return (other) => other.kind === kind && other.id === id;
}

/** A request for money, of either kind, with the batch that it is in. */
export type PayoutRequest = RequestName & {
  /** The id, made unique by the kind; it orders the list within one instant. */
  readonly key: number;
  readonly proposalId: ProposalId | null;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly isFormerMember: boolean;
  readonly amountCents: Cents;
  /** The local money of a loan with a rate; null for dollars. */
  readonly localMinor: Minor | null;
  readonly localCurrency: Currency | null;
  readonly state: WithdrawalState;
  readonly method: WithdrawalMethod;
  readonly payoutAccountId: PayoutAccountId | null;
  readonly sealedDestination: string;
  readonly accountLast4: string;
  readonly requestedAt: Date;
  readonly payableFrom: Date | null;
  readonly destinationSince: Date | null;
  readonly reference: Reference;
  readonly paidMinor: Minor | null;
  readonly currency: Currency | null;
  readonly batchId: PayoutBatchId | null;
  readonly restsUntil: Date | null;
  readonly isStopped: boolean;
  readonly isFrozen: boolean;
  readonly isBelowZero: boolean;
  readonly takenOutAt: Date | null;
};

type Wanted = {
  readonly mfiId: MfiId;
  readonly now: Date;
  readonly state?: WithdrawalState | undefined;
  readonly names?: readonly RequestName[];
  /** The batch of the requests; null for those that no batch has. */
  readonly batchId?: PayoutBatchId | null | undefined;
};

function idsOf<Kind extends RequestName['kind']>(names: readonly RequestName[], kind: Kind) {
  type Id = Kind extends 'withdrawal' ? WithdrawalId : PayoutId;
  return names.flatMap((name) => (name.kind === kind ? [name.id as Id] : []));
}

const IN_NONE = sql`i.batch_id is null`;

/** The requests for money of an institution, the newest first, each with the batch that it is in. */
export async function listRequests(
  db: Db,
  { mfiId, now, state, names, batchId }: Wanted,
  { limit, after = null }: { limit: number; after?: { readonly value: unknown; readonly id: number } | null },
): Promise<PayoutRequest[]> {
  const among = (kind: RequestName['kind'], id: RawBuilder<unknown>) =>
    names === undefined ? sql`true` : sql`${id} = any (${idsOf(names, kind)}::bigint[])`;
  const isIn = batchId === undefined ? sql`true` : batchId === null ? IN_NONE : sql`i.batch_id = ${batchId}`;
  const isState = (of: RawBuilder<unknown>) => (state === undefined ? sql`true` : sql`${of} = ${state}`);
  const { rows } = await sql<PayoutRequest>`
    with request as (
      select 'withdrawal' as kind, w.id, w.id * 2 as key, w.proposal_id, w.owner_id, w.amount_cents,
        w.local_minor, w.local_currency, w.state, w.method,
        null::bigint as payout_account_id, w.sealed_destination, w.account_last4, w.requested_at, w.payable_from,
        w.destination_since, coalesce(i.reference, w.payout_reference) as reference, coalesce(i.paid_minor, w.paid_minor) as paid_minor, w.account_id,
        i.batch_id,
        (select max(t.taken_out_at) from payout_batch_items t where t.withdrawal_id = w.id) as taken_out_at
      from withdrawals w join proposals p on p.id = w.proposal_id
      left join payout_batch_items i on i.withdrawal_id = w.id and i.is_active
      where p.mfi_id = ${mfiId} and ${isState(sql`w.state`)} and ${among('withdrawal', sql`w.id`)} and ${isIn}
      union all
      select 'payout', o.id, o.id * 2 + 1, null, o.user_id, o.amount_cents, null, null, o.state, c.method,
        o.payout_account_id, c.sealed_destination, c.account_last4, o.requested_at, o.payable_from,
        c.added_at, o.reference, coalesce(i.paid_minor, o.paid_minor), o.account_id, i.batch_id,
        (select max(t.taken_out_at) from payout_batch_items t where t.payout_id = o.id)
      from payouts o join payout_accounts c on c.id = o.payout_account_id
      left join payout_batch_items i on i.payout_id = o.id and i.is_active
      where o.mfi_id = ${mfiId} and ${isState(sql`o.state`)} and ${among('payout', sql`o.id`)} and ${isIn}
    )
    select r.kind, r.id, r.key, r.proposal_id as "proposalId", r.owner_id as "ownerId",
      u.first_name || ' ' || u.last_name as "ownerName", u.closed_at is not null as "isFormerMember",
      r.amount_cents as "amountCents",
      r.local_minor as "localMinor", r.local_currency as "localCurrency", r.state, r.method,
      r.payout_account_id as "payoutAccountId", r.sealed_destination as "sealedDestination",
      r.account_last4 as "accountLast4", r.requested_at as "requestedAt", r.payable_from as "payableFrom",
      r.destination_since as "destinationSince", r.reference, r.paid_minor as "paidMinor", a.currency,
      r.batch_id as "batchId", u.payouts_rest_until as "restsUntil", r.taken_out_at as "takenOutAt",
      exists (
        select from payout_stops s where s.user_id = r.owner_id and (s.resumes_at is null or s.resumes_at > ${now})
      ) as "isStopped",
      exists (
        select from freezes f where f.lifted_at is null and f.mfi_id = ${mfiId}
          and (f.user_id = r.owner_id or f.proposal_id = r.proposal_id)
      ) as "isFrozen",
      r.kind = 'payout' and ${isWalletBelowZero(sql`r.owner_id`, sql`${mfiId}::bigint`)} as "isBelowZero"
    from request r join users u on u.id = r.owner_id
    left join payout_batches b on b.id = r.batch_id
    left join money_accounts a on a.id = coalesce(b.account_id, r.account_id)
    where ${after === null ? sql`true` : sql`(r.requested_at, r.key) < (${after.value}::timestamptz, ${after.id}::bigint)`}
    order by r.requested_at desc, r.key desc limit ${limit}`.execute(db);
  return rows;
}

/** The request of an institution that has, or ever had, this reference. */
export async function findRequestBy(db: Db, mfiId: MfiId, reference: string): Promise<RequestName | undefined> {
  const { rows } = await sql<RequestName>`
    select case when i.payout_id is null then 'withdrawal' else 'payout' end as kind,
      coalesce(i.withdrawal_id, i.payout_id) as id
    from payout_batch_items i join payout_batches b on b.id = i.batch_id
    where i.reference = ${reference} and b.mfi_id = ${mfiId}
    union
    select 'withdrawal', w.id from withdrawals w join proposals p on p.id = w.proposal_id
    where w.payout_reference = ${reference} and p.mfi_id = ${mfiId}
    union
    select 'payout', id from payouts where reference = ${reference} and mfi_id = ${mfiId}`.execute(db);
  return rows[0];
}

/** The proposals of these requests, then the payouts of credit, locked each in the order of their ids (R18.5). */
export async function lockRequests(tx: Tx, mfiId: MfiId, names: readonly RequestName[]): Promise<void> {
  await sql`
    select p.id from proposals p where p.mfi_id = ${mfiId}
      and p.id in (select proposal_id from withdrawals where id = any (${idsOf(names, 'withdrawal')}::bigint[]))
    order by p.id for no key update`.execute(tx);
  await lockPayouts(tx, idsOf(names, 'payout'));
}
