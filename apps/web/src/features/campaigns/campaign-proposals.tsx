import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { STATUS_FILTER_WORDS, STATUS_FILTERS, type StatusFilter } from './status-filter.ts';
import { useCampaignProposals } from './use-campaign-proposals.ts';

type Props = {
  campaignId: string;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  children: (proposal: ProposalSummary) => ReactNode;
};

/** The proposals of a campaign, as this reader sees them. */
export function CampaignProposals({ campaignId, filter, onFilter, children }: Props) {
  const { t } = useText();
  return (
    <FilteredList
      title={t('campaigns.page.proposals')}
      filterLabel={t('home.filter.label')}
      options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_FILTER_WORDS[value]) }))}
      filter={filter}
      onFilter={onFilter}
      list={useCampaignProposals(campaignId, filter)}
      empty={t('campaigns.page.empty')}
      emptyFilter={t('campaigns.page.emptyFilter')}
    >
      {children}
    </FilteredList>
  );
}
