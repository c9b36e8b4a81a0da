import { useQuery } from '@tanstack/react-query';
import { callList } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { DataOf } from '../../lib/wire.ts';

type Day = DataOf<'listAccountDays'>[number];

/** All days of an account, the oldest first. */
export function useDays(mfiId: string, accountId: string) {
  return useQuery({ queryKey: queryKeys.deskDays(mfiId, accountId), queryFn: () => allDays(mfiId, accountId) });
}

async function allDays(mfiId: string, accountId: string): Promise<Day[]> {
  const all: Day[] = [];
  let cursor: string | null = null;
  do {
    const query = { mfiId, accountId, limit: 50, ...(cursor !== null && { cursor }) };
    const page: { data: Day[]; nextCursor: string | null } = await callList('listAccountDays', { query } as never);
    all.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
