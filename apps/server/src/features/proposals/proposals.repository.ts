import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { Category } from '@sathi/domain/categories.ts';
import type { LocalCurrency, Minor } from '@sathi/domain/local-money.ts';
import type { LoanLocal } from '@sathi/domain/local-plan.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Collection } from '@sathi/domain/pay-ins.ts';
import { type Proposal, proposalStatusOf } from '@sathi/domain/proposals.ts';
import type { StoryLanguage } from '@sathi/domain/story-language.ts';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import type { ProposalsTable } from '../../db/schema.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { findFrozenFor } from '../freezes/freezes.repository.ts';
import { notifyLoan } from '../messages/unread.repository.ts';
import { findHiddenBut } from '../reports/hidden.repository.ts';

/** Place, trade and language (R26.1): null where nobody has said. */
export type WhoAndWhere = {
  readonly place: string | null;
  readonly category: Category | null;
  readonly storyLanguage: StoryLanguage | null;
};

/** A proposal with its MFI's settings: all that a use case needs to decide. */
export type ProposalRow = Proposal &
  WhoAndWhere & {
    readonly title: string;
    readonly description: string;
    readonly monthsToRepay: number;
    readonly neededOn: CalendarDate;
    readonly image: string | null;
    readonly imageAlt: string | null;
    readonly publishedAt: Date | null;
    /** The instant at which its owner gave it more time (R5.6). */
    readonly extendedAt: Date | null;
    /** Its owner takes what came together by the deadline, from half of the amount on (R5.5). */
    readonly acceptPartial: boolean;
    /** The amount before its owner took a part; null while the amount is the one asked. */
    readonly amountAskedCents: Cents | null;
    readonly backedAt: Date | null;
    readonly fundedAt: Date | null;
    readonly sentCents: Cents;
    /** The instants since which it is in default (R29.1), and given up as bad (R29.3). */
    readonly defaultedAt: Date | null;
    readonly writtenOffAt: Date | null;
    readonly unpaidCents: Cents;
    /** How often its words and figures were changed. */
    readonly revision: number;
    /** The instant since which reports hide it (R14.4). */
    readonly hiddenAt: Date | null;
    /** The member of staff who checked it. */
    readonly approvedBy: UserId | null;
    /** The sum that was asked for in local money (R23.3); null where dollars were asked. */
    readonly askedMinor: Minor | null;
    readonly askedCurrency: LocalCurrency | null;
    /** Fixed at the release (R23.4); null before it, and for a loan in dollars. */
    readonly local: LoanLocal | null;
    /** The instant since which its words are gone (R13.6). */
    readonly reducedAt: Date | null;
    readonly mfi: {
      readonly timeZone: string;
      readonly fundingDays: number;
      readonly firstDueAfterMonths: number;
      readonly releaseOnApproval: boolean;
      readonly hideUnchecked: boolean;
      /** The amount from which on two people decide; null for never (R2.6). */
      readonly fourEyesFromCents: Cents | null;
      /** Whether the MFI takes a backing as paid, or awaits its money (R19.1). */
      readonly collection: Collection;
      readonly payDays: number;
      readonly unpaidLimitCents: Cents;
      /** The rows of its own money and of gifts to it; null at trust. */
      readonly houseId: UserId | null;
      readonly fundId: UserId | null;
    };
  };

/** The institution that holds the credit of this proposal's backers; undefined for common credit (R25.5). */
export function creditHolder({ mfiId, mfi }: Pick<ProposalRow, 'mfiId' | 'mfi'>): MfiId | undefined {
  return mfi.collection === 'expected' ? mfiId : undefined;
}

/** The kind of account that holds a person's claim on a loan: claimed, or lost since the write-off (R24.9). */
export function claimKind({ writtenOffAt }: Pick<ProposalRow, 'writtenOffAt'>): 'claim' | 'lost' {
  return writtenOffAt === null ? 'claim' : 'lost';
}

/** The local money of a loan; null together. */
export type LocalColumns = {
  readonly localCurrency: LoanLocal['currency'] | null;
  readonly rateMillionths: LoanLocal['rate'] | null;
  readonly rateOn: LoanLocal['rateOn'] | null;
  readonly payoutMinor: Minor | null;
};

type Selected = Omit<ProposalRow, 'status' | 'isMfiApproved' | 'mfi' | 'hiddenBut' | 'local'> &
  LocalColumns & {
    readonly statusCode: number;
    readonly approvedAt: Date | null;
  } & ProposalRow['mfi'];

const COLUMNS = [
  'proposals.id',
  'proposals.ownerId',
  'proposals.mfiId',
  'proposals.status as statusCode',
  'proposals.approvedAt',
  'proposals.approvedBy',
  'proposals.title',
  'proposals.description',
  'proposals.monthsToRepay',
  'proposals.neededOn',
  'proposals.image',
  'proposals.imageAlt',
  'proposals.place',
  'proposals.category',
  'proposals.storyLanguage',
  'proposals.amountCents',
  'proposals.backedCents',
  'proposals.fundedCents',
  'proposals.sentCents',
  'proposals.unpaidCents',
  'proposals.revision',
  'proposals.pendingCents',
  'proposals.repaidCents',
  'proposals.forgivenCents',
  'proposals.defaultedAt',
  'proposals.writtenOffAt',
  'proposals.publishedAt',
  'proposals.backedAt',
  'proposals.fundedAt',
  'proposals.fundingDeadline',
  'proposals.extendedAt',
  'proposals.acceptPartial',
  'proposals.amountAskedCents',
  'proposals.hiddenAt',
  'proposals.reducedAt',
  'proposals.askedMinor',
  'proposals.askedCurrency',
  'proposals.localCurrency',
  'proposals.rateMillionths',
  'proposals.rateOn',
  'proposals.payoutMinor',
  'mfis.approveBeforeBacking',
  'mfis.timeZone',
  'mfis.releaseOnApproval',
  'mfis.hideUnchecked',
  'mfis.fourEyesFromCents',
  'mfis.collection',
  'mfis.payDays',
  'mfis.unpaidLimitCents',
  'mfis.houseId',
  'mfis.fundId',
] as const;

