import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The showcase of the MFI of this page: its figures and four open proposals. The server sends it with the page. */
export function useShowcase() {
  const name = useMfiName();
  return useQuery({
    queryKey: queryKeys.mfiShowcase(name),
    queryFn: ({ signal }) => call('mfiShowcase', { query: { name } }, { signal }),
  });
}
