import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';

export type SharedProposalRow = {
  readonly id: ProposalId;
  readonly title: string;
  readonly image: string | null;
  readonly statusCode: number;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  readonly repaidCents: Cents;
  /** A part of it was given up (R30.1). */
  readonly isForgiven: boolean;
  readonly mfiName: string;
  readonly primaryColor: string;
};

/**
 * A proposal as far as it is public, its name in this language where it was translated (R26.4), without a picture that reports hide or
 * that waits for a check; undefined for a draft and for one they hide.
 */
export async function findSharedProposal(
  db: Db,
  id: ProposalId,
  language: string | null,
): Promise<SharedProposalRow | undefined> {
  return db
    .selectFrom('proposals as p')
    .innerJoin('mfis as m', 'm.id', 'p.mfiId')
    .leftJoin('files as f', 'f.key', 'p.image')
    .select(['p.id', 'p.status as statusCode', 'p.amountCents', 'p.backedCents', 'p.repaidCents'])
    .select(
      sql<string>`coalesce((select w.title from translations w where w.proposal_id = p.id and w.language = ${language}
        and row(w.original_title, w.original_description) is not distinct from row(p.title, p.description)), p.title)`.as(
        'title',
      ),
    )
    .select(
      sql<
        string | null
      >`case when f.hidden_at is null and not (m.hide_unchecked and p.approved_at is null) then p.image end`.as(
        'image',
      ),
    )
    .select(sql<boolean>`p.forgiven_cents > 0`.as('isForgiven'))
    .select(['m.name as mfiName', 'm.primaryColor'])
    .where('p.id', '=', id)
    .where('p.deletedAt', 'is', null)
    .where('p.hiddenAt', 'is', null)
    .where('p.status', '>', STATUS.drafted)
    .executeTakeFirst() as Promise<SharedProposalRow | undefined>;
}
