import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { CampaignBadge } from './campaign-badge.tsx';
import type { Campaign } from './campaign-draft.ts';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignPicture } from './campaign-picture.tsx';
import { OutsideAddress } from './outside-link.tsx';

type Props = {
  mfi: { id: string; name: string };
  /** Null for a new one, which has no view mode. */
  campaign: Campaign | null;
  onClose: () => void;
};

/** A campaign to look at and to change: saving returns to the view, cancelling shows the old values again. */
export function CampaignDialog({ mfi, campaign, onClose }: Props) {
  const [isEditing, setEditing] = useState(campaign === null);
  const endEditing = () => (campaign ? setEditing(false) : onClose());
  if (isEditing || !campaign) {
    return <CampaignForm mfi={mfi} campaign={campaign} onSaved={endEditing} onCancel={endEditing} />;
  }
  return <CampaignView campaign={campaign} onEdit={() => setEditing(true)} onClose={onClose} />;
}

type ViewProps = { campaign: Campaign; onEdit: () => void; onClose: () => void };

function CampaignView({ campaign, onEdit, onClose }: ViewProps) {
  const { t, format } = useStaffText();
  const { name, description, campaignUrl, donationUrl, startDate, endDate } = campaign;
  return (
    <Dialog
      title={campaignName(campaign, t)}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button {...help('campaignEdit')} icon="edit" onClick={onEdit}>
            {t('common.edit')}
          </Button>
        </>
      }
    >
      <Stack>
        <CampaignPicture campaign={campaign} badge={<CampaignBadge campaign={campaign} />} />
        <ReviewList
          rows={[
            { label: t('campaigns.field.name'), value: name },
            { label: t('campaigns.field.campaignUrl'), value: <OutsideAddress address={campaignUrl} /> },
            {
              label: t('campaigns.field.donationUrl'),
              value: donationUrl ? <OutsideAddress address={donationUrl} /> : t('campaigns.field.none'),
            },
            { label: t('campaigns.field.description'), value: description },
            { label: t('campaigns.field.startDate'), value: format.date(startDate) },
            { label: t('campaigns.field.endDate'), value: format.date(endDate) },
            { label: t('campaigns.field.published'), value: t(campaign.published ? 'common.yes' : 'common.no') },
          ]}
        />
      </Stack>
    </Dialog>
  );
}
