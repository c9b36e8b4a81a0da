import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The album of a proposal: all of its pictures but the main one. */
export function galleryQuery(proposalId: string) {
  return {
    queryKey: queryKeys.gallery(proposalId),
    queryFn: ({ signal }: { signal: AbortSignal }) => call('listGalleryImages', { query: { proposalId } }, { signal }),
  };
}
