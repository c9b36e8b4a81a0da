import type { DataOf } from '@sathi/contract/endpoint.ts';
import type {
  acceptInvitation as acceptInvitationCall,
  confirmEmail as confirmEmailCall,
} from '@sathi/contract/invitations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { isConfirmation, readEmailConfirmation } from './email-confirmation.ts';
import { lockEmailOf, setEmailVerified } from './email-confirmations.repository.ts';
import { lockByToken, setAccepted } from './invitations.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret'>;

/**
 * Takes up an invitation by its link; the address of the account does not matter (R12.3). A token works once: for whoever used
 * it, opening the link again leads to the same place and tells nobody anything.
 *
 * @throws RefusalError `not_found` for a token that never was, `invitation_over` when somebody else used it or it has run out
 */
export async function acceptInvitation(
  { db, now }: Port,
  { token, viewer, attempt }: { readonly token: string; readonly viewer: SignedIn; readonly attempt: Attempt },
): Promise<DataOf<typeof acceptInvitationCall>> {
  return runOnce(db, attempt, now(), async (tx) => {
    const { id, proposalId, campaignId, acceptedBy, isExpired } = found(await lockByToken(tx, token, now()));
    const isFree = acceptedBy === null && !isExpired;
    if (!isFree && acceptedBy !== viewer.id) throw new RefusalError('invitation_over');
    if (isFree) await setAccepted(tx, { id }, viewer.id, now());
    return { proposalId, campaignId };
  });
}

/**
 * Something sent to the address came back, so it is its owner's, and the invitations to it are accepted (R12.3). Once.
 *
 * @throws RefusalError `not_found` for a token that never was, `code_expired` when it was used, has run out, or the account
 *   has another address by now
 */
export async function confirmEmail(
  { db, now, secret }: Port,
  { token, attempt }: { readonly token: string; readonly attempt: Attempt },
): Promise<DataOf<typeof confirmEmailCall>> {
  const { userId, isExpired } = found(readEmailConfirmation(token, now()));
  return runOnce(db, attempt, now(), async (tx) => {
    const account = found(await lockEmailOf(tx, userId));
    if (!isConfirmation(secret, token, { userId, email: account.email })) throw new RefusalError('code_expired');
    if (isExpired || account.verifiedAt !== null) throw new RefusalError('code_expired');
    await setEmailVerified(tx, account.subject, now());
    return { acceptedCount: await setAccepted(tx, { address: account.email }, userId, now()) };
  });
}
