import { CATEGORIES } from '@sathi/domain/categories.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { type HomeView, placeOf, wholeTab } from './home-address.ts';

type Params = { readonly [Name in 'place' | 'category']?: string | undefined };
/** The one filter of a public page. */
export type PublicFilter = { place: string } | { category: HomeView['category'] };

/**
 * The filter of a page about a place or a trade, from its address; undefined for an unknown trade, and for a text that
 * cannot be the name of a place.
 */
export function publicFilterOf({ place, category }: Params): PublicFilter | undefined {
  if (place !== undefined) {
    const name = decoded(place);
    return name === placeOf(name) ? { place: name } : undefined;
  }
  const known = CATEGORIES.find((name) => name === category);
  return known && { category: known };
}

export function publicViewOf(filter: PublicFilter): HomeView {
  return { ...wholeTab('invest'), ...filter };
}

/** Decodes a part of an address, which holds a slash in a name as a code; a part that is malformed stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Counts what became of the loans of a place, a trade or a partner. The server sends it with the page. */
export function usePublicFigures(of: PublicFilter | { name: string }) {
  return useQuery({
    queryKey: queryKeys.publicFigures(of),
    queryFn: ({ signal }) => call('findPublicFigures', { query: of as { place: string } }, { signal }),
  });
}
