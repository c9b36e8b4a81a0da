import type { ReactNode } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { CardGrid } from '../../ui/card.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import type { Campaign } from './campaign-draft.ts';

type Props = {
  mfiId: string;
  children: (campaign: Campaign) => ReactNode;
};

/** An MFI's campaigns, newest first; archived ones are not among them (R16.2). */
export function CampaignList({ mfiId, children }: Props) {
  const { t } = useText();
  const list = useList('listCampaigns', queryKeys.campaigns(mfiId), { mfiId, limit: 12 });
  if (!list.rows) {
    if (!list.isError) return <CardSkeletons count={3} />;
    return <ErrorState text={t('campaigns.loadFailed')} onRetry={list.retry} />;
  }
  if (list.rows.length === 0) {
    return <EmptyState icon="megaphone" title={t('common.noData')} text={t('campaigns.emptyText')} />;
  }
  return (
    <Stack>
      <CardGrid label={t('campaigns.title')}>{list.rows.map(children)}</CardGrid>
      <MoreButton list={list} />
    </Stack>
  );
}
