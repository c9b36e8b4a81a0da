import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import type { BodyOf } from '../../lib/wire.ts';

export type SharedThing = Pick<BodyOf<'shareLink'>, 'kind' | 'id'>;

/**
 * The own link of the person signed in, and what came of it: `code` is null for a visitor, and as long as no answer is there.
 * The plain address works as well, so nothing waits for it.
 */
export function useOwnLink({ kind, id }: SharedThing): { code: string | null; came: number; backed: number } {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.ownLink(kind, id),
    queryFn: ({ signal }) => call('shareLink', { body: { kind, id } }, { signal }),
    enabled: user !== null,
    staleTime: 0,
    retry: false,
  });
  const backed = data?.backings ?? 0;
  // A reader who is not counted may back all the same.
  return { code: data?.code ?? null, came: Math.max(data?.visits ?? 0, backed), backed };
}
