import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import styles from './office.module.css';
import type { Entry, Queue, QueueName } from './queue-entry.ts';

type Props = {
  name: QueueName;
  mfi: { id: string; name: string };
  children: (entries: readonly Entry[]) => ReactNode;
};

/** The part of a queue that its reader looks after, page by page: all of it, however many others wait before. */
export default function OwnQueue({ name, mfi, children }: Props) {
  const { t, format } = useStaffText();
  const { queues, pages } = useOwnQueues(name, mfi);
  const entries = queues?.flatMap((queue): readonly Entry[] => queue.entries);
  const count = queues?.[0]?.count ?? 0;
  const heading = useFocusHeir<HTMLParagraphElement>(count);
  if (!entries) return pages.isError ? <ErrorState onRetry={() => void pages.refetch()} /> : <Skeleton shape="box" />;
  const list = {
    hasMore: pages.hasNextPage && entries.length < count,
    isLoadingMore: pages.isFetchingNextPage,
    moreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: () => void pages.fetchNextPage(),
  };
  return (
    <>
      <p ref={heading} tabIndex={-1} className={styles.age}>
        {count === 0 ? t('mfi.queues.noneMine') : t('mfi.queues.mineCount', { shown: format.number(count) })}
      </p>
      {children(entries)}
      <MoreButton list={list} />
    </>
  );
}

/** A page has the next rows of every queue, so what one tab has read the others have too. */
function useOwnQueues(name: QueueName, mfi: Props['mfi']) {
  const isLate = name === 'late';
  const pages = useInfiniteQuery({
    queryKey: [...(isLate ? queryKeys.mfiPortfolio(mfi.name) : queryKeys.mfiQueues(mfi.name)), 'mine'],
    initialPageParam: null as string | null,
    queryFn: async ({
      pageParam,
      signal,
    }): Promise<{ queues: { [Name in QueueName]?: Queue }; next: string | null }> => {
      const query = { mfiId: mfi.id, mine: 'true' as const, cursor: pageParam ?? undefined };
      const page = await (isLate
        ? call('findMfiPortfolio', { query }, { signal })
        : call('mfiQueues', { query }, { signal }));
      return { queues: page, next: page.nextCursor ?? null };
    },
    getNextPageParam: ({ next }) => next,
  });
  return { pages, queues: pages.data?.pages.flatMap(({ queues }) => queues[name] ?? []) };
}
