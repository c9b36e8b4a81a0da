import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useInvitations } from '../features/invitations/use-invitations.ts';
import { useNotificationList } from '../features/notifications/use-notifications.ts';
import { useOrders } from '../features/pay-ins/use-orders.ts';
import { usePayIns } from '../features/pay-ins/use-pay-ins.ts';
import { chosenPeriodOf, periodOf, todayOf } from '../features/portfolio/statement-period.ts';
import { usePortfolio } from '../features/portfolio/use-portfolio.ts';
import { usePortfolioLoans } from '../features/portfolio/use-portfolio-loans.ts';
import { useStatement } from '../features/portfolio/use-statement.ts';
import { wholeTab } from '../features/proposals/lists/home-address.ts';
import { OWN_STATS } from '../features/proposals/lists/use-opening-tab.ts';
import { useProposalList } from '../features/proposals/lists/use-proposal-list.ts';
import { call } from '../lib/api.ts';
import { queryKeys } from '../lib/query-keys.ts';

const LOANS_KEPT = 20;
const UNFILTERED = new URLSearchParams();

/**
 * Asks for what a person looks for without a network and has not opened on this device: Home, My money, the notifications and the
 * loans they have a part in. `onDone` takes it away, so that nothing here is asked again.
 */
export default function KeepAhead({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [today] = useState(() => todayOf(new Date()));
  const own = useProposalList(wholeTab('borrow'));
  const others = useProposalList(wholeTab('invest'));
  const loans = usePortfolioLoans();
  const asked = [
    own,
    others,
    useQuery(OWN_STATS),
    useInvitations(),
    usePortfolio(),
    useStatement(periodOf(chosenPeriodOf(UNFILTERED), today)),
  ];
  const lists = [loans, useOrders(), usePayIns(), useNotificationList()];
  const isAnswered = asked.every(({ isPending }) => !isPending) && lists.every(({ rows, isError }) => rows || isError);
  const ids = [
    ...(own.data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? []),
    ...(loans.rows?.map(({ proposal }) => proposal.id) ?? []),
  ];
  const named = [...new Set(ids)].slice(0, LOANS_KEPT).join(' ');
  useEffect(() => {
    if (!isAnswered) return undefined;
    let isOver = false;
    const keepLoans = async () => {
      // One after the other: whatever the person does meanwhile comes before.
      for (const id of named.split(' ').filter(Boolean)) {
        if (isOver) return;
        const queryFn = () => call('findProposal', { query: { id } });
        await client.ensureQueryData({ queryKey: queryKeys.proposal(id), queryFn }).catch(() => undefined);
      }
      if (!isOver) onDone();
    };
    void keepLoans();
    return () => {
      isOver = true;
    };
  }, [client, isAnswered, named, onDone]);
  return null;
}
