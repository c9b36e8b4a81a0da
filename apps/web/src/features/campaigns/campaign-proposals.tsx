import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import { errorSentence } from '../../lib/error-sentence.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { STATUS_FILTER_WORDS, STATUS_FILTERS, type StatusFilter } from './status-filter.ts';
import { useCampaignProposals } from './use-campaign-proposals.ts';

type Props = {
  campaignId: string;
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  children: (proposal: ProposalSummary) => ReactNode;
};

/** The proposals of a campaign, in each state such a list can be in. */
export function CampaignProposals({ campaignId, filter, onFilter, children }: Props) {
  const { t } = useText();
  const list = useCampaignProposals(campaignId, filter);
  return (
    <section aria-labelledby="campaign-proposals">
      <Stack>
        <h2 id="campaign-proposals">{t('campaigns.page.proposals')}</h2>
        <FilterBar
          label={t('home.filter.label')}
          options={STATUS_FILTERS.map((value) => ({ value, label: t(STATUS_FILTER_WORDS[value]) }))}
          value={filter}
          onValueChange={onFilter}
        />
        {list.isError && !list.proposals && <ErrorState text={errorSentence(list.error, t)} onRetry={list.retry} />}
        {!list.proposals && !list.isError && <CardSkeletons count={3} />}
        {list.proposals?.length === 0 && (
          <EmptyState
            icon="inbox"
            title={t('common.noData')}
            text={t(filter === '' ? 'campaigns.page.empty' : 'campaigns.page.emptyFilter')}
            action={
              filter !== '' && (
                <Button variant="quiet" onClick={() => onFilter('')}>
                  {t('campaigns.page.showAll')}
                </Button>
              )
            }
          />
        )}
        {list.proposals && list.proposals.length > 0 && (
          <CardGrid label={t('campaigns.page.proposals')}>{list.proposals.map(children)}</CardGrid>
        )}
        <MoreButton list={list} />
      </Stack>
    </section>
  );
}
