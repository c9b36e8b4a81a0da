import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Of a proposal `p`: the owner, the staff of its institution and its backers, who see what is hidden there too (R34.6). */
export function isInside(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(p.owner_id = ${reader}
    or exists (select from mfi_staff k where k.user_id = ${reader} and k.mfi_id = p.mfi_id)
    or exists (select from investments k where k.proposal_id = p.id and k.investor_id = ${reader} and k.released_at is null))`;
}

/** Whether a reader may be shown the proposal `p` after reports of it. Null is a visitor. */
export function isShownTo(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(p.hidden_at is null or ${isInside(reader)})`;
}

/** For the rules: null for a proposal that is shown. */
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

/** Of a message `m` at a proposal `p`: hidden it is for its author and the staff, since backers are its readers (R34.6). */
export function isMessageShownTo(reader: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(m.hidden_at is null or m.author_id = ${reader}
    or exists (select from mfi_staff k where k.user_id = ${reader} and k.mfi_id = p.mfi_id))`;
}
