import { SHOWN_STATUSES, writtenStatus } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';

/** Proposals of one page of the list, as many as the server puts into the page. */
const PAGE_SIZE = 12;

/** The filters of the list, of which the empty one is every status. A campaign shows no drafts (R16.1). */
export const CAMPAIGN_FILTERS = ['', ...SHOWN_STATUSES] as const;
export type CampaignFilter = (typeof CAMPAIGN_FILTERS)[number];

/** The proposals of a campaign as this reader sees them (R16.1), page by page. */
export function useCampaignProposals(id: string, filter: CampaignFilter) {
  const status = writtenStatus(filter);
  const { rows, ...list } = useList('listCampaigns', queryKeys.campaignProposals(id, status), {
    campaignId: id,
    limit: PAGE_SIZE,
    ...(status !== '' && { status }),
  });
  return { ...list, rows: rows?.flatMap(({ proposalCampaigns }) => proposalCampaigns.map(({ borrow }) => borrow)) };
}
