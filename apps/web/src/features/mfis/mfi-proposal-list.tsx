import type { ReactNode } from 'react';
import { filterWord } from '../../lib/proposal-status.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { MFI_FILTERS, type MfiFilter, type OwnMfi, useMfiProposals } from './use-office.ts';

type Props = {
  mfi: OwnMfi;
  filter: MfiFilter;
  onFilter: (filter: MfiFilter) => void;
  renderCard: (proposal: ProposalSummary) => ReactNode;
};

/** The MFI's proposals, drafts never among them. */
export function MfiProposalList({ mfi, filter, onFilter, renderCard }: Props) {
  const { t } = useStaffText();
  return (
    <FilteredList
      title={t('mfi.list.title')}
      filterLabel={t('mfi.filter.label')}
      options={MFI_FILTERS.map((value) => ({
        value,
        label: t(wordOf(value)),
      }))}
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

function wordOf(filter: MfiFilter): StaffTextKey {
  if (filter === 'incomplete') return 'mfi.filter.incomplete';
  return filter === 'active' ? 'mfi.stats.active' : filterWord(filter);
}
