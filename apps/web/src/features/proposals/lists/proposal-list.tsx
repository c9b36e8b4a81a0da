import type { ReactNode } from 'react';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { type Translate, useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardGrid } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import hidden from '../../../ui/visually-hidden.module.css';
import styles from './proposal-list.module.css';
import type { ProposalSummary } from '../../../lib/wire.ts';
import type { useProposalList } from './use-proposal-list.ts';

type Props = {
  /** Names the list, as a heading that is heard and not seen. */
  label: string;
  list: Pick<
    ReturnType<typeof useProposalList>,
    'data' | 'error' | 'isPending' | 'isFetchingNextPage' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
  >;
  /** This list cannot hold any proposal, so none is waited for. */
  isAlwaysEmpty?: boolean;
  empty: ReactNode;
  children: (proposal: ProposalSummary) => ReactNode;
};

/** A list of proposals in each of its states: on its way, failed, empty, and full with more to come. */
export function ProposalList({ label, list, isAlwaysEmpty = false, empty, children }: Props) {
  const { t } = useText();
  if (isAlwaysEmpty) return empty;
  if (!list.data) {
    if (list.isPending) return <CardSkeletons count={3} />;
    return <ErrorState text={errorSentence(list.error, t)} onRetry={() => void list.refetch()} />;
  }
  // A proposal that moved while pages were fetched may stand on two of them.
  const proposals = new Map(list.data.pages.flatMap((page) => page.data).map((proposal) => [proposal.id, proposal]));
  if (proposals.size === 0) return empty;
  return (
    <>
      <h2 className={hidden.hidden}>{label}</h2>
      <p className={styles.count}>{countWords(proposals.size, list.hasNextPage, t)}</p>
      <CardGrid label={label}>{[...proposals.values()].map(children)}</CardGrid>
      <ListEnd list={list} isLong={list.data.pages.length > 1} />
    </>
  );
}

export function countWords(count: number, hasMore: boolean, t: Translate): string {
  return t(hasMore ? 'home.results.more' : 'home.results', { count });
}

function ListEnd({ list, isLong }: { list: Props['list']; isLong: boolean }) {
  const { t } = useText();
  if (!list.hasNextPage) return isLong && <p className={styles.end}>{t('common.listEnd')}</p>;
  return (
    <div className={styles.end}>
      {list.error && <p role="alert">{errorSentence(list.error, t)}</p>}
      <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('common.loadMore')}
      </Button>
    </div>
  );
}
