import type { ReactNode } from 'react';
import { campaignName } from '../../lib/campaign-name.ts';
import { useText } from '../../lib/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../files/picture.tsx';
import type { Campaign } from './campaign-draft.ts';
import styles from './campaign-picture.module.css';

type Props = {
  campaign: Pick<Campaign, 'name' | 'mfiName' | 'image' | 'imageBlur'>;
  /** The largest picture of its page, to be fetched first. */
  isLead?: boolean;
  /** Upon it, in the corner. */
  badge?: ReactNode;
};

/** 16:9, so that nothing moves when it arrives. */
export function CampaignPicture({ campaign, isLead = false, badge }: Props) {
  const { t } = useText();
  return (
    <div className={styles.frame}>
      <Picture
        image={campaign.image}
        blur={campaign.imageBlur}
        alt={t('campaigns.pictureOf', { name: campaignName(campaign, t) })}
        sizes={isLead ? '(max-width: 860px) 100vw, 700px' : '(max-width: 400px) 100vw, 400px'}
        fallback={
          <span className={styles.none}>
            <Icon name="megaphone" size="large" />
          </span>
        }
        isLead={isLead}
      />
      {badge && <span className={styles.badge}>{badge}</span>}
    </div>
  );
}
