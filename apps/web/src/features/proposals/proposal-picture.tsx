import { useText } from '../../lib/text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlaceholderScene } from './placeholder-scene.tsx';
import styles from './proposal-picture.module.css';
import type { ProposalSummary } from '../../lib/wire.ts';

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
      {proposal.imageUrl ? (
        <img
          className={styles.picture}
          src={proposal.imageUrl}
          alt={t('proposal.pictureOf', { title: format.isolate(proposal.title) })}
          width={640}
          height={360}
          loading={isLead ? 'eager' : 'lazy'}
          fetchPriority={isLead ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <PlaceholderScene seed={proposal.id} />
      )}
      <span className={styles.badge}>
        <StatusBadge status={proposal.status} />
      </span>
    </div>
  );
}
