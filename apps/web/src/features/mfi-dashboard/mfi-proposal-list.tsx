import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';
import { STATUS_FILTER_WORDS, STATUS_FILTERS, type StatusFilter } from './status-filter.ts';
import { type OwnMfi, useMfiProposals } from './use-dashboard.ts';

type Props = {
  mfi: OwnMfi;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  renderCard: (proposal: ProposalSummary) => ReactNode;
};

/** The MFI's proposals, drafts never among them. */
export function MfiProposalList({ mfi, filter, onFilter, renderCard }: Props) {
  const { t } = useText();
  const list = useMfiProposals(mfi, filter);
  return (
    <section aria-labelledby="mfi-proposals">
      <Stack>
        <h2 id="mfi-proposals">{t('mfi.list.title')}</h2>
        <FilterBar
          label={t('mfi.filter.label')}
          options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_FILTER_WORDS[value]) }))}
          value={filter}
          onValueChange={onFilter}
        />
        {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
        {!list.rows && !list.isError && <CardSkeletons count={3} />}
        {list.rows?.length === 0 && (
          <EmptyState
            icon="inbox"
            title={t('common.noData')}
            text={t(filter === '' ? 'mfi.list.empty' : 'mfi.list.emptyFilter')}
            action={
              filter !== '' && (
                <Button variant="quiet" onClick={() => onFilter('')}>
                  {t('mfi.list.showAll')}
                </Button>
              )
            }
          />
        )}
        {list.rows && list.rows.length > 0 && (
          <CardGrid label={t('mfi.list.title')}>{list.rows.map(renderCard)}</CardGrid>
        )}
        <MoreButton list={list} />
      </Stack>
    </section>
  );
}
