import { SAMPLE_PROPOSAL_IDS } from '@sathi/domain/chain-operations.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { SAMPLE_ASSETS } from './sample-assets.ts';

const STATUS_MS = 30_000;
const RECOVERY_MS = 5_000;

/** The chain, the signed-in person's assets on it, and a function that reads both again at once. */
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

/** The newest block, read again now and then, and sooner while the chain is in trouble. */
function useChainStatus() {
  return useQuery({
    queryKey: queryKeys.chainStatus,
    queryFn: ({ signal }) => call('chainStatus', {}, { signal }),
    // The age of the values matters here, so a page that is opened reads anew.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'success' && state.data?.healthy ? STATUS_MS : RECOVERY_MS),
  });
}

/**
 * The assets of the person signed in. When the chain is away, those last read stay, with their age; before any was
 * read, `shown` are samples and `own` is null.
 */
function useChainAssets({ isEnabled, isChainUp }: { isEnabled: boolean; isChainUp: boolean }) {
  const { t } = useText();
  const query = useQuery({
    queryKey: queryKeys.chainAssets,
    queryFn: ({ signal }) => call('chainAssets', {}, { signal }),
    enabled: isEnabled,
    staleTime: 0,
    retry: false,
    // A new chain gets its samples last, so assets that lack some are read again soon.
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

/** Whether an error comes from the chain being away: the state of the network says so once, and no error repeats it. */
function isChainAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'chain_unavailable';
}
