import type { UpdateId } from '@sathi/domain/ids.ts';
import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import { cleanText } from '@sathi/domain/text.ts';
import type { Change } from '../../http/call.ts';
import type { Language } from '../../http/language.ts';
import { pageUrl } from '../../delivery/links.ts';
import { mail } from '../../delivery/mail.ts';
import { unsubscribeToken } from '../../delivery/unsubscribe.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import {
  type AudienceRow,
  findAudience,
  forgetBells,
  listRecipients,
  mailAddressOnce,
  type Recipient,
  takeToday,
} from './update-audience.repository.ts';
import { findNewestUpdate, findUpdate, type UpdateRow } from './updates.repository.ts';
import type { AppSecret } from '../../config/secret.ts';

/**
 * The texts that a client repeats from its screen. Each has to be the stored text, which alone is mailed (security T5).
 */
export type Repeated = {
  readonly proposalOwnerName?: string | undefined;
  readonly proposalName?: string | undefined;
  readonly description?: string | undefined;
};

export type MailResult = { readonly email: string; readonly result: 'sent' | 'invalid' | 'skipped' };

type SendInput = Pick<Change, 'tx' | 'viewer' | 'now'> & {
  readonly proposal: ProposalRow;
  readonly secret: AppSecret;
  /** The public one, which links start with. */
  readonly origin: string;
  /** The language for addresses without an account, whose own language is unknown. */
  readonly language: Language;
  readonly updateId: UpdateId | null;
  readonly addresses: readonly string[];
  readonly toAllBackers: boolean;
  readonly repeated: Repeated;
};

/**
 * Mails an update to backers and invited people of its loan, each once a day at most; others are skipped without a
 * reason. Unsubscribed readers are answered like the others.
 * @throws RefusalError `not_found`, `hidden`; `invalid_request` with `not_as_stored`
 */
export async function sendUpdateMail(input: SendInput): Promise<{ results: MailResult[] }> {
  const { tx, now, proposal, addresses, toAllBackers, repeated } = input;
  if (addresses.length === 0 && !toAllBackers) throw invalidField('sendToMails', 'required');
  const about = await findAudience(tx, proposal.id);
  const update = await chosenUpdate(input);
  if (update.isHidden) throw new RefusalError('hidden');
  refuseOther(repeated, { proposalOwnerName: about.ownerName, proposalName: proposal.title });
  const recipients = await listRecipients(tx, proposal.id, now);
  return { results: await mailAll(input, { about, update, recipients }) };
}

/** The update that is named, else the newest with the words that are repeated, else the newest. */
async function chosenUpdate({
  tx,
  viewer,
  proposal: { id: proposalId },
  updateId,
  repeated: { description },
}: SendInput): Promise<UpdateRow> {
  const words = description === undefined ? null : cleanText(description);
  if (updateId === null) {
    const newest = await findNewestUpdate(tx, proposalId, words);
    if (newest !== undefined) return newest;
    throw words === null ? new RefusalError('not_found') : invalidField('description', 'not_as_stored');
  }
  const update = found(await findUpdate(tx, updateId, viewer.id));
  if (update.proposalId !== proposalId) throw new RefusalError('not_found');
  if (words !== null && words !== update.description) throw invalidField('description', 'not_as_stored');
  return update;
}

function refuseOther(repeated: Repeated, stored: Required<Pick<Repeated, 'proposalOwnerName' | 'proposalName'>>): void {
  for (const name of ['proposalOwnerName', 'proposalName'] as const) {
    const text = repeated[name];
    if (text !== undefined && cleanText(text) !== cleanText(stored[name] ?? '')) {
      throw invalidField(name, 'not_as_stored');
    }
  }
}

type Sending = {
  readonly about: AudienceRow;
  readonly update: UpdateRow;
  readonly recipients: readonly Recipient[];
};

async function mailAll(input: SendInput, sending: Sending): Promise<MailResult[]> {
  // An answer tells the owner of no address that they do not know: anonymous backers are mailed, and left out of it.
  const known = sending.recipients.filter(({ isNamed, isInvited }) => isNamed || isInvited);
  const byAddress = new Map(known.map((recipient) => [recipient.address, recipient]));
  const results: MailResult[] = [];
  const send = async (email: string, recipient: Recipient | undefined): Promise<void> => {
    const isSent = recipient !== undefined && (await mailOne(input, sending, recipient));
    results.push({ email, result: isSent ? 'sent' : 'skipped' });
  };
  for (const email of input.addresses) {
    const address = normalizeEmail(email);
    if (isEmail(address)) await send(email, byAddress.get(address));
    else results.push({ email, result: 'invalid' });
  }
  if (!input.toAllBackers) return results;
  const named = new Set(input.addresses.map(normalizeEmail));
  for (const recipient of sending.recipients.filter(({ isBacker }) => isBacker)) {
    const { address, isNamed, isInvited } = recipient;
    const wasNamed = named.has(address) && (isNamed || isInvited);
    if (isNamed && !wasNamed) await send(address, recipient);
    // No answer tells of it, so it leaves no mark that one about the address could.
    else if (!wasNamed) await tellOne(input, sending, recipient);
  }
  return results;
}

/**
 * False when they have had it today. About an invited person who is not known to back, the answer is the same with an
 * account and without, and for a backer who hides their name: once a day for each loan (R12.2, R13.1).
 */
async function mailOne(input: SendInput, sending: Sending, recipient: Recipient): Promise<boolean> {
  const { tx, now, proposal, secret } = input;
  const { userId, address, isBacker, isNamed, isInvited, isSuppressed } = recipient;
  if (!isInvited || isNamed) return tellOne(input, sending, recipient);
  const content = userId === null && !isSuppressed ? mail(input.language, 'updateNews', newsOf(input, sending)) : null;
  const token = unsubscribeToken(secret, { topic: 'news', address });
  const unsubscribe = { token, language: input.language };
  const isFirst = await mailAddressOnce(tx, secret, proposal.id, { address, mail: content, unsubscribe }, now);
  if (isFirst || isBacker) await tellOne(input, sending, recipient);
  return isFirst;
}

/** Tells a person with an account, once a day for each update. False when they have had it today. */
async function tellOne(input: SendInput, sending: Sending, recipient: Recipient): Promise<boolean> {
  const { tx, viewer, now, proposal, secret, origin } = input;
  const { update } = sending;
  const { userId, address, isSuppressed } = recipient;
  if (userId === null || !(await takeToday(tx, update.id, userId, now))) return false;
  const key = `update:${update.id}`;
  // The bell that rang when it was posted gives way to this one: one update is one line in the list.
  await forgetBells(tx, userId, `${key}:${userId}`);
  const hearer = {
    userId,
    email: isSuppressed ? null : address,
    language: recipient.language ?? input.language,
    key: `${userId}:${now.toISOString().slice(0, 10)}`,
  };
  const news = newsOf(input, sending);
  const event = { ...news, key, proposalId: proposal.id, actorId: viewer.id, hearers: [hearer] };
  await tellWithin(tx, { secret, origin }, 'update_mailed', event, now);
  return true;
}

function newsOf({ proposal, origin }: SendInput, { about: { ownerName, mfiName }, update }: Sending) {
  const url = `${pageUrl(origin, { mfiName, proposalId: proposal.id })}#update-${update.id}`;
  return { ownerName, mfiName, title: proposal.title, url, words: update.description };
}
