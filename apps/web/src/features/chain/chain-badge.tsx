import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import styles from './chain.module.css';

const WAITING_MS = 15_000;

/** Whether a proposal is registered on the chain: registered, waiting, or empty (R17.9). Empty also stands for an unknown state. */
export function ChainBadge({ proposalId }: { proposalId: string }) {
  const { t } = useText();
  const { data } = useQuery({
    queryKey: queryKeys.chainRegistration(proposalId),
    queryFn: ({ signal }) => call('findChainRegistration', { params: { id: proposalId } }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_MS : false),
  });
  if (data?.state === 'waiting') return <p>{t('chain.badge.waiting')}</p>;
  if (data?.state !== 'registered' || data.deployHash === null) return null;
  return (
    <Link href={paths.chainDeploy(data.deployHash)} className={styles.recorded}>
      {t('chain.badge.registered')}
    </Link>
  );
}
