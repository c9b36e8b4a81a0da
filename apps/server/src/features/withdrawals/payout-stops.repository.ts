import type { MfiId, PayoutId, PayoutResumeId, ProposalId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { Language } from '../../http/language.ts';
import type { RequestName } from './payout-requests.repository.ts';

/** Those of these people to whom nothing may be paid out at `now` (R25.1). */
export async function listStoppedAmong(db: Db, userIds: readonly UserId[], now: Date): Promise<ReadonlySet<UserId>> {
  const { rows } = await sql<{ userId: UserId }>`
    select distinct user_id as "userId" from payout_stops
    where user_id = any (${userIds}) and (resumes_at is null or resumes_at > ${now})`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}

export async function isPayoutStopped(db: Db, userId: UserId, now: Date): Promise<boolean> {
  return (await listStoppedAmong(db, [userId], now)).has(userId);
}

/** Stops payouts of a person until two have resumed them. A stop that stands stays as it is. */
export async function stopPayouts(tx: Tx, userId: UserId, stoppedAt: Date): Promise<void> {
  await sql`
    insert into payout_stops (user_id, stopped_at) values (${userId}, ${stoppedAt})
    on conflict (user_id) where resumes_at is null do nothing`.execute(tx);
}

/** Every loan of a person that money can be withdrawn from, locked in the order of the ids (R18.5). */
export async function lockFunded(tx: Tx, ownerId: UserId): Promise<void> {
  await sql<{ id: ProposalId }>`
    select id from proposals where owner_id = ${ownerId} and funded_cents > 0 order by id for no key update`.execute(
    tx,
  );
}

export type StopRow = {
  readonly id: number;
  readonly personId: UserId;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly language: Language;
  readonly stoppedAt: Date;
  readonly resumesAt: Date | null;
};

const OF_STOPS = sql`
  select s.id, s.user_id as "personId", u.first_name || ' ' || u.last_name as name,
    case when u.closed_at is null then u.phone else '' end as phone, u.email, u.language,
    s.stopped_at as "stoppedAt", s.resumes_at as "resumesAt"
  from payout_stops s join users u on u.id = s.user_id`;

/** The MFI holds money of the person: it released a loan of theirs, a backing of theirs stands there, or it holds their credit. */
function holdsMoneyOf(mfiId: MfiId) {
  return sql`(
    exists (select from proposals p where p.owner_id = s.user_id and p.mfi_id = ${mfiId} and p.funded_cents > 0)
    or exists (
      select from investments i join proposals p on p.id = i.proposal_id
      where i.investor_id = s.user_id and p.mfi_id = ${mfiId} and i.released_at is null
    )
    or exists (select from accounts a where a.kind in ('wallet', 'leaving') and a.proposal_key = 0 and a.user_key = s.user_id
      and a.mfi_key = ${mfiId} and a.balance_cents <> 0)
  )`;
}

/** People whose money the MFI holds and to whom nothing is paid out at `now`, the longest stopped first. */
export async function listStops(db: Db, mfiId: MfiId, now: Date): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    ${OF_STOPS} where (s.resumes_at is null or s.resumes_at > ${now}) and ${holdsMoneyOf(mfiId)}
      and not exists (select from payout_stops later where later.user_id = s.user_id and later.id > s.id)
    order by s.stopped_at, s.id`.execute(db);
  return rows;
}

/** The stop of a person of this MFI that stands, locked. */
export async function lockStop(tx: Tx, mfiId: MfiId, personId: UserId): Promise<StopRow | undefined> {
  const { rows } = await sql<StopRow>`
    ${OF_STOPS} where s.user_id = ${personId} and ${holdsMoneyOf(mfiId)}
    order by s.id desc limit 1 for no key update of s`.execute(tx);
  return rows[0];
}

export type ResumeRow = {
  readonly id: PayoutResumeId;
  readonly stopId: number;
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredByName: string;
  readonly enteredAt: Date;
  readonly approvedAt: Date | null;
};

/** The entries of these stops at one MFI, newest first. */
export async function listResumes(db: Db, mfiId: MfiId, stopIds: readonly number[]): Promise<ResumeRow[]> {
  const { rows } = await sql<ResumeRow>`
    select r.id, r.stop_id as "stopId", r.reason, r.entered_by as "enteredBy", r.entered_at as "enteredAt",
      r.approved_at as "approvedAt", u.first_name || ' ' || u.last_name as "enteredByName"
    from payout_resumes r join users u on u.id = r.entered_by
    where r.mfi_id = ${mfiId} and r.stop_id = any (${stopIds}) order by r.id desc`.execute(db);
  return rows;
}

export async function insertResume(
  tx: Tx,
  resume: {
    readonly stopId: number;
    readonly mfiId: MfiId;
    readonly reason: string;
    readonly enteredBy: UserId;
    readonly enteredAt: Date;
  },
): Promise<PayoutResumeId> {
  const { id } = await tx.insertInto('payoutResumes').values(resume).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The person whom an entry of this MFI is about. */
export async function findPersonOfResume(db: Db, mfiId: MfiId, id: PayoutResumeId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('payoutResumes as r')
    .innerJoin('payoutStops as s', 's.id', 'r.stopId')
    .select('s.userId')
    .where('r.id', '=', id)
    .where('r.mfiId', '=', mfiId)
    .executeTakeFirst();
  return row?.userId;
}

export async function approveResume(
  tx: Tx,
  { id, stopId }: Pick<ResumeRow, 'id' | 'stopId'>,
  by: { readonly approvedBy: UserId; readonly approvedAt: Date; readonly resumesAt: Date },
): Promise<void> {
  const { approvedBy, approvedAt, resumesAt } = by;
  await tx.updateTable('payoutResumes').set({ approvedBy, approvedAt }).where('id', '=', id).execute();
  await tx.updateTable('payoutStops').set({ resumesAt }).where('id', '=', stopId).execute();
}

/** The instants after `since` at which this person looked at account numbers, the oldest first. */
export async function listShownAt(tx: Tx, shownBy: UserId, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('payoutShows')
    .select('shownAt')
    .where('shownBy', '=', shownBy)
    .where('shownAt', '>', since)
    .orderBy('shownAt')
    .execute();
  return rows.map(({ shownAt }) => shownAt);
}

export async function insertShow(
  tx: Tx,
  {
    kind,
    id: requestId,
    ...show
  }: RequestName & {
    readonly shownBy: UserId;
    readonly reason: string;
    readonly shownAt: Date;
  },
): Promise<number> {
  const of = kind === 'payout' ? { payoutId: requestId as PayoutId } : { withdrawalId: requestId as WithdrawalId };
  const values = { ...show, ...of };
  const { id } = await tx.insertInto('payoutShows').values(values).returning('id').executeTakeFirstOrThrow();
  return Number(id);
}

export async function findShow(
  db: Db,
  id: number,
): Promise<
  | { readonly withdrawalId: WithdrawalId | null; readonly payoutId: PayoutId | null; readonly reason: string }
  | undefined
> {
  return db
    .selectFrom('payoutShows')
    .select(['withdrawalId', 'payoutId', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
}
