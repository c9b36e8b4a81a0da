import { useSession } from '../../lib/session.ts';
import { Stack } from '../../ui/page.tsx';
import { Backings } from './backings.tsx';
import { Balances } from './balances.tsx';
import { NetworkState } from './network-state.tsx';
import { TestMoneyBanner } from './test-money-banner.tsx';
import { useChain } from './use-chain.ts';
import { VisitorCard } from './visitor-card.tsx';

/** What a person has on the test network; for a visitor, what it is. */
export default function OwnAssets() {
  const { user } = useSession();
  const { status, assets, retry } = useChain(user !== null);
  return (
    <Stack>
      <TestMoneyBanner />
      <NetworkState status={status} onRetry={retry} />
      {user ? (
        <>
          <Balances assets={assets} />
          <Backings assets={assets} />
        </>
      ) : (
        <VisitorCard />
      )}
    </Stack>
  );
}
