import { Balances } from '../features/chain/balances.tsx';
import { NetworkState } from '../features/chain/network-state.tsx';
import { Playground } from '../features/chain/playground.tsx';
import { TestMoneyBanner } from '../features/chain/test-money-banner.tsx';
import { useChainAssets, useChainStatus } from '../features/chain/use-chain.ts';
import { VisitorCard } from '../features/chain/visitor-card.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';

/** The test-network demo (specification sections 2, 5 and 9): people signed in act, visitors read what it is. */
export default function ChainDemoPage() {
  const { t } = useText();
  const { user } = useSession();
  const status = useChainStatus();
  const assets = useChainAssets({ isEnabled: user !== null, isChainUp: status.data?.height !== null });
  const retry = () => {
    void status.refetch();
    if (user) assets.refetch();
  };
  return (
    <Page
      title={t('chain.demo.title')}
      lead={t('chain.demo.lead')}
      actions={
        user && (
          <LinkButton variant="quiet" icon="wallet" href={paths.casperAssets()}>
            {t('chain.toAssets')}
          </LinkButton>
        )
      }
    >
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
    </Page>
  );
}
