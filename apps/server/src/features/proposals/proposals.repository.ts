import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type ClosedReason, type Proposal, proposalStatusOf } from '@sathi/domain/proposals.ts';
import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { ProposalsTable } from '../../db/schema.ts';

/** A proposal with what its MFI set for it: all that a use case needs to decide. */
export type ProposalRow = Proposal & {
  readonly title: string;
  readonly description: string;
  readonly monthsToRepay: number;
  readonly neededOn: CalendarDate;
  readonly image: string | null;
  readonly imageAlt: string | null;
  readonly publishedAt: Date | null;
  readonly backedAt: Date | null;
  readonly fundedAt: Date | null;
  readonly sentCents: Cents;
  readonly mfi: {
    readonly timeZone: string;
    readonly fundingDays: number;
    readonly firstDueAfterMonths: number;
    readonly releaseOnApproval: boolean;
  };
};

type Selected = Omit<ProposalRow, 'status' | 'isMfiApproved' | 'mfi'> & {
  readonly statusCode: number;
  readonly approvedAt: Date | null;
} & ProposalRow['mfi'];

const COLUMNS = [
  'proposals.id',
  'proposals.ownerId',
  'proposals.mfiId',
  'proposals.status as statusCode',
  'proposals.approvedAt',
  'proposals.title',
  'proposals.description',
  'proposals.monthsToRepay',
  'proposals.neededOn',
  'proposals.image',
  'proposals.imageAlt',
  'proposals.amountCents',
  'proposals.backedCents',
  'proposals.fundedCents',
  'proposals.sentCents',
  'proposals.pendingCents',
  'proposals.repaidCents',
  'proposals.publishedAt',
  'proposals.backedAt',
  'proposals.fundedAt',
  'proposals.fundingDeadline',
  'mfis.approveBeforeBacking',
  'mfis.timeZone',
  'mfis.fundingDays',
  'mfis.firstDueAfterMonths',
  'mfis.releaseOnApproval',
] as const;

function select(db: Db) {
  return db
    .selectFrom('proposals')
    .innerJoin('mfis', 'mfis.id', 'proposals.mfiId')
    .where('proposals.deletedAt', 'is', null)
    .select(COLUMNS);
}

function proposalOf({ statusCode, approvedAt, ...row }: Selected): ProposalRow {
  const { timeZone, fundingDays, firstDueAfterMonths, releaseOnApproval, ...rest } = row;
  return {
    ...rest,
    status: proposalStatusOf(statusCode),
    isMfiApproved: approvedAt !== null,
    mfi: { timeZone, fundingDays, firstDueAfterMonths, releaseOnApproval },
  };
}

export async function findProposal(db: Db, id: ProposalId): Promise<ProposalRow | undefined> {
  const row = await select(db).where('proposals.id', '=', id).executeTakeFirst();
  return row && proposalOf(row as Selected);
}

/** Holds the row until the transaction ends: the first lock of every change to a proposal and its money (R18.5). */
export async function lockProposal(tx: Tx, id: ProposalId): Promise<ProposalRow | undefined> {
  const row = await select(tx).where('proposals.id', '=', id).forNoKeyUpdate('proposals').executeTakeFirst();
  return row && proposalOf(row as Selected);
}

export type NewProposal = {
  readonly ownerId: UserId;
  readonly mfiId: MfiId;
  readonly title: string;
  readonly description: string;
  readonly amountCents: Cents;
  readonly monthsToRepay: number;
  readonly neededOn: CalendarDate;
  readonly image: string | null;
  readonly imageAlt: string | null;
  readonly publishedAt: Date | null;
  readonly fundingDeadline: Date | null;
  readonly createdAt: Date;
};

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<ProposalId> {
  const { id } = await tx.insertInto('proposals').values(proposal).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Sets columns of a proposal whose lock the caller holds. `status` is not among them: it follows from the others. */
export async function setProposal(tx: Tx, id: ProposalId, values: Updateable<ProposalsTable>): Promise<void> {
  await tx.updateTable('proposals').set(values).where('id', '=', id).execute();
}

/** What a proposal looks like after its backings were given back: a draft that says why. */
export function closedProposal(reason: ClosedReason): Updateable<ProposalsTable> {
  return {
    publishedAt: null,
    fundingDeadline: null,
    approvedBy: null,
    approvedAt: null,
    backedAt: null,
    backedCents: 0 as Cents,
    closedReason: reason,
  };
}

/** Published and past their deadline, or fully backed and not released for too long (T8, T9). At most `limit`, oldest first. */
export async function listExpired(db: Db, now: Date, backedBefore: Date, limit: number): Promise<ProposalId[]> {
  const { rows } = await sql<{ id: ProposalId }>`
    (select id from proposals where deleted_at is null and status in (2, 3) and funding_deadline < ${now}
      order by funding_deadline, id limit ${limit})
    union all
    (select id from proposals where deleted_at is null and status = 4 and backed_at < ${backedBefore}
      order by backed_at, id limit ${limit})`.execute(db);
  return rows.map((row) => row.id);
}

export async function insertIgnored(tx: Tx, userId: UserId, proposalId: ProposalId, ignoredAt: Date): Promise<void> {
  await tx
    .insertInto('ignoredProposals')
    .values({ userId, proposalId, ignoredAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteIgnored(tx: Tx, userId: UserId, proposalId: ProposalId): Promise<void> {
  await tx.deleteFrom('ignoredProposals').where('userId', '=', userId).where('proposalId', '=', proposalId).execute();
}
