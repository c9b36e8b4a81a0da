import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import styles from './chain.module.css';

const WAITING_MS = 15_000;

/**
 * Whether a proposal is registered on the chain: registered, waiting, or nothing (R17.9). Nothing is also what is shown
 * when it cannot be known. Its line has its height from the start, so nothing moves.
 */
export function ChainBadge({ proposalId }: { proposalId: string }) {
  const { t, format } = useText();
  const { data } = useQuery({
    queryKey: queryKeys.chainRegistration(proposalId),
    queryFn: ({ signal }) => call('findChainRegistration', { params: { id: proposalId } }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_MS : false),
  });
  return (
    <div className={styles.badge}>
      {data?.state === 'waiting' && <Badge icon="clock">{t('chain.badge.waiting')}</Badge>}
      {data?.state === 'registered' && (
        <Registered deployHash={data.deployHash}>
          <Badge tone="info" icon="check">
            {t('chain.badge.registered', { height: data.blockHeight === null ? '–' : format.number(data.blockHeight) })}
          </Badge>
        </Registered>
      )}
    </div>
  );
}

function Registered({ deployHash, children }: { deployHash: string | null; children: ReactNode }) {
  return deployHash === null ? children : <Link href={paths.chainDeploy(deployHash)}>{children}</Link>;
}
