import type { MfiId, ProposalId, ReportCaseId, UserId } from '@sathi/domain/ids.ts';
import type { Report, ReportCase, ReportKind, ReportReason } from '@sathi/domain/reports.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { ReportCasesTable } from '../../db/schema.ts';

/** A thing that can be reported; `thing` is its id, of a picture its key. */
export type Thing = {
  readonly kind: ReportKind;
  readonly thing: string;
  readonly mfiId: MfiId;
  readonly proposalId: ProposalId;
  readonly ownerId: UserId;
};

export type CaseRow = ReportCase &
  Thing & {
    readonly id: ReportCaseId;
    readonly title: string;
    readonly isProposalDeleted: boolean;
    readonly mfiName: string;
    readonly openedAt: Date;
    readonly hiddenAt: Date | null;
    readonly deadlineBefore: Date | null;
    readonly decisionReason: string | null;
    readonly appeal: string | null;
    readonly answer: string | null;
  };

/** The words and the picture of the thing, while they are kept. */
const WORDS = sql`coalesce(case r.kind
    when 'proposal' then p.description
    when 'update' then (select u.description from updates u where u.id = r.thing::bigint)
    when 'message' then (select s.text from messages s where s.id = r.thing::bigint)
  end, '') as words, case r.kind
    when 'proposal' then p.image
    when 'update' then (select u.image from updates u where u.id = r.thing::bigint)
    when 'picture' then r.thing
    when 'person' then (select u.profile_image from users u where u.id = r.thing::bigint)
  end as image`;

const CASE = sql`r.id, r.mfi_id as "mfiId", r.proposal_id as "proposalId", r.kind, r.thing, r.owner_id as "ownerId", r.state,
  r.opened_at as "openedAt", r.hidden_at as "hiddenAt", r.deadline_before as "deadlineBefore", r.decided_by as "decidedBy",
  r.decision_reason as "decisionReason", r.appeal, r.appealed_at as "appealedAt", r.answer, r.answered_at as "answeredAt",
  p.title, p.deleted_at is not null as "isProposalDeleted", m.name as "mfiName"`;

/** A person outlives the proposal at which they were reported, and so does a picture, which may be used at another. */
const IS_KEPT = sql`(p.deleted_at is null or r.kind in ('person', 'picture'))`;

async function selectCases(db: Db, rest: RawBuilder<unknown>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${CASE} from report_cases r
    join proposals p on p.id = r.proposal_id and ${IS_KEPT} join mfis m on m.id = r.mfi_id ${rest}`.execute(db);
  return rows;
}

export async function findCase(db: Db, id: ReportCaseId): Promise<CaseRow | undefined> {
  return (await selectCases(db, sql`where r.id = ${id}`))[0];
}

/** Holds the case. The lock of its proposal comes before. */
export async function lockCase(tx: Tx, id: ReportCaseId): Promise<CaseRow | undefined> {
  return (await selectCases(tx, sql`where r.id = ${id} for no key update of r`))[0];
}

/** The case in which staff have not decided, held; it may hang on another proposal. Undefined without one. */
export async function findOpenCase(tx: Tx, { kind, thing, mfiId }: Thing): Promise<CaseRow | undefined> {
  const [row] = await selectCases(
    tx,
    sql`where r.kind = ${kind} and r.thing = ${thing} and r.mfi_id = ${mfiId} and r.decided_at is null for no key update of r`,
  );
  return row;
}

export async function insertCase(tx: Tx, thing: Thing, openedAt: Date): Promise<ReportCaseId> {
  const { id } = await tx
    .insertInto('reportCases')
    .values({ ...thing, openedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setCase(tx: Tx, id: ReportCaseId, values: Updateable<ReportCasesTable>): Promise<void> {
  await tx.updateTable('reportCases').set(values).where('id', '=', id).execute();
}

/** The reports of one person are counted one after the other. @returns when their phone was confirmed */
export async function lockReporter(tx: Tx, id: UserId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select case when not i.phone_by_email then i.phone_verified_at end as at from users u join identities i on i.subject = u.subject
    where u.id = ${id} for no key update of u`.execute(tx);
  return rows[0]?.at ?? null;
}

