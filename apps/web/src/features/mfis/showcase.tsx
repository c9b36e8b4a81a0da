import type { ReactNode } from 'react';
import { useMfiName } from '../../lib/paths.ts';
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

/** What is going on with this MFI now. The page says all it must without it, so a failure is one quiet line. */
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
    <>
      <Figures data={data} />
      <section aria-labelledby="open">
        <h2 id="open" className={styles.heading}>
          {t('identity.start.openTitle')}
        </h2>
        {data ? <Proposals proposals={data.proposals} renderProposal={renderProposal} /> : <AwaitedProposals />}
      </section>
    </>
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
              <Skeleton shape="picture" />
              <div className={styles.awaited}>
                <Skeleton shape="title" />
                <Skeleton />
                <Skeleton />
                <Skeleton shape="box" />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Nothing to boast of yet is said by leaving the figures out. */
function Figures({ data }: { data: ShowcaseData | undefined }) {
  const { t, format } = useText();
  const name = useMfiName();
  if (data && data.lent === 0) return null;
  const figures = data && [
    { figure: format.money(data.lent), label: t('identity.start.lent') },
    { figure: format.money(data.repaid), label: t('identity.start.repaid') },
    {
      figure: format.number(data.borrowersCount),
      label: t('identity.start.borrowers', { count: data.borrowersCount }),
    },
    { figure: format.number(data.backersCount), label: t('identity.start.backers', { count: data.backersCount }) },
  ];
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className={styles.heading}>
        {t('identity.start.figuresTitle', { mfi: format.isolate(name) })}
      </h2>
      {figures ? (
        <ul className={styles.figures}>
          {figures.map(({ figure, label }) => (
            <li key={label}>
              <strong>{figure}</strong> <span>{label}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton shape="box" />
      )}
    </section>
  );
}
