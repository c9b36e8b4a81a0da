import { DAY_MS } from '@sathi/domain/durations.ts';
import type { ReactNode } from 'react';
import { campaignName } from '../../lib/campaign-name.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import type { Campaign } from './campaign-draft.ts';
import styles from './campaign-overview.module.css';
import { CampaignPicture } from './campaign-picture.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { OutsideLink } from './outside-link.tsx';

type Props = { campaign: Campaign; actions: ReactNode };

/** A campaign's purpose beside how far its loans have come. */
export function CampaignOverview({ campaign, actions }: Props) {
  const { t, format } = useText();
  const { mfiName, description, campaignUrl, donationUrl, startDate, endDate } = campaign;
  return (
    <Card as="article" labelledBy="campaign-name" className={styles.overview}>
      <div>
        <CampaignPicture campaign={campaign} isLead />
        <div className={styles.words}>
          <h1 id="campaign-name" dir="auto">
            {campaignName(campaign, t)}
          </h1>
          <p className={styles.soft}>{t('campaigns.page.by', { mfi: mfiName })}</p>
          <p className={styles.description} dir="auto">
            {description}
          </p>
          <div>
            <OutsideLink address={campaignUrl} icon="info" label={t('campaigns.page.campaignLink')} />
            <OutsideLink address={donationUrl} icon="heart" label={t('campaigns.page.donationLink')} />
          </div>
        </div>
      </div>
      <div className={styles.facts}>
        <State campaign={campaign} />
        <Totals campaign={campaign} />
        <p className={styles.soft}>
          {t('campaigns.dates', { start: format.date(startDate), end: format.date(endDate) })}
        </p>
        {actions}
      </div>
    </Card>
  );
}

/** Badges for a campaign that has ended, or that is not published. */
function State({ campaign }: { campaign: Campaign }) {
  const { t, format } = useText();
  const { archivedAt, hasEnded, published, endDate, mfiName } = campaign;
  if (archivedAt !== null) {
    return (
      <Note icon="check-circle">
        <strong>{t('campaigns.page.archived')}</strong>
        <br />
        {t('campaigns.page.archivedText')}
      </Note>
    );
  }
  if (!published) {
    return <Note icon="eye-off">{t('campaigns.page.unpublished', { mfi: mfiName })}</Note>;
  }
  return hasEnded && <Note icon="clock">{t('campaigns.page.endedOn', { date: format.date(endDate) })}</Note>;
}

function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  );
}

/** R16.3; the totals of an archived campaign are final (R16.2). */
function Totals({ campaign }: { campaign: Campaign }) {
  const text = useText();
  const { t, format } = text;
  const timeZone = useMfi(campaign.mfiName).data?.timeZone ?? 'UTC';
  const { asked, collected, funded, repaid } = campaign.totals;
  const { giftedAmount, giftLentAmount } = campaign;
  const gifts =
    giftedAmount === 0
      ? []
      : [
          { label: t('campaigns.page.gifted'), value: format.money(giftedAmount) },
          { label: t('campaigns.page.giftLent'), value: format.money(giftLentAmount) },
        ];
  return (
    <section className={styles.totals} aria-labelledby="campaign-totals">
      <h2 id="campaign-totals" className={styles.heading}>
        {t(campaign.archivedAt === null ? 'campaigns.page.totals' : 'campaigns.page.finalTotals')}
      </h2>
      <CampaignProgress campaign={campaign} end={timeLeft(campaign, timeZone, text)} />
      <SummaryFigures
        figures={[
          { label: t('campaigns.page.asked'), value: format.money(asked) },
          { label: t('campaigns.page.collected'), value: format.money(collected) },
          { label: t('campaigns.page.funded'), value: format.money(funded) },
          { label: t('campaigns.page.repaid'), value: format.money(repaid) },
          ...gifts,
        ]}
      />
    </section>
  );
}

/** The time left, counted in the days of the campaign's MFI; undefined once it has ended. */
function timeLeft({ hasEnded, endDate }: Campaign, timeZone: string, { t }: Text): string | undefined {
  if (hasEnded) return undefined;
  const today = todayIn(timeZone);
  const days = Math.round((Date.parse(endDate) - Date.parse(today)) / DAY_MS);
  return days > 0 ? t('campaigns.page.daysLeft', { count: days }) : t('campaigns.page.lastDay');
}
