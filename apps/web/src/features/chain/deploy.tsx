import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeployDetails } from './deploy-details.tsx';
import { TestMoneyBanner } from './test-money-banner.tsx';

const HASH = /^[0-9a-f]{64}$/;
const LOOK_MS = 3_000;

/** One transaction, looked at again until it is in a block. `hash` is as written in the address. */
export function Deploy({ hash: written }: { hash: string }) {
  const { t } = useStaffText();
  const hash = written.toLowerCase();
  const isHash = HASH.test(hash);
  const deploy = useQuery({
    queryKey: queryKeys.chainDeploy(hash),
    queryFn: ({ signal }) => call('findChainDeploy', { params: { hash } }, { signal }),
    enabled: isHash,
    refetchInterval: ({ state }) => (['waiting', 'sent'].includes(state.data?.state ?? '') ? LOOK_MS : false),
  });
  const isMissing = !isHash || (deploy.error instanceof ApiError && deploy.error.status === 404);
  return (
    <Stack>
      <TestMoneyBanner />
      {isMissing ? (
        <EmptyState
          icon="search"
          title={t('chain.deploy.missing')}
          text={t('chain.deploy.missingText')}
          action={<LinkButton href={paths.testNetwork()}>{t('chain.network.title')}</LinkButton>}
        />
      ) : deploy.data ? (
        <DeployDetails deploy={deploy.data} />
      ) : deploy.error ? (
        <ErrorState text={errorSentence(deploy.error, t)} onRetry={() => void deploy.refetch()} />
      ) : (
        <Skeleton shape="box" />
      )}
    </Stack>
  );
}
