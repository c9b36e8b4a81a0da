import type { ProposalId, UpdateId } from '@sathi/domain/ids.ts';
import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import { cleanText } from '@sathi/domain/text.ts';
import type { Db, Tx } from '../../db/db.ts';
import { runOnce } from '../../http/idempotency.ts';
import type { Language } from '../../http/language.ts';
import { type Notification, notify } from '../../jobs/notify.ts';
import { unsubscribeToken, unsubscribeUrls } from '../../jobs/unsubscribe-link.ts';
import { updateNews } from '../../notices/update-notices.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../refusal-error.ts';
import { findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { bellKey } from './bell-key.ts';
import type { Command } from './command.ts';
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

/** What a client repeats of what it shows. Each has to be the stored text, which alone is mailed (security T5). */
export type Repeated = {
  readonly proposalOwnerName?: string | undefined;
  readonly proposalName?: string | undefined;
  readonly description?: string | undefined;
};

export type MailResult = { readonly email: string; readonly result: 'sent' | 'invalid' | 'skipped' };

type SendInput = Command & {
  readonly secret: Buffer;
  /** The public one, which links start with. */
  readonly origin: string;
  /** For addresses without an account, whose own language nobody knows. */
  readonly language: Language;
  readonly proposalId: ProposalId;
  readonly updateId: UpdateId | null;
  readonly addresses: readonly string[];
  readonly toAllBackers: boolean;
  readonly repeated: Repeated;
};

/**
 * Mails an update to backers and invited people of its loan, each once a day at most; to nobody else, and without saying
 * why. Who asked for no more mail is answered like the others.
 *
 * @throws RefusalError `wrong_status` for a draft, which nobody could open; `invalid_request` with `not_as_stored`
 */
export async function sendUpdateMail(db: Db, input: SendInput): Promise<{ results: MailResult[] }> {
  const { viewer, attempt, now, proposalId, updateId, addresses, toAllBackers, repeated } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await findProposal(tx, proposalId));
    refuseIf(proposalRefusal('postUpdate', viewer, proposal));
    if (proposal.status === 'drafted') throw new RefusalError('wrong_status');
    if (addresses.length === 0 && !toAllBackers) throw invalidField('sendToMails', 'required');
    const about = await findAudience(tx, proposalId);
    const update = await chosenUpdate(tx, proposalId, updateId, repeated);
    refuseOther(repeated, { proposalOwnerName: about.ownerName, proposalName: proposal.title });
    const recipients = await listRecipients(tx, proposalId, now);
    return { results: await mailAll(tx, input, { proposal, about, update, recipients }) };
  });
}

/** The one that is named, else the newest with the words that are repeated, else the newest. */
async function chosenUpdate(
  tx: Tx,
  proposalId: ProposalId,
  updateId: UpdateId | null,
  { description }: Repeated,
): Promise<UpdateRow> {
  const words = description === undefined ? null : cleanText(description);
  if (updateId === null) {
    const newest = await findNewestUpdate(tx, proposalId, words);
    if (newest !== undefined) return newest;
    throw words === null ? new RefusalError('not_found') : invalidField('description', 'not_as_stored');
  }
  const update = found(await findUpdate(tx, updateId));
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
  readonly proposal: ProposalRow;
  readonly about: AudienceRow;
  readonly update: UpdateRow;
  readonly recipients: readonly Recipient[];
};

async function mailAll(tx: Tx, input: SendInput, sending: Sending): Promise<MailResult[]> {
  const byAddress = new Map(sending.recipients.map((recipient) => [recipient.address, recipient]));
  const results: MailResult[] = [];
  const mail = async (email: string, recipient: Recipient | undefined): Promise<void> => {
    const isSent = recipient !== undefined && (await mailOne(tx, input, sending, recipient));
    results.push({ email, result: isSent ? 'sent' : 'skipped' });
  };
  for (const email of input.addresses) {
    const address = normalizeEmail(email);
    if (isEmail(address)) await mail(email, byAddress.get(address));
    else results.push({ email, result: 'invalid' });
  }
  if (!input.toAllBackers) return results;
  const named = new Set(input.addresses.map(normalizeEmail));
  const others = sending.recipients.filter(({ isBacker, address }) => isBacker && !named.has(address));
  for (const recipient of others) await mail(recipient.address, recipient);
  return results;
}

/** False when they have had it today. */
async function mailOne(tx: Tx, input: SendInput, sending: Sending, recipient: Recipient): Promise<boolean> {
  const { now, secret } = input;
  const { update } = sending;
  const { userId, address, isSuppressed } = recipient;
  const notice = noticeFor(input, sending, recipient.language ?? input.language);
  if (userId === null) {
    if (isSuppressed) return true;
    const token = unsubscribeToken(secret, { topic: 'news', address });
    const { oneClick } = unsubscribeUrls(input.origin, token);
    return mailAddressOnce(tx, secret, sending.proposal.id, { to: address, ...notice, unsubscribeUrl: oneClick }, now);
  }
  if (!(await takeToday(tx, update.id, userId, now))) return false;
  // The bell that rang when it was posted gives way to this one: one update is one line in the list.
  await forgetBells(tx, userId, bellKey(update.id, userId));
  const bell: Notification = {
    userId,
    kind: 'update',
    proposalId: sending.proposal.id,
    actorId: input.viewer.id,
    dedupeKey: bellKey(update.id, userId, now.toISOString().slice(0, 10)),
  };
  await notify(tx, secret, [isSuppressed ? bell : { ...bell, mail: { to: address, notice } }], now);
  return true;
}

function noticeFor({ origin }: SendInput, { proposal, about, update }: Sending, language: Language) {
  const { ownerName, mfiName } = about;
  const query = new URLSearchParams({ mfi: mfiName, id: String(proposal.id) });
  const url = `${origin}/App/proposal?${query}#update-${update.id}`;
  return updateNews(language, { ownerName, mfiName, title: proposal.title, url, words: update.description });
}
