import type { CampaignId } from '@sathi/domain/ids.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageUrl } from '../../delivery/links.ts';
import type { Outside } from '../../outside/outside.ts';
import { invitationToken } from './invitation-tokens.ts';
import type { ToldInvitation } from './told-invitations.repository.ts';

/** The address that an invitation leads to, with its token. The host is the configured one (security T14). */
export function invitationUrl({ config, secret }: Pick<Outside, 'secret' | 'config'>, invited: ToldInvitation): string {
  const { address, firstSentAt, tokenHash, proposalId, campaignId } = invited;
  const target = proposalId === null ? { campaignId: campaignId as CampaignId } : { proposalId };
  const token = invitationToken(secret, { target, address, firstSentAt, tokenHash });
  return pageUrl(publicOrigin(config), invited, { invitation: token });
}
