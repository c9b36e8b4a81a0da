import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** All institutions; none until they are known. */
export function usePartners(isWanted = true) {
  const mfis = useQuery({
    queryKey: queryKeys.mfis,
    queryFn: ({ signal }) => call('listMfis', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  });
  return mfis.data ?? [];
}
