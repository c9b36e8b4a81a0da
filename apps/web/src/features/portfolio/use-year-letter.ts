import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf } from '../../lib/wire.ts';

export type YearLetter = DataOf<'findYearLetter'>;

/** The reader's letter of `year`; of this year when it is undefined. */
export function useYearLetter(year: number | undefined) {
  return useQuery({
    queryKey: queryKeys.yearLetter(year),
    queryFn: ({ signal }) => call('findYearLetter', { query: year === undefined ? {} : { year } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The year that an address names; undefined when it names none, as an address may hold any text. */
export function yearOf(search: URLSearchParams): number | undefined {
  const written = search.get('year') ?? '';
  return /^(19|2\d)\d\d$/.test(written) ? Number(written) : undefined;
}
