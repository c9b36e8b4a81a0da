import type { DataOf } from '@sathi/contract/endpoint.ts';
import type {
  acceptInvitation as acceptInvitationCall,
  confirmEmail as confirmEmailCall,
} from '@sathi/contract/invitations.ts';
import type { Change } from '../../http/call.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { isConfirmation, readEmailConfirmation } from './email-confirmation.ts';
import { lockEmailOf, setEmailVerified } from './email-confirmations.repository.ts';
import { lockByToken, setAccepted } from './invitations.repository.ts';
import type { AppSecret } from '../../config/secret.ts';

/**
 * Takes up an invitation by its link; the address of the account does not matter (R12.3). A token works once: for the
 * person who used it, opening the link again leads to the same place and tells no inviter.
 * @throws RefusalError `not_found` for an unknown token, `invitation_over` when another person used it or it has run
 * out
 */
export async function acceptInvitation({
  tx,
  viewer,
  now,
  body: { token },
}: Change & { readonly body: { readonly token: string } }): Promise<DataOf<typeof acceptInvitationCall>> {
  const { id, proposalId, campaignId, acceptedBy, isExpired } = found(await lockByToken(tx, token, now));
  const isFree = acceptedBy === null && !isExpired;
  if (!isFree && acceptedBy !== viewer.id) throw new RefusalError('invitation_over');
  if (isFree) await setAccepted(tx, { id }, viewer.id, now);
  return { proposalId, campaignId };
}

/**
 * A token mailed to the address came back, so it is its owner's, and the invitations to it are accepted (R12.3). Once.
 * @throws RefusalError `not_found` for an unknown token, `code_expired` when it was used, has run out, or the account
 * has another address by now
 */
export async function confirmEmail(
  { tx, now, body: { token } }: Pick<Change, 'tx' | 'now'> & { readonly body: { readonly token: string } },
  secret: AppSecret,
): Promise<DataOf<typeof confirmEmailCall>> {
  const { userId, isExpired } = found(readEmailConfirmation(token, now));
  const account = found(await lockEmailOf(tx, userId));
  if (!isConfirmation(secret, token, { userId, email: account.email })) throw new RefusalError('code_expired');
  if (isExpired || account.verifiedAt !== null) throw new RefusalError('code_expired');
  await setEmailVerified(tx, account.subject, now);
  return { acceptedCount: await setAccepted(tx, { address: account.email }, userId, now) };
}
