import type { ActionToken, ChainAction } from '@sathi/domain/chain-operations.ts';
import type { Plan } from '@sathi/domain/chain-steps.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { currentRequestId } from '../../config/request-id.ts';
import type { Db, Tx } from '../../db/db.ts';
import { dueNow } from '../../db/due-now.ts';
import { hint } from '../../db/hints.ts';

export type OperationKind = ChainAction | 'register' | 'setup';
export type OperationStatus = 'pending' | 'succeeded' | 'failed' | 'stuck';

export type ChainOperation = {
  readonly id: number;
  readonly kind: OperationKind;
  /** Null for operations of the product itself. */
  readonly userId: UserId | null;
  readonly token: ActionToken | null;
  /** Base units. */
  readonly units: number | null;
  readonly proposalRef: string | null;
  /** Null until the steps are decided. */
  readonly plan: Plan | null;
  readonly nextStep: number;
  readonly status: OperationStatus;
  readonly error: string | null;
  readonly faults: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The request that caused it; null for work of the product itself. */
  readonly requestId: string | null;
};

/** Says that there is work on the chain; losing a notification delays it only. */
export const CHAIN_CHANNEL = 'chain';
/**
 * Seconds for which an operation belongs to the process that took it up. When that process dies, it lies still for as
 * long.
 */
const LEASE_SECONDS = 15;

export const OPERATION_COLUMNS = [
  'id',
  'kind',
  'userId',
  'token',
  'units',
  'proposalRef',
  'plan',
  'nextStep',
  'status',
  'error',
  'faults',
  'createdAt',
  'updatedAt',
  'requestId',
] as const;

export type NewOperation =
  | {
      readonly kind: ChainAction;
      readonly userId: UserId;
      readonly token: ActionToken;
      readonly units: bigint;
      readonly proposalRef: string | null;
    }
  | { readonly kind: 'register'; readonly proposalRef: string; readonly plan: Plan };

/**
 * Writes an operation in the transaction of its cause. The operations of one person, and those about one proposal, are
 * done in the order of their ids; so a writer waits until the one before is committed.
 */
export async function insertOperation(tx: Tx, operation: NewOperation, now: Date): Promise<number> {
  const { kind, proposalRef } = operation;
  if ('userId' in operation) await lockName(tx, `chain user ${operation.userId}`);
  if (proposalRef !== null) await lockName(tx, `chain proposal ${proposalRef}`);
  const { id } = await tx
    .insertInto('chainOperations')
    .values({
      kind,
      proposalRef,
      ...('plan' in operation && { plan: JSON.stringify(operation.plan) }),
      ...('userId' in operation && {
        userId: operation.userId,
        token: operation.token,
        units: Number(operation.units),
      }),
      runAt: dueNow(now),
      createdAt: now,
      updatedAt: now,
      requestId: currentRequestId(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await hint(tx, CHAIN_CHANNEL, '');
  return id;
}

async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Writes the setup once, even when several processes find the contracts missing.
 * @returns whether this call wrote it
 */
export async function insertSetup(db: Db, plan: Plan, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('chainOperations')
    .values({ kind: 'setup', plan: JSON.stringify(plan), runAt: now, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a setup is under way, or waits for an operator. */
export async function hasOpenSetup(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('chainOperations')
    .select('id')
    .where('kind', '=', 'setup')
    .where('status', 'in', ['pending', 'stuck'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes up waiting operations, at most one at a time of a person and about a proposal, and only the setup before the
 * chain is set up; no other process takes them up for {@link LEASE_SECONDS}.
 */
export async function leaseOperations(db: Db, now: Date, limit: number): Promise<ChainOperation[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { rows } = await sql<{ id: number }>`
    update chain_operations set run_at = ${leasedUntil}
    where id in (
      select o.id from chain_operations o
      where o.status = 'pending' and o.run_at <= ${now} and not exists (
        select 1 from chain_operations earlier
        where earlier.status = 'pending' and (
          earlier.kind = 'setup' and o.kind <> 'setup'
          or earlier.id < o.id and (earlier.user_id = o.user_id or earlier.proposal_ref = o.proposal_ref)
        )
      )
      order by o.run_at, o.id
      limit ${limit}
      for update skip locked
    )
    returning id`.execute(db);
  if (rows.length === 0) return [];
  const leased = await db
    .selectFrom('chainOperations')
    .select(OPERATION_COLUMNS)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return leased.map(asOperation);
}

/** When the next operation that waits is due; null when none waits. */
export async function findNextDue(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('chainOperations')
    .select((eb) => eb.fn.min('runAt').as('runAt'))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.runAt ?? null;
}

export async function findOperation(db: Db, id: number): Promise<ChainOperation | undefined> {
  const row = await db.selectFrom('chainOperations').select(OPERATION_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && asOperation(row);
}

/** The newest operation of a person that has not come to an end by itself. */
export async function findPendingOf(db: Db, userId: UserId): Promise<number | null> {
  const row = await db
    .selectFrom('chainOperations')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Base units that a person has had from the faucet of one token since then, units on their way included. */
export async function sumFaucet(db: Db, userId: UserId, token: ActionToken, since: Date): Promise<bigint> {
  const { units } = await db
    .selectFrom('chainOperations')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('units'), sql<string>`0`).as('units'))
    .where('userId', '=', userId)
    .where('kind', '=', 'faucet')
    .where('token', '=', token)
    .where('status', '!=', 'failed')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(units);
}

/** Decides the steps, once. @returns the plan that holds: another process may have been first, and with another result */
export async function storePlan(db: Db, id: number, plan: Plan): Promise<Plan> {
  const stored = await db
    .updateTable('chainOperations')
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', id)
    .where('plan', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return stored ? plan : ((await findOperation(db, id))?.plan ?? plan);
}

type Change = {
  readonly nextStep?: number;
  readonly status?: OperationStatus;
  readonly error?: string | null;
  readonly faults?: number;
  readonly runAt?: Date;
};

export async function setOperation(db: Db, id: number, change: Change, now: Date): Promise<void> {
  await db
    .updateTable('chainOperations')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

type Row = Omit<ChainOperation, 'plan' | 'token'> & { readonly plan: unknown; readonly token: string | null };

/** The plan and the token as this file wrote them. */
export function asOperation(row: Row): ChainOperation {
  return row as ChainOperation;
}
