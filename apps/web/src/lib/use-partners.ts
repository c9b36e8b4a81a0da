import { useQuery } from '@tanstack/react-query';
import { callList } from './api.ts';
import { queryKeys } from './query-keys.ts';
import type { DataOf } from './wire.ts';

const HOUR_MS = 3_600_000;

/** All institutions; none until they are known. */
export function usePartners(isWanted = true) {
  const mfis = useQuery({ queryKey: queryKeys.mfis, queryFn: listAll, staleTime: HOUR_MS, enabled: isWanted });
  return mfis.data ?? [];
}

/** The names to choose from, with the chosen one also while the others are not known. */
export function usePartnerNames(chosen: string | undefined): readonly string[] {
  const names = usePartners().map(({ name }) => name);
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
}

async function listAll({ signal }: { signal: AbortSignal }): Promise<DataOf<'listMfis'>> {
  const mfis: DataOf<'listMfis'> = [];
  let cursor: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before it ended
    const page = await callList('listMfis', cursor === undefined ? {} : { query: { cursor } }, { signal });
    mfis.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return mfis;
}
