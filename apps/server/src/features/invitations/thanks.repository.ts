import type { ThanksKind } from '@sathi/domain/invitations.ts';
import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import { enqueue } from '../../outbox/outbox.ts';

export const THANKS_JOB = 'thanks';
export type ThanksPayload = { readonly kind: ThanksKind; readonly proposalId: ProposalId; readonly userId: UserId };

export type ThankedBacker = {
  readonly userId: UserId;
  readonly address: string;
  readonly name: string;
  readonly backedCents: Cents;
};

/** Those of these addresses who back the proposal by name, or did until it was repaid: its owner knows no others (R13.1). */
export async function listBackersByAddress(
  db: Db,
  proposalId: ProposalId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ThankedBacker>> {
  const { rows } = await sql<ThankedBacker>`
    select u.id as "userId", lower(u.email) as address, trim(u.first_name || ' ' || u.last_name) as name,
      sum(i.amount_cents)::bigint as "backedCents"
    from investments i join users u on u.id = i.investor_id
    where i.proposal_id = ${proposalId} and i.released_at is null and not i.anonymous and lower(u.email) = any (${addresses})
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
      where i.proposal_id = p.id and i.released_at is null and not i.anonymous and lower(u.email) = any (${addresses})
    ) order by p.id limit 2`.execute(db);
  return rows.map(({ id }) => id);
}

export type OwnerToThank = {
  readonly userId: UserId;
  readonly email: string;
  readonly language: Language;
  readonly title: string;
  readonly mfiName: string;
  readonly ownerName: string;
  /** Null where every backing of this person is anonymous (R13.1). */
  readonly backerName: string | null;
  /** The owner does not want to read what this person writes (R15.3). */
  readonly isBlocked: boolean;
};

export async function findOwnerToThank(
  db: Db,
  proposalId: ProposalId,
  backerId: UserId,
): Promise<OwnerToThank | undefined> {
  const { rows } = await sql<OwnerToThank>`
    select o.id as "userId", o.email, o.language, p.title, m.name as "mfiName", o.first_name as "ownerName",
      case when exists (
        select from investments i
        where i.proposal_id = p.id and i.investor_id = u.id and i.released_at is null and not i.anonymous
      ) then trim(u.first_name || ' ' || u.last_name) end as "backerName",
      exists (select from blocked_people b where b.user_id = o.id and b.blocked_id = u.id) as "isBlocked"
    from proposals p join mfis m on m.id = p.mfi_id join users o on o.id = p.owner_id and o.closed_at is null
    join users u on u.id = ${backerId}
    where p.id = ${proposalId}`.execute(db);
  return rows[0];
}

/** False when this backer has thanked the owner of the proposal today (R12.9). */
export async function noteThanks(
  tx: Tx,
  {
    proposalId,
    ownerId,
    backerId,
    day,
  }: {
    readonly proposalId: ProposalId;
    readonly ownerId: UserId;
    readonly backerId: UserId;
    readonly day: string;
  },
): Promise<boolean> {
  const first = await tx
    .insertInto('dailyMails')
    .values({
      kind: 'backer_thanks',
      object: `${thanksObject(proposalId)} of ${backerId}`,
      recipientId: ownerId,
      day,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipientId')
    .executeTakeFirst();
  return first !== undefined;
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

/** The backers who got this kind of thanks for the proposal on the day of `now`. */
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
