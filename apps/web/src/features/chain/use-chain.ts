import { SAMPLE_PROPOSAL_IDS } from '@sathi/domain/chain-operations.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { SAMPLE_ASSETS } from './sample-assets.ts';

const STATUS_MS = 30_000;
const RECOVERY_MS = 5_000;

/** The chain, what the signed-in person has on it, and looking at both again at once. */
export function useChain(isSignedIn: boolean) {
  const status = useChainStatus();
  const assets = useChainAssets({ isEnabled: isSignedIn, isChainUp: status.data?.height !== null });
  const retry = () => {
    void status.refetch();
    if (isSignedIn) assets.refetch();
  };
  return { status, assets, retry };
}

export type ChainStatus = ReturnType<typeof useChainStatus>;
export type ChainAssets = ReturnType<typeof useChainAssets>;

/** The newest block, looked at again now and then, and sooner while something is wrong. */
function useChainStatus() {
  return useQuery({
    queryKey: queryKeys.chainStatus,
    queryFn: ({ signal }) => call('chainStatus', {}, { signal }),
    // The age of what is shown matters here, so a page that is opened reads anew.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'success' && state.data?.healthy ? STATUS_MS : RECOVERY_MS),
  });
}

/**
 * What the signed-in person has. When the chain is away, what was last read stays, with its age; was nothing ever read,
 * `shown` are samples and `own` is null.
 */
function useChainAssets({ isEnabled, isChainUp }: { isEnabled: boolean; isChainUp: boolean }) {
  const { t } = useText();
  const query = useQuery({
    queryKey: queryKeys.chainAssets,
    queryFn: ({ signal }) => call('chainAssets', {}, { signal }),
    enabled: isEnabled,
    staleTime: 0,
    retry: false,
    // The samples are the last that a new chain gets.
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || (data && data.proposals.length < SAMPLE_PROPOSAL_IDS.length) ? RECOVERY_MS : false,
  });
  const own = query.data ?? null;
  const isStale = query.isError || !isChainUp;
  return {
    own,
    shown: own ?? (isStale ? SAMPLE_ASSETS : null),
    isStale,
    /** Milliseconds since 1970; 0 when nothing was read. */
    readAt: query.dataUpdatedAt,
    problem: query.error && !isChainAway(query.error) ? errorSentence(query.error, t) : null,
    refetch: () => void query.refetch(),
  };
}

/** Said once, by the state of the network, and not again by everything that comes from it. */
function isChainAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'chain_unavailable';
}
