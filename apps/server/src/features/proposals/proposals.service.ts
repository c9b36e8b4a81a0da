import { addDays, calendarDateIn, endOfDayIn } from '@sathi/domain/calendar-date.ts';
import { DEFAULT_MFI_ID, type MfiId, type ProposalId, type UserId } from '@sathi/domain/ids.ts';
import { loanLimitRefusal, ownLimitOf, pausingLoanOf } from '@sathi/domain/loan-limits.ts';
import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import type { StoryLanguage } from '@sathi/domain/story-language.ts';
import { isOutdated, type Story } from '@sathi/domain/translations.ts';
import type { Change } from '../../http/call.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { forgetRegistration, registerOnChain } from '../chain/chain-registrations.repository.ts';
import { findLoanLimits, findLocalBounds } from '../mfis/loan-limits.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { askedAnswer, type AskedSum } from './asked-sum.ts';
import { deleteIgnored, insertIgnored } from './ignored-proposals.repository.ts';
import { listLoansOf } from './owner-loans.repository.ts';
import { saveTranslation } from './translations.repository.ts';
import { insertProposalEvent } from './proposal-events.repository.ts';
import {
  findProposal,
  insertProposal,
  type NewProposal,
  type ProposalRow,
  setProposal,
  type WhoAndWhere,
} from './proposals.repository.ts';

export type ProposalValues = Pick<
  NewProposal,
  | 'title'
  | 'description'
  | 'amountCents'
  | 'askedMinor'
  | 'askedCurrency'
  | 'monthsToRepay'
  | 'neededOn'
  | 'image'
  | 'imageAlt'
  | 'place'
  | 'category'
  | 'storyLanguage'
  | 'acceptPartial'
>;

const PICTURE = { path: 'image', folder: 'proposalImages' } as const;

type OnProposal = Change & { readonly proposal: ProposalRow };
type AskedAnswer = ReturnType<typeof askedAnswer>;
export type Changed = { readonly id: ProposalId; readonly status: ProposalStatus };

/** A new proposal, drafted or published at once (T1). @throws RefusalError `invalid_request` for an unknown MFI or picture */
export async function createProposal({
  tx,
  viewer,
  now,
  values,
  mfiId = DEFAULT_MFI_ID,
  publish,
}: Change & {
  readonly values: ProposalValues;
  readonly mfiId: MfiId | undefined;
  readonly publish: boolean;
}): Promise<{ id: ProposalId } & AskedAnswer> {
  const mfi = await findMfiSettings(tx, mfiId);
  if (mfi === undefined) throw invalidField('mfiId', 'unknown_mfi');
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image });
  if (publish) await refuseBeyondLimits(tx, { ...values, ownerId: viewer.id, mfiId }, now);
  const publication = publish ? published(mfi, now) : { publishedAt: null, fundingDeadline: null, fundingDays: null };
  const id = await insertProposal(tx, { ...values, ...publication, ownerId: viewer.id, mfiId, createdAt: now });
  await insertProposalEvent(tx, {
    proposalId: id,
    kind: 'created',
    to: publish ? 'published' : 'drafted',
    actorId: viewer.id,
    at: now,
  });
  await registerOnChain(tx, { ...values, id, mfiId }, now);
  return { id, ...askedAnswer(values) };
}

/**
 * A loan that is late for long keeps its owner from publishing (R10.10, R29.4).
 *
 * @throws RefusalError `own_loan_late` with the loan
 */
export async function refuseWhileLate(tx: Change['tx'], ownerId: UserId, now: Date): Promise<void> {
  const pausing = pausingLoanOf(await listLoansOf(tx, ownerId, now));
  if (pausing === null) return;
  const { proposalId } = pausing.loan;
  const title = (await findProposal(tx, proposalId))?.title ?? '';
  const words = { title, days: String(pausing.daysLate) };
  throw new RefusalError('own_loan_late', { words });
}

/**
 * The institution lends neither less nor more to this person now.
 *
 * @throws RefusalError `amount_below_limit`, `amount_above_limit` beside the amount, with the limit and its reason
 */
async function refuseBeyondLimits(
  tx: Change['tx'],
  { ownerId, mfiId, amountCents, askedCurrency: currency }: Pick<NewProposal, 'ownerId' | 'mfiId' | keyof AskedSum>,
  now: Date,
): Promise<void> {
  const limits = found(await findLoanLimits(tx, mfiId));
  const own = ownLimitOf(limits, await listLoansOf(tx, ownerId, now));
  const refusal = loanLimitRefusal(amountCents, own);
  if (refusal === null) return;
  const { reason, minimumCents, maximumCents } = own;
  const local = await findLocalBounds(tx, limits, { own, currency, now });
  throw new RefusalError(refusal, {
    path: 'amount',
    words: { mfi: limits.name, reason: reason ?? '' },
    ...(minimumCents !== null && { minimumCents }),
    ...(maximumCents !== null && { maximumCents }),
    ...(local?.minimum && { minimumLocal: local.minimum }),
    ...(local?.maximum && { maximumLocal: local.maximum }),
  });
}

