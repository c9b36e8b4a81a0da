import { addMonths, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, PauseId, PlanChangeId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { isLeftOut } from '@sathi/domain/pauses.ts';
import type { PlannedInstalment } from '@sathi/domain/plans.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type PauseRow = {
  readonly id: PauseId;
  readonly mfiId: MfiId;
  readonly mfiName: string;
  readonly places: string[];
  readonly months: number;
  readonly reason: string;
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly undoneAt: Date | null;
  readonly loansCount: number;
  readonly movedCount: number;
};

type Page = { readonly beforeId: number | null; readonly limit: number };

/** Newest first. */
export async function listPauses(db: Db, mfiId: MfiId, { beforeId, limit }: Page): Promise<PauseRow[]> {
  const { rows } = await sql<PauseRow>`
    ${SELECTED} where a.mfi_id = ${mfiId} ${beforeId === null ? sql`` : sql`and a.id < ${beforeId}`}
    order by a.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findPause(db: Db, mfiId: MfiId, id: PauseId): Promise<PauseRow | undefined> {
  const { rows } = await sql<PauseRow>`${SELECTED} where a.mfi_id = ${mfiId} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a pause until the end of the transaction. */
export async function lockPause(tx: Tx, id: PauseId): Promise<void> {
  await sql`select from pauses where id = ${id} for update`.execute(tx);
}

/** Whether a pause is undone by now. Its row is held, so that it is not undone before the transaction ends. */
export async function holdPause(tx: Tx, id: PauseId): Promise<{ readonly isUndone: boolean }> {
  const { rows } = await sql<{ isUndone: boolean }>`
    select undone_at is not null as "isUndone" from pauses where id = ${id} for share`.execute(tx);
  return rows[0] ?? { isUndone: true };
}

/** The pauses with loans that wait for their days, or with people who wait to be told. */
export async function listUnfinishedPauses(db: Db): Promise<PauseRow[]> {
  const { rows } = await sql<PauseRow>`${SELECTED} where a.finished_at is null order by a.id`.execute(db);
  return rows;
}

const SELECTED = sql`
  select a.id, a.mfi_id as "mfiId", m.name as "mfiName", a.places, a.months, a.reason, a.entered_by as "enteredBy",
    a.entered_at as "enteredAt", a.undone_at as "undoneAt", (
      select count(*)::int from pause_loans l where l.pause_id = a.id
    ) as "loansCount", (
      select count(*)::int from pause_loans l
      where l.pause_id = a.id and l.state = case when a.undone_at is null then 'moved' else 'undone' end
    ) as "movedCount"
  from pauses a join mfis m on m.id = a.mfi_id`;

/** The places of running loans that are not the reader's, each as it is written most often, the most frequent first. */
export async function listPausePlaces(
  db: Db,
  mfiId: MfiId,
  readerId: UserId,
): Promise<{ place: string; loansCount: number }[]> {
  const { rows } = await sql<{ place: string; loansCount: number }>`
    select mode() within group (order by place) as place, count(*)::int as "loansCount" from proposals
    where place is not null and status = ${STATUS.funded} and deleted_at is null and mfi_id = ${mfiId} and owner_id <> ${readerId}
    group by folded(place) order by count(*) desc, folded(place)`.execute(db);
  return rows;
}

type NewPause = Pick<PauseRow, 'mfiId' | 'places' | 'months' | 'reason' | 'enteredBy' | 'enteredAt'>;

/**
 * Writes a pause with a row for each running loan of its places that its giver may move so far alone
 * ({@link isLeftOut}); the job judges each once more under its lock.
 * @returns the id, the number of these loans, and how many were left out
 */
export async function insertPause(
  tx: Tx,
  pause: NewPause,
): Promise<{ id: PauseId; loansCount: number; leftOut: number }> {
  const { mfiId, places, months, reason, enteredBy, enteredAt } = pause;
  const { rows } = await sql<{ id: PauseId }>`
    insert into pauses (mfi_id, places, months, reason, entered_by, entered_at)
    values (${mfiId}, ${places}::text[], ${months}, ${reason}, ${enteredBy}, ${enteredAt}) returning id`.execute(tx);
  const id = rows[0]!.id;
  const loans = await listLoansOf(tx, mfiId, places);
  const taken = loans.filter((loan) => {
    const releasedOn = calendarDateIn(loan.timeZone, loan.releasedAt);
    const endsOn = addMonths(loan.lastDueOn, loan.waitingMonths + months);
    return !isLeftOut({ ...loan, giverId: enteredBy, releasedOn, endsOn });
  });
  await sql`
    insert into pause_loans (pause_id, proposal_id, state)
    select ${id}, proposal_id, 'waiting' from unnest(${taken.map((loan) => loan.id)}::bigint[]) as proposal_id`.execute(
    tx,
  );
  return { id, loansCount: taken.length, leftOut: loans.length - taken.length };
}

type RunningLoan = {
  readonly id: ProposalId;
  readonly ownerId: UserId;
  readonly monthsToRepay: number;
  readonly firstDueAfterMonths: number;
  readonly timeZone: string;
  readonly releasedAt: Date;
  readonly lastDueOn: CalendarDate;
  /** The months of pauses that were given and have not moved the loan yet. */
  readonly waitingMonths: number;
};

/** Running loans of some places, however their capitals are written. */
async function listLoansOf(tx: Tx, mfiId: MfiId, places: readonly string[]): Promise<RunningLoan[]> {
  const { rows } = await sql<RunningLoan>`
    select p.id, p.owner_id as "ownerId", p.months_to_repay as "monthsToRepay", p.funded_at as "releasedAt",
      coalesce(p.first_due_after_months, m.first_due_after_months) as "firstDueAfterMonths", m.time_zone as "timeZone", i.last as "lastDueOn", (
        select coalesce(sum(a.months), 0)::int from pause_loans l join pauses a on a.id = l.pause_id
        where l.proposal_id = p.id and l.state = 'waiting' and a.undone_at is null
      ) as "waitingMonths"
    from proposals p join mfis m on m.id = p.mfi_id
      join lateral (
        -- The last by number: a paid day may be later, where a new plan begins sooner.
        select due_on as last from instalments where proposal_id = p.id order by number desc limit 1
      ) i on true
    where p.mfi_id = ${mfiId} and p.status = ${STATUS.funded} and p.deleted_at is null
      and folded(p.place) in (select folded(place) from unnest(${places}::text[]) as place)
    order by p.id`.execute(tx);
  return rows;
}

export type PauseLoanState = 'waiting' | 'moved' | 'undone' | 'left';

export async function listPauseLoans(db: Db, pauseId: PauseId, state: PauseLoanState): Promise<ProposalId[]> {
  const rows = await db
    .selectFrom('pauseLoans')
    .select('proposalId')
    .where('pauseId', '=', pauseId)
    .where('state', '=', state)
    .orderBy('proposalId')
    .execute();
  return rows.map(({ proposalId }) => proposalId);
}

/** Whether a loan still waits for this pause. The caller holds the row of the loan. */
export async function isWaiting(tx: Tx, pauseId: PauseId, proposalId: ProposalId): Promise<boolean> {
  const row = await tx
    .selectFrom('pauseLoans')
    .select('state')
    .where('pauseId', '=', pauseId)
    .where('proposalId', '=', proposalId)
    .executeTakeFirst();
  return row?.state === 'waiting';
}

/**
 * Whether a pause that moved a loan is undone and has still to put its days back. The caller holds the row of the loan; those of
 * the pauses that moved it are held, so that none is undone before the transaction ends.
 */
export async function isBeingPutBack(tx: Tx, proposalId: ProposalId): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select a.undone_at is not null and a.finished_at is null as is
    from pause_loans l join pauses a on a.id = l.pause_id
    where l.proposal_id = ${proposalId} and l.state = 'moved' order by a.id for share of a`.execute(tx);
  return rows.some(({ is }) => is);
}

/** @returns false when the loan was not in the state `from` any more */
export async function setPauseLoan(
  tx: Tx,
  { pauseId, proposalId, from }: { pauseId: PauseId; proposalId: ProposalId; from: PauseLoanState },
  to: { readonly state: PauseLoanState; readonly planChangeId?: PlanChangeId | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('pauseLoans')
    .set(to)
    .where('pauseId', '=', pauseId)
    .where('proposalId', '=', proposalId)
    .where('state', '=', from)
    .returning('proposalId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether, since the pause was entered, money came for a loan that it moves, a backer of one gave their claim up, or
 * one got a newer plan.
 */
export async function isPauseUsed(db: Db, { id, enteredAt }: PauseRow): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from pause_loans l join payments y on y.proposal_id = l.proposal_id
      where l.pause_id = ${id} and l.state <> 'left' and y.entered_at >= ${enteredAt} and y.state <> 'rejected'
    ) or exists (
      select from pause_loans l join plan_changes m on m.id = l.plan_change_id
      join plan_changes c on c.proposal_id = l.proposal_id and c.state = 'accepted' and c.closed_at > m.closed_at
      where l.pause_id = ${id} and l.state <> 'left'
    ) or exists (
      select from pause_loans l join forgivings f on f.proposal_id = l.proposal_id
      where l.pause_id = ${id} and l.state <> 'left' and f.forgiven_at >= ${enteredAt}
    ) as is`.execute(db);
  return rows[0]?.is === true;
}

