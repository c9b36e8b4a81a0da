import { SearchFilters } from '@sathi/contract/saved-searches.ts';
import { z } from 'zod';

export type Filters = z.output<typeof SearchFilters>;

/** The filters as they are kept: in the form of the wire, which pages of other versions write too. */
export function written(filters: Filters): object {
  return z.encode(SearchFilters, filters);
}

/** Kept filters, as the lists take them. */
export function read(kept: unknown): Filters {
  return z.decode(SearchFilters, kept as z.input<typeof SearchFilters>);
}
