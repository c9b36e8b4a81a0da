import { addDays, calendarDateIn, endOfDayIn } from '@sathi/domain/calendar-date.ts';
import { DEFAULT_MFI_ID, type MfiId, type ProposalId } from '@sathi/domain/ids.ts';
import { type ProposalAction, proposalRefusal } from '@sathi/domain/permissions.ts';
import { PROPOSAL_STATUS, type ProposalStatus, type SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { forgetRegistration, registerOnChain } from '../chain/chain-registrations.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import {
  deleteIgnored,
  insertIgnored,
  insertProposal,
  lockProposal,
  type NewProposal,
  type ProposalRow,
  setProposal,
} from './proposals.repository.ts';

export type ProposalValues = Pick<
  NewProposal,
  'title' | 'description' | 'amountCents' | 'monthsToRepay' | 'neededOn' | 'image' | 'imageAlt'
>;

const PICTURE = { path: 'image', folder: 'proposalImages' } as const;

type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };
type OnProposal = Command & { readonly proposalId: ProposalId };
export type Changed = { readonly id: ProposalId; readonly status: ProposalStatus };

/** A new proposal, drafted or published at once (T1). @throws RefusalError `invalid_request` for an unknown MFI or picture */
export async function createProposal(
  db: Db,
  input: Command & { readonly values: ProposalValues; readonly mfiId: MfiId | undefined; readonly publish: boolean },
): Promise<{ id: ProposalId }> {
  const { viewer, attempt, now, values, mfiId = DEFAULT_MFI_ID, publish } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const mfi = await findMfiSettings(tx, mfiId);
    if (mfi === undefined) throw invalidField('mfiId', 'unknown_mfi');
    await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image });
    const publication = publish ? published(mfi, now) : { publishedAt: null, fundingDeadline: null };
    const id = await insertProposal(tx, { ...values, ...publication, ownerId: viewer.id, mfiId, createdAt: now });
    await insertProposalEvent(tx, {
      proposalId: id,
      kind: 'created',
      to: publish ? 'published' : 'drafted',
      actorId: viewer.id,
      at: now,
    });
    await registerOnChain(tx, { ...values, id, mfiId }, now);
    return { id };
  });
}

/** The deadline is the end of the day `fundingDays` from now where the MFI is (R5.1). */
function published(mfi: ProposalRow['mfi'], now: Date): { publishedAt: Date; fundingDeadline: Date } {
  const lastDay = addDays(calendarDateIn(mfi.timeZone, now), mfi.fundingDays);
  return { publishedAt: now, fundingDeadline: endOfDayIn(mfi.timeZone, lastDay) };
}

/**
 * Changes fields of a drafted or published proposal that nobody has backed. An approval does not outlive the change (R2.4);
 * the history keeps the old values.
 */
export async function editProposal(
  db: Db,
  input: OnProposal & { readonly values: Partial<ProposalValues> },
): Promise<Changed> {
  const { viewer, attempt, now, proposalId, values } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = await lockFor(tx, 'edit', viewer, proposalId);
    await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image, before: proposal.image });
    const before = changedValues(proposal, values);
    if (Object.keys(before).length > 0) {
      await setProposal(tx, proposalId, { ...values, approvedBy: null, approvedAt: null });
      const event = { proposalId, actorId: viewer.id, at: now };
      await insertProposalEvent(tx, { ...event, kind: 'edited', before });
      if (proposal.isMfiApproved) await insertProposalEvent(tx, { ...event, kind: 'approval_withdrawn' });
    }
    return { id: proposalId, status: proposal.status };
  });
}

/** The old values of what is really changed. */
function changedValues(proposal: ProposalRow, values: Partial<ProposalValues>): Record<string, unknown> {
  const entries = Object.entries(values) as [keyof ProposalValues, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => proposal[name] !== value).map(([name]) => [name, proposal[name]]),
  );
}

/**
 * 1 to 2 (T2) or 2 to 1 (T3), by the owner; nobody can ask for another status (R1.2, R1.5). Publishing anew gives a new
 * deadline and forgets why it was closed.
 *
 * @throws RefusalError `not_found`, `not_permitted`, `wrong_status`, `has_backers`
 */
export async function setStatus(db: Db, input: OnProposal & { readonly status: number }): Promise<Changed> {
  const { viewer, attempt, now, proposalId } = input;
  const publish = input.status === PROPOSAL_STATUS.published;
  return runOnce(db, attempt, now, async (tx) => {
    if (!publish && input.status !== PROPOSAL_STATUS.drafted) {
      await lockFor(tx, 'edit', viewer, proposalId);
      throw new RefusalError('wrong_status');
    }
    const proposal = await lockFor(tx, publish ? 'publish' : 'unpublish', viewer, proposalId);
    await setProposal(
      tx,
      proposalId,
      publish
        ? { ...published(proposal.mfi, now), closedReason: null, returnReason: null, returnNote: null }
        : { publishedAt: null, fundingDeadline: null, approvedBy: null, approvedAt: null },
    );
    const status = publish ? 'published' : 'drafted';
    await insertProposalEvent(tx, {
      proposalId,
      kind: publish ? 'published' : 'unpublished',
      from: proposal.status,
      to: status,
      actorId: viewer.id,
      at: now,
    });
    return { id: proposalId, status };
  });
}

/** Takes an unbacked proposal away for everybody; its row and history stay (T4, R13.5). */
export async function deleteProposal(db: Db, input: OnProposal): Promise<{ id: ProposalId }> {
  const { viewer, attempt, now, proposalId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = await lockFor(tx, 'delete', viewer, proposalId);
    await setProposal(tx, proposalId, { deletedAt: now });
    await forgetRegistration(tx, proposalId);
    await insertProposalEvent(tx, {
      proposalId,
      kind: 'deleted',
      from: proposal.status,
      actorId: viewer.id,
      at: now,
    });
    return { id: proposalId };
  });
}

/** A filter of one's own list, nothing else (R6.9). Saying it twice changes nothing. */
export async function setIgnored(
  db: Db,
  input: OnProposal & { readonly ignored: boolean },
): Promise<{ proposalId: ProposalId }> {
  const { viewer, attempt, now, proposalId, ignored } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await lockProposal(tx, proposalId));
    const refusal = proposalRefusal(ignored ? 'ignore' : 'unignore', viewer, proposal);
    // One's own proposal is a state that forbids it, not a missing right.
    refuseIf(refusal === 'not_permitted' ? 'wrong_status' : refusal);
    if (ignored) await insertIgnored(tx, viewer.id, proposalId, now);
    else await deleteIgnored(tx, viewer.id, proposalId);
    return { proposalId };
  });
}

async function lockFor(tx: Tx, action: ProposalAction, viewer: SignedIn, id: ProposalId): Promise<ProposalRow> {
  const proposal = found(await lockProposal(tx, id));
  const refusal = proposalRefusal(action, viewer, proposal);
  if (refusal === 'wrong_status' && proposal.backedCents > 0) throw new RefusalError('has_backers');
  refuseIf(refusal);
  return proposal;
}
