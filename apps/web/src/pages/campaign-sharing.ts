import inviteTexts from 'virtual:texts/features/invitations/invite-dialog.tsx';
import shareTexts from 'virtual:texts/pages/share-campaign.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';

/** What both pages about campaigns open: inviting people to one and passing it on. */
export const InviteDialog = lazyPart(async () => {
  const { InviteDialog: component } = await import('../features/invitations/invite-dialog.tsx');
  return { default: component };
}, inviteTexts);

export const ShareCampaignDialog = lazyPart(() => import('./share-campaign.tsx'), shareTexts);
