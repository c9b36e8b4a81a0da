import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { sendThankYouEmail } from '@sathi/contract/invitations.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { parseAddresses, type ThanksKind } from '@sathi/domain/invitations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { cleanText } from '@sathi/domain/text.ts';
import type { Tx } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import { tellWithin } from '../notifications/tell.ts';
import { findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { refuseOtherTexts } from './repeated-texts.ts';
import {
  findMfiNameOf,
  findOwnerToThank,
  listBackersByAddress,
  listOwnThankable,
  noteThanks,
  type ThankedBacker,
  thankOnce,
} from './thanks.repository.ts';

type Teller = Parameters<typeof tellWithin>[1];
type Answer = DataOf<typeof sendThankYouEmail>;
/** The texts of the proposal and of the backer that a client may repeat. */
type Texts = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly amount?: string | number | undefined;
  readonly mfiName?: string | undefined;
  readonly backerName?: string | undefined;
  readonly backingAmount?: string | number | undefined;
};

/**
 * Thanks backers of an own proposal, each once a day and kind (R12.8). Who does not back it is skipped without a reason.
 *
 * @throws RefusalError `invalid_request` for texts that are not the stored ones
 */
export async function sendThanks({
  tx,
  now,
  kind,
  proposal,
  body,
}: Pick<Change, 'tx' | 'now'> & {
  readonly kind: ThanksKind;
  readonly proposal: ProposalRow;
  readonly body: Texts & { readonly sendToMail: string | readonly string[] };
}): Promise<Answer> {
  const { id: proposalId } = proposal;
  const { title, description, amount, mfiName } = body;
  const mfi = await findMfiNameOf(tx, proposalId);
  refuseOtherTexts({ title, description, amount, mfiName }, { ...proposal, mfiName: mfi });
  const { entries, addresses } = addressesOf(body.sendToMail);
  const backers = await listBackersByAddress(tx, proposalId, addresses);
  for (const backer of backers.values()) refuseOtherBacker(body, backer);

  const results: Answer['results'] = [];
  for (const { typed, address } of entries) {
    const backer = address === null ? undefined : backers.get(address);
    const isThanked = backer !== undefined && (await thankOnce(tx, { kind, proposalId, userId: backer.userId }, now));
    results.push({ email: typed, result: address === null ? 'invalid' : isThanked ? 'sent' : 'skipped' });
  }
  return { results };
}

/**
 * A backer's own words to the owner, once a day (R12.9). Nothing tells the backer that the owner has blocked them.
 */
export async function thankOwner(
  {
    tx,
    viewer,
    now,
    proposal,
    body,
  }: Pick<Change, 'tx' | 'viewer' | 'now'> & {
    readonly proposal: ProposalRow;
    readonly body: { readonly note?: string | undefined };
  },
  teller: Teller,
): Promise<Answer> {
  const { id: proposalId, ownerId } = proposal;
  const owner = await findOwnerToThank(tx, proposalId, viewer.id);
  const day = now.toISOString().slice(0, 10);
  const isFirst = owner !== undefined && (await noteThanks(tx, { proposalId, ownerId, backerId: viewer.id, day }));
  if (isFirst && !owner.isBlocked) {
    const { userId, email, language, backerName, ...facts } = owner;
    const note = body.note ?? '';
    const event = {
      ...facts,
      key: `backer_thanks:${proposalId}:${viewer.id}:${day}`,
      proposalId,
      hearers: [{ userId, email, language }],
      ...(backerName !== null && { actorId: viewer.id }),
      ownerId,
      note,
      hasNote: note !== '',
      backerName: backerName ?? '',
      isNamed: backerName !== null,
    };
    await tellWithin(tx, teller, 'backer_thanks', event, now);
  }
  return { results: [{ email: '', result: isFirst ? 'sent' : 'skipped' }] };
}

function addressesOf(sendToMail: string | readonly string[]) {
  const entries = parseAddresses(typeof sendToMail === 'string' ? [sendToMail] : sendToMail);
  return { entries, addresses: entries.flatMap(({ address }) => address ?? []) };
}

function refuseOtherBacker({ backerName, backingAmount }: Texts, { name, backedCents }: ThankedBacker): void {
  refuseOtherTexts({ backerName, backingAmount }, { backerName: name, backingAmountCents: backedCents });
}

/**
 * The proposal that thanks are for: the one named by its id, else the own one of exactly this title that the addressed person
 * backs.
 *
 * @throws RefusalError `not_found`; `invalid_request` when no proposal, or more than one, is meant
 */
export async function proposalToThankFor(
  tx: Tx,
  viewer: SignedIn,
  {
    proposalId,
    title,
    sendToMail = [],
  }: {
    readonly proposalId?: ProposalId | undefined;
    readonly title?: string | undefined;
    readonly sendToMail?: string | readonly string[] | undefined;
  },
): Promise<ProposalRow> {
  if (proposalId !== undefined) return found(await findProposal(tx, proposalId));
  if (!title?.trim()) throw invalidField('title', 'required');
  const { addresses } = addressesOf(sendToMail);
  const [only, another] = await listOwnThankable(tx, viewer.id, cleanText(title), addresses);
  if (only === undefined || another !== undefined) throw invalidField('title', 'not_as_stored');
  return found(await findProposal(tx, only));
}
