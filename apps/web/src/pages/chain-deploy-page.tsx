import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { DeployDetails } from '../features/chain/deploy-details.tsx';
import { TestMoneyBanner } from '../features/chain/test-money-banner.tsx';
import { ApiError, call } from '../lib/api.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { paths } from '../lib/paths.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useText } from '../lib/text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const HASH = /^[0-9a-f]{64}$/;
const LOOK_MS = 3_000;

/** One transaction of the test network, for chains that have no explorer. */
export default function ChainDeployPage() {
  const { t } = useText();
  const hash = (useParams().hash ?? '').toLowerCase();
  const isHash = HASH.test(hash);
  const deploy = useQuery({
    queryKey: queryKeys.chainDeploy(hash),
    queryFn: ({ signal }) => call('findChainDeploy', { params: { hash } }, { signal }),
    enabled: isHash,
    refetchInterval: ({ state }) => (['waiting', 'sent'].includes(state.data?.state ?? '') ? LOOK_MS : false),
  });
  const isMissing = !isHash || (deploy.error instanceof ApiError && deploy.error.status === 404);
  return (
    <Page
      width="reading"
      title={t('chain.deploy.title')}
      back={{ href: paths.casperAssets(), label: t('chain.assets.title') }}
    >
      <Stack>
        <TestMoneyBanner />
        {isMissing ? (
          <EmptyState
            icon="search"
            title={t('chain.deploy.missing')}
            text={t('chain.deploy.missingText')}
            action={<LinkButton href={paths.chainDemo()}>{t('chain.demo.title')}</LinkButton>}
          />
        ) : deploy.data ? (
          <DeployDetails deploy={deploy.data} />
        ) : deploy.error ? (
          <ErrorState text={errorSentence(deploy.error, t)} onRetry={() => void deploy.refetch()} />
        ) : (
          <Skeleton shape="box" />
        )}
      </Stack>
    </Page>
  );
}
