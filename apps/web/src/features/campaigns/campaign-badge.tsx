import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Campaign } from './campaign-draft.ts';

/** The badge of a campaign: over, public, or for the staff of its MFI only. */
export function CampaignBadge({ campaign }: { campaign: Pick<Campaign, 'hasEnded' | 'published'> }) {
  const { t } = useText();
  if (campaign.hasEnded) {
    return (
      <Badge tone="neutral" icon="clock">
        {t('campaigns.badge.ended')}
      </Badge>
    );
  }
  return campaign.published ? (
    <Badge tone="good" icon="megaphone">
      {t('campaigns.badge.published')}
    </Badge>
  ) : (
    <Badge tone="warm" icon="eye-off">
      {t('campaigns.badge.unpublished')}
    </Badge>
  );
}
