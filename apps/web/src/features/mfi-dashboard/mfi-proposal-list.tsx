import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FilteredList } from '../../ui/filtered-list.tsx';
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
  return (
    <FilteredList
      title={t('mfi.list.title')}
      filterLabel={t('mfi.filter.label')}
      options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_FILTER_WORDS[value]) }))}
      filter={filter}
      onFilter={onFilter}
      list={useMfiProposals(mfi, filter)}
      empty={t('mfi.list.empty')}
      emptyFilter={t('mfi.list.emptyFilter')}
    >
      {renderCard}
    </FilteredList>
  );
}
