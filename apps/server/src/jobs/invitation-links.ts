import type { CampaignId, ProposalId } from '@sathi/domain/ids.ts';
import { invitationToken } from '../features/invitations/invitation-tokens.ts';
import type { Outside } from '../outside.ts';
import { publicOrigin } from '../public-origin.ts';
import type { ToldInvitation } from './tell-invitations.repository.ts';

type Port = Pick<Outside, 'secret' | 'config'>;

/** Where an invitation leads, with its token. The host is the configured one (security T14). */
export function invitationUrl({ config, secret }: Port, invitation: ToldInvitation): string {
  const { address, firstSentAt } = invitation;
  const target = targetOf(invitation);
  const token = invitationToken(secret, target, address, firstSentAt);
  return targetUrl(config, invitation, { invitation: token });
}

export function targetUrl(
  config: Port['config'],
  {
    mfiName,
    ...target
  }: { readonly mfiName: string; readonly proposalId: ProposalId | null; readonly campaignId: CampaignId | null },
  more: Readonly<Record<string, string>> = {},
): string {
  const page = target.proposalId === null ? 'proposalsByCampaign' : 'proposal';
  const query = new URLSearchParams({ mfi: mfiName, id: String(target.proposalId ?? target.campaignId), ...more });
  return `${publicOrigin(config)}/App/${page}?${query}`;
}

export function targetOf({
  proposalId,
  campaignId,
}: ToldInvitation): { proposalId: ProposalId } | { campaignId: CampaignId } {
  return proposalId === null ? { campaignId: campaignId as CampaignId } : { proposalId };
}
