import { useQuery } from '@tanstack/react-query';
import { callList } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Proposals that the person signed in was invited to and has not backed. */
export function useInvitations(isWanted = true) {
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: ({ signal }) => callList('listInvitations', { query: {} }, { signal }),
    enabled: isWanted,
  });
}
