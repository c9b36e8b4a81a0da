import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import type { Tx } from '../../db/db.ts';
import type { ProposalEventsTable } from '../../db/schema.ts';
import { enqueue } from '../../outbox/outbox.ts';

export type ProposalEventKind = ProposalEventsTable['kind'];

/** Events that people must be told of; the audit holds each against its outbox row (R18.4). */
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
  /** Old values of the edited columns, by name. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Facts that the mail about the event needs and the database no longer has afterwards. */
  readonly telling?: Readonly<Record<string, unknown>>;
  readonly at: Date;
};

/**
 * Writes the event and, for an event that people must be told of, the job that tells them; both with the change itself
 * (R1.4).
 */
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
