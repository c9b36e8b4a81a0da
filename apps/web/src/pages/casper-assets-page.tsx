import { Backings } from '../features/chain/backings.tsx';
import { Balances } from '../features/chain/balances.tsx';
import { NetworkState } from '../features/chain/network-state.tsx';
import { TestMoneyBanner } from '../features/chain/test-money-banner.tsx';
import { useChainAssets, useChainStatus } from '../features/chain/use-chain.ts';
import { VisitorCard } from '../features/chain/visitor-card.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';

/** What a person has on the test network (specification section 2). */
export default function CasperAssetsPage() {
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
      title={t('chain.assets.title')}
      lead={t('chain.assets.lead')}
      actions={
        <LinkButton variant={user ? 'primary' : 'quiet'} icon="coins" href={paths.chainDemo()}>
          {t('chain.toDemo')}
        </LinkButton>
      }
    >
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
    </Page>
  );
}
