import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckedBadge } from './checked-badge.tsx';
import { ProposalFigures } from './proposal-figures.tsx';
import { LazyProposalNotes } from './lazy-proposal-notes.tsx';
import { ProposalPicture } from './proposal-picture.tsx';
import { ProposalProgress } from './proposal-progress.tsx';
import styles from './proposal-overview.module.css';
import { daysUntil, useMfiTimeZone } from './time.ts';
import { useFocus } from './use-edit-mode.ts';

type Props = {
  proposal: ProposalDetails;
  actions: ReactNode;
  takesFocus: boolean;
  /** Around the main picture, without changing its size. */
  album: (main: ReactNode) => ReactNode;
};

/** The whole of a proposal as its page opens: what it is for beside how far it is and what one can do. */
export function ProposalOverview({ proposal, actions, takesFocus, album }: Props) {
  const { t, format } = useText();
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  return (
    <Card as="article" labelledBy="proposal-title" className={styles.overview}>
      <div className={styles.story}>
        {album(<ProposalPicture proposal={proposal} isLead />)}
        <div className={styles.words}>
          <h1 ref={heading} id="proposal-title" dir="auto" tabIndex={-1}>
            {proposal.title}
          </h1>
          <p className={styles.who}>
            {t('proposal.byThrough', {
              name: format.isolate(proposal.userName),
              mfi: format.isolate(proposal.mfiName),
            })}
          </p>
          <p className={styles.description} dir="auto">
            {proposal.description}
          </p>
        </div>
      </div>
      <div className={styles.facts}>
        <div className={styles.badges}>
          <CheckedBadge proposal={proposal} />
          {proposal.repaymentState === 'late' && (
            <Badge tone="warm" icon="clock">
              {t('proposal.daysLate', { count: proposal.daysLate })}
            </Badge>
          )}
          {proposal.isBackedByUser && (
            <Badge tone="accent" icon="heart">
              {t('proposal.backedByYou')}
            </Badge>
          )}
        </div>
        <LazyProposalNotes proposal={proposal} />
        <ProposalProgress proposal={proposal} />
        <ProposalFigures proposal={proposal} />
        <Deadline proposal={proposal} />
        <div className={styles.actions}>{actions}</div>
      </div>
    </Card>
  );
}

/** What happens if the loan is not backed in time (R5.1): the day is the MFI's, wherever the reader is. */
function Deadline({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const timeZone = useMfiTimeZone(proposal.mfiName);
  const { status, fundingDeadline } = proposal;
  if ((status !== 2 && status !== 3) || !fundingDeadline || daysUntil(fundingDeadline) < 0) return null;
  const date = format.date(calendarDateIn(timeZone, new Date(fundingDeadline)));
  return <p className={styles.deadline}>{t('proposal.deadline', { date })}</p>;
}
