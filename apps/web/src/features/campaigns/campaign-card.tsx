import { useId } from 'react';
import { Link } from 'wouter';
import { type HelpAction, help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PictureCard } from '../../ui/picture-card.tsx';
import { CampaignBadge } from './campaign-badge.tsx';
import styles from './campaign-card.module.css';
import type { Campaign } from './campaign-draft.ts';
import { CampaignPicture } from './campaign-picture.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { useCampaignCommands } from './use-campaign-commands.ts';

/** Actions that open a dialog of their own. */
export type CampaignDialogName = 'details' | 'invite' | 'share' | 'write';

type Props = { campaign: Campaign; onOpen: (dialog: CampaignDialogName) => void };

/** A campaign as the staff of its MFI work with it. */
export function CampaignCard({ campaign, onOpen }: Props) {
  const { t, format } = useText();
  const titleId = useId();
  const { description, startDate, endDate } = campaign;
  const address = paths.campaign(campaign.mfiName, campaign.id);
  const dates = t('campaigns.dates', { start: format.date(startDate), end: format.date(endDate) });
  return (
    <PictureCard
      labelledBy={titleId}
      picture={<CampaignPicture campaign={campaign} badge={<CampaignBadge campaign={campaign} />} />}
    >
      <div>
        <h2 id={titleId} className={styles.title} dir="auto">
          <Link href={address} className={styles.link}>
            {campaignName(campaign, t)}
          </Link>
        </h2>
        <p className={styles.dates}>{dates}</p>
      </div>
      <p className={styles.description} dir="auto">
        {description}
      </p>
      <div className={styles.end}>
        <CampaignProgress campaign={campaign} />
        <CardActions campaign={campaign} address={address} onOpen={onOpen} />
      </div>
    </PictureCard>
  );
}

type Action = { word: TextKey; icon: IconName; help: HelpAction; run: () => void; isOffered?: boolean };

function CardActions({ campaign, address, onOpen }: Props & { address: string }) {
  const { t } = useText();
  const commands = useCampaignCommands(campaign);
  const { published, hasEnded } = campaign;
  // Others, readers of a mail too, would find nothing there before it is published, and nothing to do after its end (R16.1, R16.4).
  const isOpen = published && !hasEnded;
  const actions: readonly Action[] = [
    { word: 'campaigns.details', icon: 'edit', help: 'campaignEdit', run: () => onOpen('details') },
    {
      word: 'campaigns.publish',
      icon: 'megaphone',
      help: 'campaignEdit',
      run: () => commands.setPublished(true),
      isOffered: !published,
    },
    {
      word: 'campaigns.unpublish',
      icon: 'eye-off',
      help: 'campaignEdit',
      run: () => commands.setPublished(false),
      isOffered: published,
    },
    { word: 'campaigns.invite', icon: 'mail', help: 'invite', run: () => onOpen('invite'), isOffered: isOpen },
    { word: 'share.action', icon: 'share', help: 'share', run: () => onOpen('share'), isOffered: isOpen },
    { word: 'campaigns.write', icon: 'users', help: 'campaignMail', run: () => onOpen('write'), isOffered: published },
    { word: 'campaigns.archive', icon: 'trash', help: 'campaignArchive', run: commands.archive },
  ];
  return (
    <div
      className={styles.actions}
      role="group"
      aria-label={t('campaigns.actions', { name: campaignName(campaign, t) })}
    >
      <LinkButton href={address} icon="arrow-forward" wide>
        {t('campaigns.viewProposals')}
      </LinkButton>
      <div className={styles.others}>
        {actions
          .filter(({ isOffered = true }) => isOffered)
          .map(({ word, icon, help: action, run }) => (
            <Button
              key={word}
              {...help(action)}
              variant="plain"
              small
              icon={icon}
              onClick={() => {
                if (!commands.isPending) run();
              }}
            >
              {t(word)}
            </Button>
          ))}
      </div>
      {commands.problem && <FormError>{commands.problem}</FormError>}
    </div>
  );
}
