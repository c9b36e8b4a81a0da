import { statusBadge } from '../../lib/proposal-status.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Picture } from '../files/picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import styles from './proposal-picture.module.css';
import type { ProposalSummary } from '../../lib/wire.ts';

/** The largest picture of its page, fetched first. Its frame is 16:9, so that nothing moves when it arrives. */
export function ProposalPicture({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useText();
  return (
    <div className={styles.frame}>
      <Picture
        image={proposal.image}
        blur={proposal.imageBlur}
        alt={proposal.imageAlt || t('proposal.pictureOf', { title: proposal.title })}
        sizes="(max-width: 860px) 100vw, 700px"
        fallback={<NoPicture category={proposal.category} />}
        isLead
      />
      <StatusBadge proposal={proposal} />
    </div>
  );
}

type ThumbProps = {
  proposal: ProposalSummary;
  /** Leaves out the badge, where there is no room for it. */
  small?: boolean;
};

/** The picture beside the words of a list, which name the proposal, so the picture has no alternative text. */
export function ProposalThumb({ proposal, small = false }: ThumbProps) {
  return (
    <div className={small ? styles.small : styles.thumb}>
      <Picture
        image={proposal.image}
        blur={proposal.imageBlur}
        alt=""
        sizes="112px"
        fallback={<NoPicture category={proposal.category} />}
        isThumb
      />
      {!small && <StatusBadge proposal={proposal} />}
    </div>
  );
}

function StatusBadge({ proposal }: { proposal: ProposalSummary }) {
  const text = useText();
  const { user } = useSession();
  const isOwner = user?.id === proposal.userId;
  const isParty = isOwner || user?.userMfis.some(({ mfiId }) => mfiId === proposal.mfiId);
  return (
    <span className={styles.badge}>
      <Badge {...statusBadge(proposal, text, isParty ? 'party' : 'other')} />
    </span>
  );
}

/**
 * Says that there is no picture, beside a sign of the trade, rather than draw a scene that could be taken for the
 * borrower's own. The signs are files, so that a page with pictures loads none of them.
 */
function NoPicture({ category }: Pick<ProposalSummary, 'category'>) {
  const { t } = useText();
  return (
    <span className={styles.none}>
      {category !== null && (
        <img className={styles.trade} src={`/trades/${category}.svg`} alt="" width={24} height={24} />
      )}
      {t('proposal.noPicture')}
    </span>
  );
}
