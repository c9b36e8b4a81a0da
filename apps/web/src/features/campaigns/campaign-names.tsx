import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './campaign-names.module.css';

type Props = { proposal: Pick<ProposalSummary, 'proposalCampaigns' | 'mfiName'> };

/** The campaigns that a proposal is part of, each with the way to its page; nothing where it is in none. */
export function CampaignNames({ proposal: { proposalCampaigns, mfiName } }: Props) {
  const { t } = useText();
  if (proposalCampaigns.length === 0) return null;
  return (
    <section className={styles.names} aria-label={t('campaigns.partOf')}>
      <Icon name="layers" />
      <span>{t('campaigns.partOf')}</span>
      <ul className={styles.list}>
        {proposalCampaigns.map(({ id, name }) => (
          <li key={id}>
            <Link href={paths.campaign(mfiName, id)} className={styles.link} dir="auto">
              {campaignName({ name, mfiName }, t)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
