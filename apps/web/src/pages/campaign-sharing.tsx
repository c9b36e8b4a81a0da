import { InviteDialog } from '../features/invitations/invite-dialog.tsx';
import { ShareDialog } from '../features/share/share-dialog.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';

type Props = {
  how: 'share' | 'invite';
  campaign: { id: string; name: string; mfiName: string };
  onClose: () => void;
};

/** Making a campaign known: by its address with the fixed sentence (specification 9), or by mail. */
export default function CampaignSharing({ how, campaign, onClose }: Props) {
  const { t, format } = useText();
  const { id, name, mfiName } = campaign;
  if (how === 'invite') return <InviteDialog target={{ campaignId: id, title: name }} onClose={onClose} />;
  return (
    <ShareDialog
      url={location.origin + paths.campaign(mfiName, id)}
      sentence={t('share.campaignSentence', { title: format.isolate(name) })}
      title={name}
      onClose={onClose}
    />
  );
}
