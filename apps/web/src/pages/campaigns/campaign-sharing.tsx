import InviteDialog from '../../features/invitations/invite-dialog.tsx';
import { ShareDialog } from '../../features/share/share-dialog.tsx';
import { campaignName } from '../../lib/campaign-name.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';

type Props = {
  how: 'share' | 'invite';
  campaign: { id: string; name: string; mfiName: string };
  onClose: () => void;
};

/** Making a campaign known: by its address with the fixed sentence (specification 9), or by mail. */
export function CampaignSharing({ how, campaign, onClose }: Props) {
  const { t } = useText();
  const { id, mfiName } = campaign;
  const name = campaignName(campaign, t);
  if (how === 'invite') return <InviteDialog target={{ campaignId: id, title: name }} onClose={onClose} />;
  return (
    <ShareDialog
      thing={{ kind: 'campaign', id }}
      url={location.origin + paths.campaign(mfiName, id)}
      sentence={t('share.campaignSentence', { title: name })}
      title={name}
      onClose={onClose}
    />
  );
}