function select(db: Db) {
  return db
    .selectFrom('proposals')
    .innerJoin('mfis', 'mfis.id', 'proposals.mfiId')
    .where('proposals.deletedAt', 'is', null)
    .select(COLUMNS)
    .select(({ fn }) => [
      fn.coalesce('proposals.firstDueAfterMonths', 'mfis.firstDueAfterMonths').as('firstDueAfterMonths'),
      fn.coalesce('proposals.fundingDays', 'mfis.fundingDays').as('fundingDays'),
    ]);
}

function proposalOf({ statusCode, approvedAt, ...row }: Selected): ProposalRow {
  const { timeZone, fundingDays, firstDueAfterMonths, releaseOnApproval, hideUnchecked, ...others } = row;
  const { fourEyesFromCents, collection, payDays, unpaidLimitCents, houseId, fundId, ...more } = others;
  const { localCurrency, rateMillionths, rateOn, payoutMinor, ...rest } = more;
  return {
    ...rest,
    local: loanLocalOf({ localCurrency, rateMillionths, rateOn, payoutMinor }),
    status: proposalStatusOf(statusCode),
    isMfiApproved: approvedAt !== null,
    mfi: {
      timeZone,
      fundingDays,
      firstDueAfterMonths,
      releaseOnApproval,
      hideUnchecked,
      fourEyesFromCents,
      collection,
      payDays,
      unpaidLimitCents,
      houseId,
      fundId,
    },
  };
}

export function loanLocalOf(columns: LocalColumns): LoanLocal | null {
  const { localCurrency: currency, rateMillionths: rate, rateOn, payoutMinor } = columns;
  if (currency === null || rate === null || rateOn === null || payoutMinor === null) return null;
  return { currency, rate, rateOn, payoutMinor };
}

export async function findProposal(db: Db, id: ProposalId): Promise<ProposalRow | undefined> {
  const row = await select(db).where('proposals.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const proposal = proposalOf(row as Selected);
  return { ...proposal, hiddenBut: await findHiddenBut(db, id, proposal.hiddenAt) };
}

/** Holds the row until the transaction ends: the first lock of every change to a proposal and its money (R18.5). */
export async function lockProposal(tx: Tx, id: ProposalId): Promise<ProposalRow | undefined> {
  // A statement that waits for a row sees other tables as they were before it waited, so those are read by statements after it.
  const [row, frozenFor, collecting] = await Promise.all([
    select(tx).where('proposals.id', '=', id).forNoKeyUpdate('proposals').executeTakeFirst(),
    findFrozenFor(tx, id),
    findCollecting(tx, id),
  ]);
  if (!row) return undefined;
  const proposal = proposalOf(row as Selected);
  const hiddenBut = await findHiddenBut(tx, id, proposal.hiddenAt);
  return { ...proposal, mfi: { ...proposal.mfi, ...collecting }, frozenFor, hiddenBut };
}

/**
 * The collection of the institution of a proposal and the rows of its money. An institution changes its collection once, holding all
 * its proposals.
 */
async function findCollecting(
  tx: Tx,
  id: ProposalId,
): Promise<Pick<ProposalRow['mfi'], 'collection' | 'houseId' | 'fundId'> | undefined> {
  return tx
    .selectFrom('proposals')
    .innerJoin('mfis', 'mfis.id', 'proposals.mfiId')
    .select(['mfis.collection', 'mfis.houseId', 'mfis.fundId'])
    .where('proposals.id', '=', id)
    .executeTakeFirst();
}

/** The proposal that a call names, locked, for the command of the call. @throws RefusalError `not_found` */
export async function askedProposal({
  tx,
  asked,
}: {
  readonly tx: Tx;
  readonly asked: { readonly proposalId?: ProposalId | undefined };
}): Promise<{ proposal: ProposalRow }> {
  return { proposal: found(await lockProposal(tx, given('proposalId', asked.proposalId))) };
}

/** Refuses a change that was decided about a revision that another has changed since (R2.2). */
export function revisionRefusal({ revision }: ProposalRow, read: string | undefined): 'changed_meanwhile' | null {
  return read === undefined || read === String(revision) ? null : 'changed_meanwhile';
}

export type NewProposal = Partial<WhoAndWhere> & {
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
  readonly askedMinor: Minor | null;
  readonly askedCurrency: LocalCurrency | null;
  readonly acceptPartial?: boolean;
};

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<ProposalId> {
  const { id } = await tx.insertInto('proposals').values(proposal).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Sets columns of a proposal whose lock the caller holds. `status` is not among them: it follows from the others. */
export async function setProposal(tx: Tx, id: ProposalId, values: Updateable<ProposalsTable>): Promise<void> {
  await tx.updateTable('proposals').set(values).where('id', '=', id).execute();
  await notifyLoan(tx, id);
}
