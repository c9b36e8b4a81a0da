import { useQuery } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The places that an institution knows, or all of them, to suggest. A field works without. */
export function usePlaces(mfiName?: string): readonly string[] | undefined {
  const places = useQuery({
    queryKey: queryKeys.places(mfiName),
    queryFn: ({ signal }) => callList('listPlaces', { query: { ...(mfiName && { name: mfiName }) } }, { signal }),
  });
  return places.data?.data;
}
