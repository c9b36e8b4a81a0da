import { createHmac } from 'node:crypto';
import { deriveKey } from '../../secret.ts';
import type { InvitationTarget } from './invitations.repository.ts';

/**
 * The token of an invitation's link: 256 bits that only we can make. It is made anew for every mail, so that the database keeps
 * nothing but its hash and the link of the first mail still works when a second has come.
 */
export function invitationToken(secret: Buffer, target: InvitationTarget, address: string, firstSentAt: Date): string {
  const what = 'proposalId' in target ? ['proposal', target.proposalId] : ['campaign', target.campaignId];
  return createHmac('sha256', deriveKey(secret, 'invitations'))
    .update(JSON.stringify([...what, address, firstSentAt.getTime()]))
    .digest('base64url');
}