/** The deadline is the end of the day `fundingDays` from now where the MFI is (R5.1). */
function published(
  mfi: Pick<ProposalRow['mfi'], 'timeZone' | 'fundingDays'>,
  now: Date,
): { publishedAt: Date; fundingDeadline: Date; fundingDays: number } {
  const lastDay = addDays(calendarDateIn(mfi.timeZone, now), mfi.fundingDays);
  return { publishedAt: now, fundingDeadline: endOfDayIn(mfi.timeZone, lastDay), fundingDays: mfi.fundingDays };
}

/** Changes fields. An approval does not outlive the change (R2.4); the history keeps the old values. */
export async function editProposal(
  { tx, viewer, now, proposal }: OnProposal,
  values: Partial<ProposalValues>,
): Promise<Changed & AskedAnswer> {
  const { id, status } = proposal;
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image, before: proposal.image });
  const before = changedValues(proposal, values);
  if (status !== 'drafted' && 'amountCents' in before) await refuseBeyondLimits(tx, { ...proposal, ...values }, now);
  if (Object.keys(before).length > 0) {
    await setProposal(tx, id, { ...values, revision: proposal.revision + 1, approvedBy: null, approvedAt: null });
    const event = { proposalId: id, actorId: viewer.id, at: now };
    await insertProposalEvent(tx, { ...event, kind: 'edited', before });
    if (proposal.isMfiApproved) await insertProposalEvent(tx, { ...event, kind: 'approval_withdrawn' });
  }
  return { id, status, ...askedAnswer({ ...proposal, ...values }) };
}

/** The old values of the fields that really change. */
function changedValues(proposal: ProposalRow, values: Partial<ProposalValues>): Record<string, unknown> {
  const entries = Object.entries(values) as [keyof ProposalValues, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => proposal[name] !== value).map(([name]) => [name, proposal[name]]),
  );
}

/** Staff say what its owner did not (R26.1). Its words stay, and so does an approval; the history keeps the old values. */
export async function fillInProposal(
  { tx, viewer, now, proposal }: OnProposal,
  values: Partial<WhoAndWhere>,
): Promise<Changed & { readonly isMFIApproved: boolean }> {
  const { id, status, isMfiApproved } = proposal;
  const before = changedValues(proposal, values);
  if (Object.keys(before).length > 0) {
    await setProposal(tx, id, { ...values, revision: proposal.revision + 1 });
    await insertProposalEvent(tx, { proposalId: id, kind: 'edited', actorId: viewer.id, at: now, before });
  }
  return { id, status, isMFIApproved: isMfiApproved };
}

/**
 * Keeps the words of staff beside the owner's, which stay (R26.4). They belong to the words that were translated: when
 * the owner has changed those meanwhile, the translation is outdated from the beginning.
 *
 * @throws RefusalError `invalid_request` for the language that the owner wrote in
 */
export async function translateProposal({
  tx,
  viewer,
  now,
  proposal,
  body,
}: OnProposal & {
  readonly body: Story & { readonly language: StoryLanguage; readonly original?: Story | undefined };
}): Promise<{ id: ProposalId; language: StoryLanguage; isOutdated: boolean }> {
  const { id } = proposal;
  const { language, title, description, original = proposal } = body;
  if (language === proposal.storyLanguage) throw invalidField('language', 'invalid');
  const by = { translatedBy: viewer.id, translatedAt: now };
  const of = { originalTitle: original.title, originalDescription: original.description };
  await saveTranslation(tx, { proposalId: id, language, title, description, ...of, ...by });
  return { id, language, isOutdated: isOutdated(original, proposal) };
}

/** 1 to 2 (T2) or 2 to 1 (T3). Publishing anew gives a new deadline and forgets why the proposal was closed. */
export async function setStatus(
  { tx, viewer, now, proposal }: OnProposal,
  status: 'published' | 'drafted',
): Promise<Changed & AskedAnswer> {
  const { id } = proposal;
  if (status === 'published') await refuseBeyondLimits(tx, proposal, now);
  await setProposal(
    tx,
    id,
    status === 'published'
      ? { ...published(proposal.mfi, now), closedReason: null, returnReason: null, returnNote: null }
      : {
          publishedAt: null,
          fundingDeadline: null,
          fundingDays: null,
          extendedAt: null,
          approvedBy: null,
          approvedAt: null,
        },
  );
  await insertProposalEvent(tx, {
    proposalId: id,
    kind: status === 'published' ? 'published' : 'unpublished',
    from: proposal.status,
    to: status,
    actorId: viewer.id,
    at: now,
  });
  return { id, status, ...askedAnswer(proposal) };
}

/** Hides an unbacked proposal from all readers; its row and history stay (T4, R13.5). */
export async function deleteProposal({ tx, viewer, now, proposal }: OnProposal): Promise<{ id: ProposalId }> {
  const { id, status } = proposal;
  await setProposal(tx, id, { deletedAt: now });
  await forgetRegistration(tx, id);
  await insertProposalEvent(tx, { proposalId: id, kind: 'deleted', from: status, actorId: viewer.id, at: now });
  return { id };
}

/** A filter of one's own list, nothing else (R6.9). Saying it twice changes nothing. */
export async function setIgnored(
  { tx, viewer, now, proposal }: OnProposal,
  isIgnored: boolean,
): Promise<{ proposalId: ProposalId }> {
  if (isIgnored) await insertIgnored(tx, viewer.id, proposal.id, now);
  else await deleteIgnored(tx, viewer.id, proposal.id);
  return { proposalId: proposal.id };
}
