import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { ProposalEventsTable } from '../../db/schema.ts';
import { enqueue } from '../../jobs/outbox.ts';

export type ProposalEventKind = ProposalEventsTable['kind'];

/** Events that somebody must be told of; the audit holds each against its outbox row (R18.4). */
const TOLD: ReadonlySet<ProposalEventKind> = new Set([
  'backed',
  'expired',
  'returned',
  'funds_released',
  'approved',
  'approval_withdrawn',
  'repaid',
]);

export type NewProposalEvent = {
  readonly proposalId: ProposalId;
  readonly kind: ProposalEventKind;
  readonly from?: ProposalStatus;
  readonly to?: ProposalStatus;
  /** Null when a job did it. */
  readonly actorId: UserId | null;
  readonly reason?: string;
  readonly note?: string;
  /** Old values of what was edited, by column. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** What the mail about the event needs and the database no longer tells afterwards. */
  readonly telling?: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

/** Writes the event and, when somebody must be told, the job that tells them; both with the change itself (R1.4). */
export async function insertProposalEvent(tx: Tx, event: NewProposalEvent): Promise<void> {
  const { id } = await tx
    .insertInto('proposalEvents')
    .values({
      proposalId: event.proposalId,
      kind: event.kind,
      fromStatus: event.from ? PROPOSAL_STATUS[event.from] : null,
      toStatus: event.to ? PROPOSAL_STATUS[event.to] : null,
      actorId: event.actorId,
      reason: event.reason ?? null,
      note: event.note ?? null,
      before: event.before ? JSON.stringify(event.before) : null,
      at: event.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!TOLD.has(event.kind)) return;
  const payload = { proposalId: event.proposalId, eventId: id, ...event.telling };
  await enqueue(tx, [{ kind: 'proposal_event', dedupeKey: `proposal_event:${id}`, payload }], event.at);
}

export type ProposalEventRow = {
  readonly id: number;
  readonly kind: ProposalEventKind;
  readonly fromStatus: number | null;
  readonly toStatus: number | null;
  readonly actorName: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly before: Record<string, unknown> | null;
  readonly at: Date;
};

/** Newest first; `before` is the id to continue below. */
export async function listProposalEvents(
  db: Db,
  proposalId: ProposalId,
  page: { readonly limit: number; readonly before: number | null },
): Promise<ProposalEventRow[]> {
  const { rows } = await sql<ProposalEventRow>`
    select e.id, e.kind, e.from_status as "fromStatus", e.to_status as "toStatus",
      u.first_name || ' ' || u.last_name as "actorName", e.reason, e.note, e.before, e.at
    from proposal_events e left join users u on u.id = e.actor_id
    where e.proposal_id = ${proposalId} and (${page.before}::bigint is null or e.id < ${page.before}::bigint)
    order by e.id desc limit ${page.limit}`.execute(db);
  return rows;
}
