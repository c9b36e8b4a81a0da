import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './start.module.css';
import { useShowcase } from './use-showcase.ts';

type ShowcaseData = DataOf<'mfiShowcase'>;
type Props = { renderProposal: (proposal: ShowcaseData['proposals'][number]) => ReactNode };

const PROPOSALS = 4;

/** The news of this MFI. The page says all it must without it, so a failure is one quiet line. */
export function Showcase({ renderProposal }: Props) {
  const { t } = useText();
  const { data, isError, refetch } = useShowcase();
  if (isError && !data) {
    return (
      <p className={styles.failed}>
        <Icon name="wifi-off" />
        {t('identity.start.openFailed')}
        <Button variant="plain" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  }
  return (
    <section aria-labelledby="open">
      <h2 id="open" className={styles.heading}>
        {t('identity.start.openTitle')}
      </h2>
      {data ? <Proposals proposals={data.proposals} renderProposal={renderProposal} /> : <AwaitedProposals />}
    </section>
  );
}

function Proposals({ proposals, renderProposal }: Props & Pick<ShowcaseData, 'proposals'>) {
  const { t } = useText();
  if (proposals.length === 0) {
    return <EmptyState title={t('identity.start.openNone')} text={t('identity.start.openNoneText')} />;
  }
  return (
    <ul className={styles.proposals}>
      {proposals.slice(0, PROPOSALS).map((proposal) => (
        <li key={proposal.id}>{renderProposal(proposal)}</li>
      ))}
    </ul>
  );
}

function AwaitedProposals() {
  const { t } = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <ul className={styles.proposals}>
        {Array.from({ length: PROPOSALS }, (_, index) => (
          <li key={index}>
            <Card>
              <div className={styles.awaited}>
                <Skeleton shape="thumb" />
                <Skeleton />
                <Skeleton />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
