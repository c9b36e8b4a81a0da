import type { ReactNode } from 'react';
import { filterWord } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { CAMPAIGN_FILTERS, type CampaignFilter, useCampaignProposals } from './use-campaign-proposals.ts';

type Props = {
  campaignId: string;
  filter: CampaignFilter;
  onFilter: (filter: CampaignFilter) => void;
  children: (proposal: ProposalSummary) => ReactNode;
};

/** The proposals of a campaign, as this reader sees them. */
export function CampaignProposals({ campaignId, filter, onFilter, children }: Props) {
  const { t } = useText();
  return (
    <FilteredList
      title={t('campaigns.page.proposals')}
      filterLabel={t('home.filter.label')}
      options={CAMPAIGN_FILTERS.map((value) => ({ value, label: t(filterWord(value)) }))}
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