/** How many reports of this person counted since then. */
export async function countCounted(tx: Tx, reporterId: UserId, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reports where reporter_id = ${reporterId} and counts and reported_at > ${since}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Whether a person has reported the thing before, or it is hidden for good: another report adds nothing. */
export async function isKnownReport(tx: Tx, reporterId: UserId, { kind, thing }: Thing): Promise<boolean> {
  const { rows } = await sql`
    select from report_cases r where r.kind = ${kind} and r.thing = ${thing} and (r.state = 'hidden_for_good'
      or exists (select from reports e where e.case_id = r.id and e.reporter_id = ${reporterId})) limit 1`.execute(tx);
  return rows.length > 0;
}

export async function insertReport(
  tx: Tx,
  report: Report & { readonly caseId: ReportCaseId; readonly reporterId: UserId; readonly reportedAt: Date },
): Promise<void> {
  await tx.insertInto('reports').values(report).execute();
}

export async function listReportsIn(db: Db, caseId: ReportCaseId): Promise<Report[]> {
  return db.selectFrom('reports').select(['reason', 'counts']).where('caseId', '=', caseId).execute();
}

/** The reasons for which the staff of this institution found the thing in order. */
export async function listClearedReasons(tx: Tx, { kind, thing, mfiId }: Thing): Promise<ReportReason[]> {
  const { rows } = await sql<{ reason: ReportReason }>`
    select distinct e.reason from report_cases r join reports e on e.case_id = r.id
    where r.kind = ${kind} and r.thing = ${thing} and r.mfi_id = ${mfiId} and r.state = 'shown'`.execute(tx);
  return rows.map(({ reason }) => reason);
}

const byId = (thing: string) => sql`id = ${thing}::bigint`;

/** The row of a thing, and its column that hides it. */
const ROWS: Readonly<
  Record<ReportKind, readonly [table: string, column: string, is: (thing: string) => RawBuilder<unknown>]>
> = {
  proposal: ['proposals', 'hidden_at', byId],
  update: ['updates', 'hidden_at', byId],
  message: ['messages', 'hidden_at', byId],
  picture: ['files', 'hidden_at', (key) => sql`key = ${key}`],
  person: ['users', 'profile_hidden_at', byId],
};

/** Hides the thing, or shows it again where no other case hides it. */
export async function setHidden(tx: Tx, { kind, thing }: Thing, at: Date): Promise<void> {
  const [table, column, is] = ROWS[kind];
  const hidden = sql`case when exists (
    select from report_cases r where r.kind = ${kind} and r.thing = ${thing} and r.state in ('hidden', 'hidden_for_good')
  ) then coalesce(${sql.ref(column)}, ${at}::timestamptz) end`;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hidden} where ${is(thing)}`.execute(tx);
}

/** Whether a picture belongs to a proposal: its own, one of its album or of its updates. */
export async function isPictureOf(db: Db, proposalId: ProposalId, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from proposals where id = ${proposalId} and image = ${key}
    union all select from gallery_images where proposal_id = ${proposalId} and image = ${key}
    union all select from updates where proposal_id = ${proposalId} and image = ${key} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a person wrote in the conversation of a proposal. */
export async function hasWritten(db: Db, proposalId: ProposalId, authorId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from messages where proposal_id = ${proposalId} and author_id = ${authorId} limit 1`.execute(db);
  return rows.length > 0;
}

/** People for whom the proposal is gone need its bell no more. */
export async function setOutsideBellsRead(tx: Tx, proposalId: ProposalId, readAt: Date): Promise<void> {
  await sql`
    update notifications n set read_at = ${readAt} from proposals p
    where p.id = ${proposalId} and n.proposal_id = p.id and n.read_at is null and n.user_id <> p.owner_id
      and not exists (select from mfi_staff s where s.user_id = n.user_id and s.mfi_id = p.mfi_id)
      and not exists (select from investments i where i.proposal_id = p.id and i.investor_id = n.user_id and i.released_at is null)`.execute(
    tx,
  );
}

export type QueueRow = CaseRow & {
  readonly ownerName: string;
  readonly decidedByName: string | null;
  readonly words: string;
  readonly image: string | null;
  readonly reasons: { readonly reason: ReportReason; readonly count: number; readonly counted: number }[];
};

/** Undecided, or with an appeal that has no answer. */
const WAITS = sql`(r.decided_at is null or (r.appealed_at is not null and r.answered_at is null))`;

/** The cases that wait for the staff of an institution, the oldest first. */
export async function listQueue(db: Db, mfiId: MfiId): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${CASE}, o.first_name || ' ' || o.last_name as "ownerName",
      d.first_name || ' ' || d.last_name as "decidedByName", ${WORDS}, (
      select jsonb_agg(jsonb_build_object('reason', g.reason, 'count', g.count, 'counted', g.counted) order by g.count desc, g.reason)
      from (
        select e.reason, count(*)::int as count, (count(*) filter (where e.counts))::int as counted
        from reports e where e.case_id = r.id group by e.reason
      ) g
    ) as reasons
    from report_cases r join proposals p on p.id = r.proposal_id and ${IS_KEPT}
    join mfis m on m.id = r.mfi_id join users o on o.id = r.owner_id left join users d on d.id = r.decided_by
    where r.mfi_id = ${mfiId} and ${WAITS}
    order by coalesce(r.appealed_at, r.opened_at), r.id`.execute(db);
  return rows;
}

export async function countQueue(db: Db, mfiId: MfiId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_cases r
    join proposals p on p.id = r.proposal_id and ${IS_KEPT}
    where r.mfi_id = ${mfiId} and ${WAITS}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type HiddenRow = CaseRow & Pick<QueueRow, 'words' | 'image'>;

/** The things around a proposal that are hidden now. */
export async function listHidden(db: Db, proposalId: ProposalId): Promise<HiddenRow[]> {
  const { rows } = await sql<HiddenRow>`
    select ${CASE}, ${WORDS} from report_cases r
    join proposals p on p.id = r.proposal_id join mfis m on m.id = r.mfi_id
    where r.proposal_id = ${proposalId} and r.state in ('hidden', 'hidden_for_good') order by r.id`.execute(db);
  return rows;
}

/** Marks those that have waited since before `since`; each is marked once, however many processes look. */
export async function takeWaiting(tx: Tx, since: Date, now: Date): Promise<CaseRow[]> {
  const { rows } = await sql<{ id: ReportCaseId }>`
    update report_cases set reminded_at = ${now} where id in (
      select r.id from report_cases r where ${WAITS} and coalesce(r.appealed_at, r.opened_at) <= ${since}
        and r.reminded_at is null
      order by r.id limit 100 for no key update skip locked
    ) returning id`.execute(tx);
  return selectCases(tx, sql`where r.id = any (${rows.map(({ id }) => id)}::bigint[]) order by r.id`);
}
