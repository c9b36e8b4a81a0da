import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';

/** As many as the server puts into the page. */
const PAGE_SIZE = 12;

/** The proposals of a campaign as this reader sees them (R16.1), page by page. `status` as the call takes it; empty for all. */
export function useCampaignProposals(id: string, status: string) {
  const { rows, ...list } = useList('listCampaigns', queryKeys.campaignProposals(id, status), {
    campaignId: id,
    limit: PAGE_SIZE,
    ...(status !== '' && { status }),
  });
  return { ...list, rows: rows?.flatMap(({ proposalCampaigns }) => proposalCampaigns.map(({ borrow }) => borrow)) };
}
