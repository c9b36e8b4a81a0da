import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The limits of an institution; undefined until they are known, as without a network: the service judges in any case. */
export function useLoanLimits(mfiId: string | undefined) {
  const { data } = useQuery({
    queryKey: queryKeys.loanLimits(mfiId ?? ''),
    queryFn: ({ signal }) => call('findLoanLimits', { query: { mfiId: mfiId ?? '' } }, { signal }),
    enabled: mfiId !== undefined,
  });
  return data;
}
