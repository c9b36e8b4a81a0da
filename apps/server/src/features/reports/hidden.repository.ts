import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/**
 * The condition that a reader is the owner of the proposal `p`, staff of its institution or a backer, who see what is
 * hidden there too (R34.6).
 */
export function isInside(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(p.owner_id = ${reader}
    or exists (select from mfi_staff k where k.user_id = ${reader} and k.mfi_id = p.mfi_id)
    or exists (select from investments k where k.proposal_id = p.id and k.investor_id = ${reader} and k.released_at is null))`;
}

/** Whether a reader may be shown the proposal `p` after reports of it. Null is a visitor. */
export function isShownTo(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(p.hidden_at is null or ${isInside(reader)})`;
}

/** The backers who still see a hidden proposal, for the rules; null for a proposal that is shown. */
export async function findHiddenBut(db: Db, id: ProposalId, hiddenAt: Date | null): Promise<UserId[] | null> {
  if (hiddenAt === null) return null;
  const rows = await db
    .selectFrom('investments')
    .select('investorId')
    .distinct()
    .where('proposalId', '=', id)
    .where('releasedAt', 'is', null)
    .execute();
  return rows.map(({ investorId }) => investorId);
}

/**
 * The condition that a reader sees the message `m` at the proposal `p`: a hidden one is for its author and the staff,
 * since backers are its readers (R34.6).
 */
export function isMessageShownTo(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(m.hidden_at is null or m.author_id = ${reader}
    or exists (select from mfi_staff k where k.user_id = ${reader} and k.mfi_id = p.mfi_id))`;
}
