import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The first 50 institutions; none until they are known. */
export function usePartners(enabled = true) {
  const { data = [] } = useQuery({
    queryKey: queryKeys.mfis,
    queryFn: () => call('listMfis', {}),
    enabled,
  });
  return data;
}
