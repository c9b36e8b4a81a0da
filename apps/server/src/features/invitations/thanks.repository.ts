import type { ThanksKind } from '@sathi/domain/invitations.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { enqueue } from '../../jobs/outbox.ts';

export const THANKS_JOB = 'thanks';
export type ThanksPayload = { readonly kind: ThanksKind; readonly proposalId: ProposalId; readonly userId: UserId };

export type ThankedBacker = {
  readonly userId: UserId;
  readonly address: string;
  readonly name: string;
  readonly backedCents: Cents;
};

/** Those of these addresses whose money is in the proposal, or was until it was repaid. */
export async function listBackersByAddress(
  db: Db,
  proposalId: ProposalId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ThankedBacker>> {
  const { rows } = await sql<ThankedBacker>`
    select u.id as "userId", lower(u.email) as address, trim(u.first_name || ' ' || u.last_name) as name,
      sum(i.amount_cents)::bigint as "backedCents"
    from investments i join users u on u.id = i.investor_id
    where i.proposal_id = ${proposalId} and i.released_at is null and lower(u.email) = any (${addresses})
    group by u.id`.execute(db);
  return new Map(rows.map((row) => [row.address, row]));
}

/** Own proposals of exactly this title that one of these addresses backs, at most two: a second one makes it unclear. */
export async function listOwnThankable(
  db: Db,
  ownerId: UserId,
  title: string,
  addresses: readonly string[],
): Promise<ProposalId[]> {
  const { rows } = await sql<{ id: ProposalId }>`
    select p.id from proposals p
    where p.owner_id = ${ownerId} and p.title = ${title} and p.deleted_at is null and exists (
      select from investments i join users u on u.id = i.investor_id
      where i.proposal_id = p.id and i.released_at is null and lower(u.email) = any (${addresses})
    ) order by p.id limit 2`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes the thanks of this day and writes the job that tells of them. False when this backer was thanked today (R12.8). */
export async function thankOnce(tx: Tx, { kind, proposalId, userId }: ThanksPayload, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const first = await tx
    .insertInto('dailyMails')
    .values({ kind, object: thanksObject(proposalId), recipientId: userId, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipientId')
    .executeTakeFirst();
  if (first === undefined) return false;
  const dedupeKey = `${kind}:${proposalId}:${userId}:${day}`;
  await enqueue(tx, [{ kind: THANKS_JOB, dedupeKey, payload: { kind, proposalId, userId } }], now);
  return true;
}

function thanksObject(proposalId: ProposalId): string {
  return `proposal ${proposalId}`;
}

/** Which backers got this kind of thanks for the proposal on the day of `now`. */
export async function listThanked(
  db: Db,
  kind: ThanksKind,
  proposalId: ProposalId,
  now: Date,
): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('dailyMails')
    .select('recipientId')
    .where('kind', '=', kind)
    .where('object', '=', thanksObject(proposalId))
    .where('day', '=', now.toISOString().slice(0, 10))
    .execute();
  return new Set(rows.map(({ recipientId }) => recipientId));
}

export async function findMfiNameOf(db: Db, proposalId: ProposalId): Promise<string | undefined> {
  const row = await db
    .selectFrom('proposals as p')
    .innerJoin('mfis as m', 'm.id', 'p.mfiId')
    .select('m.name')
    .where('p.id', '=', proposalId)
    .executeTakeFirst();
  return row?.name;
}
