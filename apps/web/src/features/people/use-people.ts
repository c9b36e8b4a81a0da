import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Person = DataOf<'findPerson'>;

/** The people of an institution by a part of their name or phone. */
export function usePeople(mfiId: string, search: string) {
  return useList('listPeople', queryKeys.people(mfiId, search), { mfiId, ...(search !== '' && { search }) });
}

export function usePerson(mfiId: string, id: string) {
  return useQuery({
    queryKey: queryKeys.person(mfiId, id),
    queryFn: ({ signal }) => call('findPerson', { query: { mfiId, id } }, { signal }),
  });
}
