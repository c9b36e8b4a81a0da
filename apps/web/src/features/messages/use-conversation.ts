import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, callList } from '../../lib/api.ts';
import { writtenStatus } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { rememberUnreadMessages, useUnread } from '../../lib/unread.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Message = DataOf<'listMessages'>[number];

const written = (status: ProposalStatus | undefined) => status && writtenStatus(status);

/** The choice "Unread Messages". */
export const UNREAD = '0';

/**
 * The messages of one conversation, or all unread ones; oldest first, their end fetched first. They are live while
 * shown.
 */
export function useMessages(proposalId: string, status: ProposalStatus | undefined, isReadable: boolean) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.messages(proposalId, status),
    enabled: isReadable,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callList(
        'listMessages',
        { query: { proposalId, status: written(status), cursor: pageParam ?? undefined } } as never,
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
  return {
    messages: pages.data?.pages.toReversed().flatMap((page) => page.data),
    error: pages.error,
    hasOlder: pages.hasNextPage,
    isLoadingOlder: pages.isFetchingNextPage,
    loadOlder: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}

/** The conversations of the reader: the one conversation, or all of a status. */
export function useConversations(proposalId: string | null, status: ProposalStatus | undefined) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.conversations(proposalId, status),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callList(
        'listConversations',
        {
          query: { proposalId: proposalId ?? undefined, status: written(status), cursor: pageParam ?? undefined },
        } as never,
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
  return {
    conversations: pages.data?.pages.flatMap((page) => page.data),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    moreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: () => void pages.fetchNextPage(),
    error: pages.error,
    retry: () => void pages.refetch(),
  };
}

/** Each hint of the server may be about a message that belongs here. */
export function useLiveMessages(): void {
  const client = useQueryClient();
  const { news } = useUnread();
  useEffect(() => {
    if (news > 0) void client.invalidateQueries({ queryKey: queryKeys.allMessages });
  }, [client, news]);
}

/** Opening a conversation marks it as read, and so does each message that arrives while it is open (R15.4). */
export function useMarkAsRead(proposalId: string, messages: readonly Message[] | undefined, ownId: string): void {
  const client = useQueryClient();
  const last = proposalId === UNREAD ? undefined : messages?.findLast(({ userId }) => userId !== ownId)?.id;
  useEffect(() => {
    if (last === undefined) return;
    // A mark that cannot be sent now is sent with the next message, or at the next opening.
    call('readMessages', { body: { messageId: last } })
      .then(({ unreadMessagesCount }) => {
        rememberUnreadMessages(unreadMessagesCount);
        // The number stands on the cards and on the page, of whose parts none shows it.
        void client.invalidateQueries({ queryKey: queryKeys.proposal(proposalId), exact: true });
        return client.invalidateQueries({ queryKey: queryKeys.proposals });
      })
      .catch(() => undefined);
  }, [client, last, proposalId]);
}
