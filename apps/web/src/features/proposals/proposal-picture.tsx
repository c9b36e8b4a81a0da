import { lazy, Suspense } from 'react';
import { useText } from '../../lib/text.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './proposal-picture.module.css';
import type { ProposalSummary } from '../../lib/wire.ts';

/** Few have no picture, and the frame keeps the place. */
const PlaceholderScene = lazy(() => import('./placeholder-scene.tsx'));

type Props = {
  proposal: ProposalSummary;
  /** The largest picture of its page, to be fetched first. */
  isLead?: boolean;
};

/** 16:9, so that nothing moves when it arrives. */
export function ProposalPicture({ proposal, isLead = false }: Props) {
  const { t, format } = useText();
  return (
    <div className={styles.frame}>
      <Picture
        image={proposal.image}
        blur={proposal.imageBlur}
        alt={proposal.imageAlt || t('proposal.pictureOf', { title: format.isolate(proposal.title) })}
        sizes={isLead ? '(max-width: 860px) 100vw, 700px' : '(max-width: 400px) 100vw, 400px'}
        fallback={
          <Suspense>
            <PlaceholderScene seed={proposal.id} />
          </Suspense>
        }
        isLead={isLead}
      />
      <span className={styles.badge}>
        <StatusBadge status={proposal.status} />
      </span>
    </div>
  );
}
