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
          src={`${proposal.imageUrl}?w=640`}
          srcSet={`${proposal.imageUrl}?w=640 640w, ${proposal.imageUrl}?w=1600 1600w`}
          sizes={isLead ? '(max-width: 860px) 100vw, 700px' : '(max-width: 400px) 100vw, 400px'}
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
