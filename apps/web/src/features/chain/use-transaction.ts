import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { dismissToast, toast, type ToastOptions } from '../../ui/toast.ts';
import { ACTIONS, type Operation } from './actions.ts';

const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 10_000;
const TRANSACTION_TOAST_MS = 60_000;
const NOTIFICATION_TOAST_MS = 100_000;

/** The page that shows a transaction: in the explorer of its chain, or on our own page. */
export function transactionAddress(hash: string, explorerUrl: string | null): string {
  return explorerUrl === null ? paths.chainDeploy(hash) : `${explorerUrl}/deploy/${hash}`;
}

type Options = {
  /** The operation that the server says is still under way, such as after a reload. */
  pendingId: string | null;
  explorerUrl: string | null;
};

/**
 * The one transaction that is watched: asked after ever more rarely until it has come to an end, with the toasts of the
 * specification (60 s while it is on its way, 100 s and a link when it has come through).
 */
export function useTransaction({ pendingId, explorerUrl }: Options) {
  const { t } = useStaffText();
  const client = useQueryClient();
  const [watchedId, setWatchedId] = useState<string | null>(null);
  const [endedIds, setEndedIds] = useState<readonly string[]>([]);
  /** One at a time: they stay so long that they would cover the page. */
  const shownToast = useRef<number | null>(null);
  const tell = (options: ToastOptions) => {
    if (shownToast.current !== null) dismissToast(shownToast.current);
    shownToast.current = toast.show(options);
  };
  const query = useQuery({
    queryKey: queryKeys.chainOperation(watchedId ?? ''),
    queryFn: ({ signal }) => call('findChainOperation', { params: { id: watchedId ?? '' } }, { signal }),
    enabled: watchedId !== null,
    refetchInterval: ({ state }) =>
      isOver(state.data, state.error)
        ? false
        : Math.min(LAST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** (state.dataUpdateCount + state.errorUpdateCount)),
  });
  const operation = query.data ?? null;
  const isPending = watchedId !== null && !isOver(operation, query.error);
  // Started elsewhere, or before this page was opened.
  if (pendingId !== null && pendingId !== watchedId && !isPending && !endedIds.includes(pendingId)) {
    setWatchedId(pendingId);
  }

  const end = (ended: Operation) => {
    setEndedIds((ids) => [...ids, ended.id]);
    const action = t(ACTIONS[ended.action].title);
    const hash = ended.steps.findLast(({ deployHash }) => deployHash !== null)?.deployHash;
    if (ended.status === 'succeeded') {
      tell({
        text: t('chain.operation.succeeded', { action }),
        kind: 'success',
        durationMs: NOTIFICATION_TOAST_MS,
        ...(hash && { action: { label: t('chain.operation.details'), href: transactionAddress(hash, explorerUrl) } }),
      });
    } else {
      tell({
        text: t('chain.operation.failed', { action, error: ended.error ?? t('chain.operation.failedText') }),
        kind: 'error',
      });
    }
    void client.invalidateQueries({ queryKey: queryKeys.chainAssets });
    void client.invalidateQueries({ queryKey: queryKeys.chainStatus });
  };
  useEffect(() => {
    if (operation && operation.status !== 'pending' && !endedIds.includes(operation.id)) end(operation);
  });

  const start = (id: string) => {
    setWatchedId(id);
    tell({ text: t('chain.operation.sent'), durationMs: TRANSACTION_TOAST_MS });
  };
  return { operation, isWatching: watchedId !== null, isPending, isUnread: query.isError, start };
}

/** It has come to an end, or the server knows nothing of it. */
function isOver(operation: Operation | null | undefined, error: Error | null): boolean {
  if (error instanceof ApiError && error.status === 404) return true;
  return operation !== null && operation !== undefined && operation.status !== 'pending';
}
