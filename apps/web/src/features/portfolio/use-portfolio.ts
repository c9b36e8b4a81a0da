import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The sums of the reader's own money, and its months. */
export function usePortfolio() {
  return useQuery({
    queryKey: queryKeys.portfolio,
    queryFn: ({ signal }) => call('findPortfolio', {}, { signal }),
  });
}
