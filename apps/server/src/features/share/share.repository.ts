import type { ProposalId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Db } from '../../db/db.ts';

export type SharedProposalRow = {
  readonly id: ProposalId;
  readonly title: string;
  readonly image: string | null;
  readonly statusCode: number;
  readonly amountCents: Cents;
  readonly backedCents: Cents;
  readonly repaidCents: Cents;
  readonly mfiName: string;
  readonly primaryColor: string;
};

const DRAFTED = 1;

/** A proposal as far as everybody may see it; undefined for a draft. */
export async function findSharedProposal(db: Db, id: ProposalId): Promise<SharedProposalRow | undefined> {
  return db
    .selectFrom('proposals as p')
    .innerJoin('mfis as m', 'm.id', 'p.mfiId')
    .select(['p.id', 'p.title', 'p.image', 'p.status as statusCode', 'p.amountCents', 'p.backedCents', 'p.repaidCents'])
    .select(['m.name as mfiName', 'm.primaryColor'])
    .where('p.id', '=', id)
    .where('p.deletedAt', 'is', null)
    .where('p.status', '>', DRAFTED)
    .executeTakeFirst() as Promise<SharedProposalRow | undefined>;
}
