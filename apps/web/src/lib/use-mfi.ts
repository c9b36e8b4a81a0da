import { HOUR_MS } from '@sathi/domain/durations.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './api.ts';
import { useMfiName } from './paths.ts';
import { queryKeys } from './query-keys.ts';
import { rememberMfi } from './session.ts';

/** The MFI of this page. The server has put it into the cache of the pages it renders. */
export function useMfi(name: string = useMfiName()) {
  const query = useQuery({
    queryKey: queryKeys.mfi(name),
    queryFn: ({ signal }) => call('findMfi', { query: { name } }, { signal }),
    staleTime: HOUR_MS,
  });
  useEffect(() => {
    if (query.data) rememberMfi(query.data);
  }, [query.data]);
  return query;
}
