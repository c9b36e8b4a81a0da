import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { REDUCED_TITLES, REMOVED_WORDS } from '@sathi/domain/own-data.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { eraseDefaults } from '../defaults/defaults.repository.ts';
import { eraseHardships } from '../hardships/hardships.repository.ts';
import { erasePlanReasons } from '../plans/plans.repository.ts';
import { eraseUndoingReasons } from '../release-undoings/release-undoings.repository.ts';

/**
 * The instant at which a loan was paid back, or else written off; what comes in after a write-off may still repay it.
 */
const ENDED_AT = sql`coalesce(repaid_at, written_off_at)`;

/** Proposals that one round of the job reduces at most. */
const ROUND = 500;

/**
 * Takes the words and pictures of loans that were repaid or written off before then, unless their owners keep them public
 * (R13.6): texts and their translations, log, album, and the salt of the chain's digest. Sums, days, the place and the first
 * letter of the owner stay.
 *
 * @returns how many
 */
export async function reduceProposals(db: Db, endedBefore: Date, now: Date): Promise<number> {
  return reduceRound(db, sql`${ENDED_AT} < ${endedBefore} and not stays_public`, now);
}

/** The same for proposals that were deleted before then (R13.7). */
export async function reduceDeleted(db: Db, deletedBefore: Date, now: Date): Promise<number> {
  return reduceRound(db, sql`deleted_at < ${deletedBefore}`, now);
}

/**
 * The same at once for all that a person deleted who closes their account (R13.4). The caller holds the locks of these
 * proposals.
 */
export async function reduceDeletedOf(tx: Tx, ownerId: UserId, now: Date): Promise<void> {
  const { rows } = await sql<{ id: ProposalId }>`
    select id from proposals where owner_id = ${ownerId} and deleted_at is not null and reduced_at is null`.execute(tx);
  await reduce(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}

function reduceRound(db: Db, which: RawBuilder<unknown>, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: ProposalId }>`
      select id from proposals where ${which} and reduced_at is null
      order by id limit ${ROUND} for no key update skip locked`.execute(tx);
    return reduce(
      tx,
      rows.map(({ id }) => id),
      now,
    );
  });
}

async function reduce(tx: Tx, ids: readonly ProposalId[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  for (const table of ['updates', 'galleryImages', 'chainRegistrations', 'translations'] as const) {
    await tx.deleteFrom(table).where('proposalId', 'in', ids).execute();
  }
  await tx.updateTable('loanContacts').set({ note: '', forBackers: '' }).where('proposalId', 'in', ids).execute();
  const ofThese = sql`proposal_id = any (${ids}::bigint[])`;
  await eraseHardships(tx, ofThese);
  await eraseDefaults(tx, ofThese);
  await erasePlanReasons(tx, ofThese);
  await eraseUndoingReasons(tx, ofThese);
  await tx
    .updateTable('proposals')
    .set({
      title: sql`case when deleted_at is not null then ${REMOVED_WORDS} when repaid_at is null then ${REDUCED_TITLES.writtenOff}
        else ${REDUCED_TITLES.repaid} end`,
      description: REMOVED_WORDS,
      image: null,
      imageAlt: null,
      returnNote: null,
      reducedAt: now,
    })
    .where('id', 'in', ids)
    .execute();
  return ids.length;
}

export type KeepableLoan = {
  readonly id: ProposalId;
  readonly title: string;
  /** Null for one that is written off and not paid back since. */
  readonly repaidAt: Date | null;
  readonly writtenOffAt: Date | null;
  readonly staysPublic: boolean;
};

/** The repaid and written-off loans of a person that still have their words, newest first. */
export async function listKeepable(db: Db, ownerId: UserId): Promise<KeepableLoan[]> {
  const { rows } = await sql<KeepableLoan>`
    select id, title, repaid_at as "repaidAt", written_off_at as "writtenOffAt", stays_public as "staysPublic" from proposals
    where owner_id = ${ownerId} and ${ENDED_AT} is not null and reduced_at is null and deleted_at is null
    order by ${ENDED_AT} desc, id desc limit 50`.execute(db);
  return rows;
}

/** Whether the words of a loan may stay; false when they are gone already. */
export async function setStaysPublic(tx: Tx, id: ProposalId, staysPublic: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proposals')
    .set({ staysPublic })
    .where('id', '=', id)
    .where('reducedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
