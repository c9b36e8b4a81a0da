import type { ReactNode } from 'react';
import { type SessionUser, useSession } from '../../lib/session.ts';
import { Stack } from '../../ui/page.tsx';
import { Balances } from './balances.tsx';
import { NetworkState } from './network-state.tsx';
import { TestMoneyBanner } from './test-money-banner.tsx';
import { type ChainAssets, useChain } from './use-chain.ts';
import { VisitorCard } from './visitor-card.tsx';

type Shown = { user: SessionUser; assets: ChainAssets; explorerUrl: string | null };

/** The head of both pages of the test network; the rest is for signed-in people, and visitors read an introduction. */
export function ChainFrame({ children }: { children: (shown: Shown) => ReactNode }) {
  const { user } = useSession();
  const { status, assets, retry } = useChain(user !== null);
  return (
    <Stack>
      <TestMoneyBanner />
      <NetworkState status={status} onRetry={retry} />
      {user ? (
        <>
          <Balances assets={assets} />
          {children({ user, assets, explorerUrl: status.data?.explorerUrl ?? null })}
        </>
      ) : (
        <VisitorCard />
      )}
    </Stack>
  );
}
