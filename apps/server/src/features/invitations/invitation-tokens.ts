import { keyedHashes } from '../../config/keyed-hash.ts';
import { type AppSecret, deriveKeys } from '../../config/secret.ts';
import { hashToken } from '../../config/tokens.ts';
import type { InvitationTarget } from './invitations.repository.ts';

type Invited = {
  readonly target: InvitationTarget;
  readonly address: string;
  readonly firstSentAt: Date;
  /** The stored hash of the link that is out already; null for a new link. */
  readonly tokenHash: string | null;
};

/**
 * The token of an invitation's link: 256 bits that only we can make. It is made anew for every mail, so that the database
 * keeps nothing but its hash and the link of the first mail still works when a second has come, also after a rotation of the
 * secret in between.
 */
export function invitationToken(secret: AppSecret, { target, address, firstSentAt, tokenHash }: Invited): string {
  const what = 'proposalId' in target ? ['proposal', target.proposalId] : ['campaign', target.campaignId];
  const parts = [...what, address, firstSentAt.getTime()];
  const [newest = '', ...older] = keyedHashes(deriveKeys(secret, 'invitations'), parts);
  return older.find((token) => hashToken(token) === tokenHash) ?? newest;
}
