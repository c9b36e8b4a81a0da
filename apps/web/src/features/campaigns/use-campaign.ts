import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** One campaign without its proposals. `isMissing` for an unknown or hidden one, and for an id that is none. */
export function useCampaign(id: string) {
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery({
    queryKey: queryKeys.campaign(id),
    queryFn: async ({ signal }) => {
      const [campaign] = await call('listCampaigns', { query: { campaignId: id, limit: 1 } }, { signal });
      if (!campaign) throw new ApiError({ status: 404, code: 'not_found' });
      return campaign;
    },
    enabled: isId,
  });
  const isMissing = !isId || (query.error instanceof ApiError && query.error.status === 404);
  return { campaign: query.data, error: query.error, isMissing, retry: () => void query.refetch() };
}
