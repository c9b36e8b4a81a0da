import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PictureCard } from '../../ui/picture-card.tsx';
import { CheckedBadge } from './checked-badge.tsx';
import styles from './proposal-card.module.css';
import { ProposalFigures } from './proposal-figures.tsx';
import { ProposalPicture } from './proposal-picture.tsx';
import { ProposalProgress } from './proposal-progress.tsx';
import { useFocus } from './use-edit-mode.ts';
import type { ProposalSummary } from '../../lib/wire.ts';

type Props = {
  proposal: ProposalSummary;
  /** The buttons of this person for this proposal; none where the card is only a way to its page. */
  actions?: ReactNode;
  /** Where its owner may see it: why it came back. */
  notes?: ReactNode;
  takesFocus?: boolean;
};

/** One proposal among others. The whole card leads to its page; the actions stand above that link. */
export function ProposalCard({ proposal, actions, notes, takesFocus = false }: Props) {
  const { t, format } = useText();
  const titleId = useId();
  const link = useFocus<HTMLAnchorElement>(takesFocus);
  return (
    <PictureCard labelledBy={titleId} picture={<ProposalPicture proposal={proposal} />}>
      <div>
        <h3 id={titleId} className={styles.title} dir="auto">
          <Link ref={link} href={paths.proposal(proposal.mfiName, proposal.id)} className={styles.link}>
            {proposal.title}
          </Link>
        </h3>
        <p className={styles.who}>
          {t('proposal.byThrough', {
            name: format.isolate(proposal.userName),
            mfi: format.isolate(proposal.mfiName),
          })}
        </p>
      </div>
      <p className={styles.purpose} dir="auto">
        {proposal.description}
      </p>
      <div className={styles.badges}>
        <CheckedBadge proposal={proposal} />
        {proposal.isBackedByUser && (
          <Badge tone="accent" icon="heart">
            {t('proposal.backedByYou')}
          </Badge>
        )}
      </div>
      {notes}
      <div className={styles.end}>
        <ProposalProgress proposal={proposal} />
        <ProposalFigures proposal={proposal} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </PictureCard>
  );
}
