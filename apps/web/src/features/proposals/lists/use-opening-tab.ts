import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { HomeTab } from './home-address.ts';
import { homeViewOf } from './home-address.ts';
import { useProposalList } from './use-proposal-list.ts';

const NO_SEARCH = new URLSearchParams();
const OWN = homeViewOf('/App/Borrow', NO_SEARCH, 'borrow');
const OTHERS = homeViewOf('/App/Invest', NO_SEARCH, 'invest');

/** The sums that the person borrowed and lent. */
export const OWN_STATS = queryOptions({
  queryKey: queryKeys.proposalStats,
  queryFn: ({ signal }) => call('borrowStats', {}, { signal }),
});

type Asked = { isPending: boolean; fetchStatus: string };
type Invitations = Asked & { data: { data: readonly unknown[] } | undefined };

/**
 * The tab that Home opens on where its address names none: the own loans of a person who has some, else the loans of
 * others for a person who lent or was invited. Undefined while that is asked. The loans of others are asked for beside it,
 * once there are none of their own; once decided it stays, whatever happens on the page.
 */
export function useOpeningTab(isAsked: boolean, invitations: Invitations): HomeTab | undefined {
  const [decided, setDecided] = useState<HomeTab>();
  const isOpen = isAsked && decided === undefined;
  const own = useProposalList(OWN, isOpen);
  const stats = useQuery({ ...OWN_STATS, enabled: isOpen });
  const hasOwn = own.data?.pages.some((page) => page.data.length > 0) ?? false;
  useProposalList(OTHERS, isOpen && !hasOwn && !isOnItsWay(own));
  if (!isAsked) return 'borrow';
  if (decided !== undefined) return decided;
  if (!hasOwn && [own, stats, invitations].some(isOnItsWay)) return undefined;
  const hasOthers = (stats.data?.pasive.amount ?? 0) > 0 || (invitations.data?.data.length ?? 0) > 0;
  const tab = !hasOwn && hasOthers ? 'invest' : 'borrow';
  setDecided(tab);
  return tab;
}

/** True while an answer may still come; without a network none does. */
function isOnItsWay({ isPending, fetchStatus }: Asked): boolean {
  return isPending && fetchStatus !== 'paused';
}
