import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** How the person signed in gets in. */
export function useAccount(enabled = true) {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => call('currentUser', {}, { signal }),
    enabled,
  });
}
