import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BROWSER_LANGUAGE, LANGUAGE_NAMES } from '../../lib/locale.ts';
import { askedFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckedBadge } from './checked-badge.tsx';
import styles from './proposal-card.module.css';
import { ProposalThumb } from './proposal-picture.tsx';
import { ProposalProgress } from './proposal-progress.tsx';
import { TrackRecord } from './track-record.tsx';
import { useFocus } from './use-edit-mode.ts';
import { type Story, useShortStory } from './use-story.ts';
import { WhoAndWhere } from './who-and-where.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

type Props = {
  proposal: ProposalSummary;
  /** The buttons of this person for this proposal; none where the card is only a way to its page. */
  actions?: ReactNode;
  /** The reason why it came back, when its owner may see it. */
  notes?: ReactNode;
  takesFocus?: boolean;
};

/**
 * One proposal among others, low enough that three fit on a phone. The whole card leads to its page; the actions stand
 * above that link.
 */
export function ProposalCard({ proposal, actions, notes, takesFocus = false }: Props) {
  const story = useShortStory(proposal);
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.top}>
        <ProposalThumb proposal={proposal} />
        <div className={styles.words}>
          <h3 className={styles.title} dir="auto" lang={story.lang}>
            <ProposalLink proposal={proposal} takesFocus={takesFocus} />
          </h3>
          <p className={styles.purpose} dir="auto" lang={story.lang}>
            <StoryChip proposal={proposal} story={story} />
            {story.description}
          </p>
        </div>
      </div>
      <div>
        <Who proposal={proposal} />
        <Marks proposal={proposal} />
        <Terms proposal={proposal} />
      </div>
      {notes}
      <div className={styles.end}>
        <ProposalProgress proposal={proposal} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Card>
  );
}

/** Covers the box around it that has a position. */
export function ProposalLink({ proposal, takesFocus = false }: { proposal: ProposalSummary; takesFocus?: boolean }) {
  const link = useFocus<HTMLAnchorElement>(takesFocus);
  return (
    <Link ref={link} href={paths.proposal(proposal.mfiName, proposal.id)} className={styles.link}>
      {useShortStory(proposal).title}
    </Link>
  );
}

/** "Translated", or the language of words that are not the reader's and have no translation yet (R26.4). */
function StoryChip({ proposal, story }: { proposal: ProposalSummary; story: Story }) {
  const { t, locale } = useText();
  const { storyLanguage } = proposal;
  const isForeign = storyLanguage !== null && storyLanguage !== locale;
  if (!isForeign && !story.translation) return null;
  return (
    <span className={styles.chip} dir="auto" lang={story.translation && BROWSER_LANGUAGE[locale]}>
      {story.translation ? t('proposal.translation.short') : LANGUAGE_NAMES[storyLanguage!]}
    </span>
  );
}

/** The borrower for everybody else, with the MFI unless the line below names it. */
function Who({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const { user } = useSession();
  const { userName: name, mfiName: mfi } = proposal;
  const who = proposal.isMFIApproved ? format.isolate(name) : t('proposal.byThrough', { name, mfi });
  return <WhoAndWhere proposal={proposal} className={styles.who} who={user?.id === proposal.userId ? null : who} />;
}

/** The record of earlier loans stays out where it says nothing new: to the owner, and to a backer who has chosen. */
function Marks({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useText();
  const { user } = useSession();
  const isKnown = proposal.isBackedByUser || user?.id === proposal.userId;
  return (
    <div className={styles.marks}>
      <CheckedBadge proposal={proposal} />
      {proposal.isBackedByUser && (
        <Badge tone="accent" icon="heart">
          {t('proposal.backedByYou')}
        </Badge>
      )}
      {!isKnown && <TrackRecord proposal={proposal} className={styles.record} />}
    </div>
  );
}

/** "$400 · 12 months · by 05/12/2026" */
function Terms({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const terms = [
    askedFirstLocal(proposal, format),
    t('proposal.months', { count: proposal.monthsToRepay }),
    t('proposal.neededBy', { date: format.date(proposal.startDate) }),
  ];
  return <p className={styles.terms}>{format.joined(terms)}</p>;
}
