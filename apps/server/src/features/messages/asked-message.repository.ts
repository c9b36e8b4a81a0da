import type { MessageId } from '@sathi/domain/ids.ts';
import { isReader } from '@sathi/domain/messages.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { findMessage, findStanding, type MessageRow } from './messages.repository.ts';

type Asking = {
  readonly tx: Tx;
  readonly viewer: SignedIn;
  readonly asked: { readonly messageId?: MessageId | undefined };
};

/** A message one may not read does not exist. @throws RefusalError `not_found` */
export async function askedMessage({ tx, viewer, asked }: Asking): Promise<{ readonly message: MessageRow }> {
  const message = found(await findMessage(tx, given('messageId', asked.messageId), viewer.id));
  const proposal = found(await findProposal(tx, message.proposalId));
  const standing = await findStanding(tx, message.proposalId, viewer.id);
  if (!isVisible(viewer, proposal) || !isReader(viewer, proposal, standing)) throw new RefusalError('not_found');
  return { message };
}
