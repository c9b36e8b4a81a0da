import type { Db, Tx } from '../../db/db.ts';
import type { DeployOutcome, SignedDeploy } from '../../outside/chain-port.ts';

/** The content of a deploy, for people. */
export type ShownCall = {
  readonly name: string;
  readonly contract: string | null;
  readonly entryPoint: string | null;
  readonly args: ReadonlyArray<{ readonly name: string; readonly value: string }>;
};

export type ChainDeploy = {
  readonly hash: string;
  readonly operationId: number;
  readonly step: number;
  readonly attempt: number;
  readonly call: ShownCall;
  readonly body: unknown;
  readonly status: 'stored' | 'sent' | 'succeeded' | 'failed' | 'expired';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly blockHash: string | null;
  readonly blockHeight: number | null;
  /** Digits. */
  readonly costMotes: string | null;
  readonly error: string | null;
};

const COLUMNS = [
  'hash',
  'operationId',
  'step',
  'attempt',
  'call',
  'body',
  'status',
  'createdAt',
  'expiresAt',
  'blockHash',
  'blockHeight',
  'costMotes',
  'error',
] as const;

export type DeployPlace = { readonly operationId: number; readonly step: number; readonly attempt: number };

/**
 * Stores a signed deploy, before it is sent.
 * @returns false when there is a deploy with this hash: the same was signed in the same millisecond
 * @throws a unique violation of `chain_deploys_one_live` when another process has stored one for this step
 */
export async function insertDeploy(
  db: Db,
  place: DeployPlace,
  deploy: SignedDeploy & { readonly signer: 'owner' | 'user'; readonly call: ShownCall; readonly createdAt: Date },
): Promise<boolean> {
  const stored = await db
    .insertInto('chainDeploys')
    .values({
      ...place,
      ...deploy,
      call: JSON.stringify(deploy.call),
      body: JSON.stringify(deploy.body),
      status: 'stored',
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return stored !== undefined;
}

export async function findNewestDeploy(db: Db, operationId: number, step: number): Promise<ChainDeploy | undefined> {
  const row = await db
    .selectFrom('chainDeploys')
    .select(COLUMNS)
    .where('operationId', '=', operationId)
    .where('step', '=', step)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && asDeploy(row);
}

export async function findDeploy(db: Db, hash: string): Promise<ChainDeploy | undefined> {
  const row = await db.selectFrom('chainDeploys').select(COLUMNS).where('hash', '=', hash).executeTakeFirst();
  return row && asDeploy(row);
}

/** The deploys in the order of their steps, then of their attempts. */
export async function listDeploys(db: Db, operationId: number): Promise<ChainDeploy[]> {
  const rows = await db
    .selectFrom('chainDeploys')
    .select(COLUMNS)
    .where('operationId', '=', operationId)
    .orderBy('step')
    .orderBy('attempt')
    .execute();
  return rows.map(asDeploy);
}

export async function markSent(db: Db, hash: string): Promise<void> {
  await db
    .updateTable('chainDeploys')
    .set({ status: 'sent' })
    .where('hash', '=', hash)
    .where('status', '=', 'stored')
    .execute();
}

/** Records how a deploy ended; an end that is recorded never changes. */
export async function endDeploy(
  db: Db | Tx,
  hash: string,
  end: {
    readonly status: 'succeeded' | 'failed' | 'expired';
    readonly error?: string;
    readonly outcome?: DeployOutcome;
  },
): Promise<void> {
  const { status, error = end.outcome?.error ?? null, outcome } = end;
  await db
    .updateTable('chainDeploys')
    .set({
      status,
      error,
      ...(outcome && {
        blockHash: outcome.blockHash,
        blockHeight: outcome.blockHeight,
        costMotes: outcome.cost.toString(),
      }),
    })
    .where('hash', '=', hash)
    .where('status', 'in', ['stored', 'sent'])
    .execute();
}

type Row = Omit<ChainDeploy, 'call'> & { readonly call: unknown };

/** The call as {@link insertDeploy} wrote it. */
function asDeploy(row: Row): ChainDeploy {
  return row as ChainDeploy;
}