export async function setPauseUndone(tx: Tx, id: PauseId, undoneBy: UserId, undoneAt: Date): Promise<void> {
  await tx.updateTable('pauses').set({ undoneBy, undoneAt, finishedAt: null }).where('id', '=', id).execute();
}

/** @returns false when another run was first, when the pause was undone meanwhile, or while a loan of it waits */
export async function setPauseFinished(tx: Tx, { id, undoneAt }: PauseRow, finishedAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pauses set finished_at = ${finishedAt}
    where id = ${id} and finished_at is null and undone_at is not distinct from ${undoneAt}::timestamptz
      and not exists (select from pause_loans where pause_id = ${id} and state = 'waiting')`.execute(tx);
  return Number(numAffectedRows ?? 0) === 1;
}

type Replaced = { readonly planChangeId: PlanChangeId; readonly before: readonly PlannedInstalment[] };

/** The change that the pause made, and the days before it; undefined where they are back, or the plan has changed since. */
export async function findReplaced(tx: Tx, pauseId: PauseId, proposalId: ProposalId): Promise<Replaced | undefined> {
  const { rows } = await sql<Replaced>`
    select c.id as "planChangeId", c.before from pause_loans l join plan_changes c on c.id = l.plan_change_id
    where l.pause_id = ${pauseId} and l.proposal_id = ${proposalId} and l.state = 'moved' and c.state = 'accepted' and not exists (
      select from plan_changes n where n.proposal_id = ${proposalId} and n.state = 'accepted' and n.closed_at > c.closed_at
    ) and not exists (
      select from forgivings f where f.proposal_id = ${proposalId} and f.forgiven_at >= c.closed_at
    )`.execute(tx);
  return rows[0];
}

export type PausedLoan = {
  readonly proposalId: ProposalId;
  readonly title: string;
  readonly ownerId: UserId;
  readonly people: readonly UserId[];
};

/** The loans of a pause in this state, each with its owner and the people to whom something is still owed, or would be repaid of what they lost. */
export async function listPausedLoans(db: Db, pauseId: PauseId, state: PauseLoanState): Promise<PausedLoan[]> {
  const { rows } = await sql<PausedLoan>`
    select p.id as "proposalId", p.title, p.owner_id as "ownerId", jsonb_build_array(p.owner_id) || (
      select coalesce(jsonb_agg(a.user_id order by a.user_id), '[]'::jsonb) from accounts a
      join users u on u.id = a.user_id and u.closed_at is null and not u.is_institution
      where a.kind in ('claim', 'lost') and a.proposal_key = p.id and a.balance_cents > 0
    ) as people
    from pause_loans l join proposals p on p.id = l.proposal_id
    where l.pause_id = ${pauseId} and l.state = ${state} order by p.id`.execute(db);
  return rows;
}
