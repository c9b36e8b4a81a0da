import { useSession } from '../../lib/session.ts';
import { Stack } from '../../ui/page.tsx';
import { Balances } from './balances.tsx';
import { NetworkState } from './network-state.tsx';
import { Playground } from './playground.tsx';
import { TestMoneyBanner } from './test-money-banner.tsx';
import { useChain } from './use-chain.ts';
import { VisitorCard } from './visitor-card.tsx';

/** People signed in act; visitors read what it is. */
export default function Demo() {
  const { user } = useSession();
  const { status, assets, retry } = useChain(user !== null);
  return (
    <Stack>
      <TestMoneyBanner />
      <NetworkState status={status} onRetry={retry} />
      {user ? (
        <>
          <Balances assets={assets} />
          <Playground key={user.id} assets={assets} explorerUrl={status.data?.explorerUrl ?? null} />
        </>
      ) : (
        <VisitorCard />
      )}
    </Stack>
  );
}
