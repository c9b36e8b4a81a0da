import { parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { mfiNameOf } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf } from '../../lib/wire.ts';

export type FigureRow = DataOf<'findLoanFigures'>['rows'][number];
/** The institution and the day, at its end; without a name of all, without a day the last one. */
export type FiguresOf = { name?: string; asOf?: string };

/** The address of the page says it; a day that is none is left out. */
export function figuresOf(params: { readonly mfi?: string | undefined }, query: URLSearchParams): FiguresOf {
  const day = parseCalendarDate(query.get('asOf') ?? '');
  return { ...(params.mfi && { name: mfiNameOf(params.mfi) }), ...(day && { asOf: day }) };
}

/** The server sends the figures with the page. */
export function useLoanFigures(of: FiguresOf) {
  return useQuery({
    queryKey: queryKeys.loanFigures(of),
    queryFn: ({ signal }) => call('findLoanFigures', { query: of }, { signal }),
    placeholderData: keepPreviousData,
  });
}
