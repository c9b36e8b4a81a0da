import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf } from '../../lib/wire.ts';

export type YearLetter = DataOf<'findYearLetter'>;

/** Of this year where none is named. */
export function useYearLetter(year: number | undefined) {
  return useQuery({
    queryKey: queryKeys.yearLetter(year),
    queryFn: ({ signal }) => call('findYearLetter', { query: year === undefined ? {} : { year } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** From the address, which may hold any text. */
export function yearOf(search: URLSearchParams): number | undefined {
  const written = search.get('year') ?? '';
  return /^(19|2\d)\d\d$/.test(written) ? Number(written) : undefined;
}
