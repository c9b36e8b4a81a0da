import { createHash, randomBytes } from 'node:crypto';
import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Db, Tx } from '../../db/db.ts';
import { insertOperation, type OperationStatus } from './chain-operations.repository.ts';

const SALT_BYTES = 32;

/** A proposal's content when it is made. Only the figures of it go to the chain; the whole is in the digest. */
export type Registered = {
  readonly id: ProposalId;
  readonly mfiId: MfiId;
  readonly amountCents: Cents;
  readonly monthsToRepay: number;
  readonly title: string;
  readonly description: string;
  readonly neededOn: string;
};

/** How the chain calls a proposal of ours; the samples there have bare numbers. */
function loanRef(id: ProposalId): string {
  return `loan-${id}`;
}

/**
 * Registers a new proposal on the chain, in the transaction that makes it (R17.9): ids, figures, and a digest of the
 * whole with a salt that only we have (R13.8). Its fate on the chain has no effect here.
 */
export async function registerOnChain(tx: Tx, proposal: Registered, now: Date): Promise<void> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const digest = digestOf(proposal, salt);
  const { id, mfiId, amountCents, monthsToRepay } = proposal;
  const record = {
    proposalId: String(id),
    mfiId: String(mfiId),
    amountCents: String(amountCents),
    monthsToRepay: String(monthsToRepay),
    digest,
  };
  const ref = loanRef(id);
  const plan = [{ name: 'add_proposal', ref, record }] as const;
  const operationId = await insertOperation(tx, { kind: 'register', proposalRef: ref, plan }, now);
  await tx.insertInto('chainRegistrations').values({ proposalId: id, operationId, salt, digest }).execute();
}

/**
 * Writes records of the product's own on the chain, in the transaction that makes them: the first under the name `ref`, each further
 * one under it with its number, as `-2`. The register of proposals holds any record under a name, as long as it has months and a deploy
 * of at most 1024 bytes of arguments.
 * @returns the operation, whose first deploy writes the first record
 */
export async function anchorOnChain(
  tx: Tx,
  ref: string,
  records: ReadonlyArray<Readonly<Record<string, string>>>,
  now: Date,
): Promise<number> {
  const plan = records.map(
    (record, index) =>
      ({
        name: 'add_proposal',
        ref: index === 0 ? ref : `${ref}-${index + 1}`,
        record: { ...record, monthsToRepay: '1' },
      }) as const,
  );
  return insertOperation(tx, { kind: 'register', proposalRef: ref, plan }, now);
}

/** Forgets the salt of a deleted proposal: its digest on the chain can no longer be compared with any text (R13.8). */
export async function forgetRegistration(tx: Tx, proposalId: ProposalId): Promise<void> {
  await tx.deleteFrom('chainRegistrations').where('proposalId', '=', proposalId).execute();
}

/** SHA-256 of the fields in the order of their names, with the salt, in hexadecimal digits. */
function digestOf(proposal: Registered, salt: string): string {
  const { id, mfiId, amountCents, monthsToRepay, title, description, neededOn } = proposal;
  const content = { amountCents, description, id, mfiId, monthsToRepay, neededOn, salt, title };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export type Registration = {
  readonly status: OperationStatus;
  readonly deployHash: string | null;
  readonly blockHeight: number | null;
};

/**
 * The registration with its newest deploy, if there was one; undefined for a proposal that was never to be registered.
 */
export async function findRegistration(db: Db, proposalId: ProposalId): Promise<Registration | undefined> {
  return db
    .selectFrom('chainRegistrations as r')
    .innerJoin('chainOperations as o', 'o.id', 'r.operationId')
    .leftJoin('chainDeploys as d', 'd.operationId', 'o.id')
    .select(['o.status', 'd.hash as deployHash', 'd.blockHeight'])
    .where('r.proposalId', '=', proposalId)
    .orderBy('d.attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
}
