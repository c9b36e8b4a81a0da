import { isOpen } from '@sathi/domain/proposals.ts';
import type { ReactNode } from 'react';
import { useDeadlineDay } from '../../lib/deadline-day.ts';
import { statusBadge, statusOf } from '../../lib/proposal-status.ts';
import { leastPart } from '../../lib/least-part.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { CheckedBadge } from './checked-badge.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { PlanSentence } from './plan-sentence.tsx';
import { ProposalFigures } from './proposal-figures.tsx';
import { ProposalNotes } from './proposal-notes.tsx';
import { ProposalProgress } from './proposal-progress.tsx';
import styles from './proposal-overview.module.css';
import { StoryNote } from './story-note.tsx';
import { daysUntil } from '../../lib/time.ts';
import { TrackRecord } from './track-record.tsx';
import { useFocus } from './use-edit-mode.ts';
import type { useStory } from './use-story.ts';
import { WhoAndWhereLinks } from './who-and-where-links.tsx';

type Props = {
  proposal: ProposalDetails;
  story: ReturnType<typeof useStory>;
  takesFocus: boolean;
  lateness: ReactNode;
  /** Absent where it stands further down, with the words. */
  picture?: ReactNode;
  /** Puts the picture after the facts on a phone, for staff, who decide by both. */
  areFactsFirst?: boolean;
  actions: ReactNode;
  /** The payment to come of a borrower's running loan, with the actions, in place of all figures. */
  payment?: ReactNode;
};

/** A proposal as its page opens: the person, the money in a sentence, the plan in words, the actions; then the rest. */
export function ProposalOverview(props: Props) {
  const { proposal, story, takesFocus, lateness, picture, areFactsFirst = false, actions, payment } = props;
  const text = useText();
  const { t } = text;
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  const shownPicture = picture && <div className={styles.picture}>{picture}</div>;
  return (
    <Card as="article" labelledBy="proposal-title" className={classes(styles.overview, picture ? styles.pictured : '')}>
      {!areFactsFirst && shownPicture}
      <div className={styles.facts}>
        <div>
          <h1 ref={heading} id="proposal-title" dir="auto" lang={story.lang} tabIndex={-1}>
            {story.title}
          </h1>
          <StoryNote story={story} mfiName={proposal.mfiName} className={styles.soft} />
          <WhoAndWhereLinks proposal={proposal} className={styles.soft} />
          {!payment && <TrackRecord proposal={proposal} className={styles.soft} />}
        </div>
        <div className={styles.badges}>
          {!picture && <Badge {...statusBadge(proposal, text, 'party')} />}
          <CheckedBadge proposal={proposal} />
          {!payment && lateness}
          {proposal.isBackedByUser && (
            <Badge tone="accent" icon="heart">
              {t('proposal.backedByYou')}
            </Badge>
          )}
        </div>
        <ProposalNotes proposal={proposal} />
        {payment}
        <div className={styles.money}>
          <ProposalProgress proposal={proposal} />
          {!payment && <PlanSentence proposal={proposal} />}
        </div>
        {!payment && (
          <>
            <div className={styles.actions}>{actions}</div>
            <ProposalFigures proposal={proposal} />
            <Deadline proposal={proposal} />
          </>
        )}
        <LoanSteps proposal={proposal} />
      </div>
      {areFactsFirst && shownPicture}
      {picture && (
        <p className={styles.description} dir="auto" lang={story.lang}>
          {story.description}
        </p>
      )}
    </Card>
  );
}

/** The deadline of the loan (R5.1). */
function Deadline({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const dayOf = useDeadlineDay(proposal.mfiName, format);
  const { fundingDeadline, acceptPartial } = proposal;
  if (!isOpen(statusOf(proposal)) || !fundingDeadline) return null;
  if (daysUntil(fundingDeadline) < 0) {
    return acceptPartial ? <p className={styles.soft}>{t('proposal.partWaits')}</p> : null;
  }
  const date = dayOf(fundingDeadline);
  const from = format.money(leastPart(proposal));
  return (
    <p className={styles.soft}>
      {acceptPartial ? t('proposal.inPart', { date, from }) : t('proposal.deadline', { date })}
    </p>
  );
}
