import { ShareDialog } from '../features/share/share-dialog.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';

type Props = { campaign: { id: string; name: string; mfiName: string }; onClose: () => void };

/** Passing on a campaign with its fixed sentence (specification 9). */
export default function ShareCampaign({ campaign, onClose }: Props) {
  const { t, format } = useText();
  const { id, name, mfiName } = campaign;
  const sentence = t('share.campaignSentence', { title: format.isolate(name) });
  return (
    <ShareDialog
      url={location.origin + paths.campaign(mfiName, id)}
      sentence={sentence}
      title={name}
      onClose={onClose}
    />
  );
}
