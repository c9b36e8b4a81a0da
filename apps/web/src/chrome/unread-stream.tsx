import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../lib/query-keys.ts';
import { useSession } from '../lib/session.ts';
import { tellUnread } from '../lib/unread.ts';
import { keepReading } from '../lib/unread-reading.ts';

/**
 * The time between two refreshes of loans, in ms: at an institution with a thousand loans one changes every second, and
 * each refresh costs a phone its data.
 */
const LOOK_AGAIN_MS = 10_000;
const OF_LOANS: ReadonlySet<unknown> = new Set(
  [queryKeys.proposals, queryKeys.allOfProposals, queryKeys.allMfis, queryKeys.allCampaigns, queryKeys.portfolio].map(
    ([first]) => first,
  ),
);

/**
 * Keeps the counts of unread things live while the page is seen, over one connection, however many parts of the page
 * show them. When a loan of the person changed, refreshes the loans on the page.
 */
export function UnreadStream() {
  const { user } = useSession();
  const client = useQueryClient();
  const id = user?.id;
  useEffect(() => (id === undefined ? undefined : follow(client)), [id, client]);
  return null;
}

/**
 * Holds the connection while the page is seen: a hidden page is not read, and another page would miss its connection.
 * On return all counts are read anew.
 */
function follow(client: QueryClient): () => void {
  const loans = lookingAgain(client);
  let reading: AbortController | null = null;
  const stop = () => {
    reading?.abort();
    reading = null;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') stop();
    else if (reading === null) {
      reading = new AbortController();
      void keepReading(reading.signal, (counts, isLoan) => {
        tellUnread(counts);
        if (isLoan) loans.look();
      });
    }
  };
  const reconnect = () => {
    stop();
    look();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', reconnect);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', reconnect);
    stop();
    loans.stop();
    tellUnread(null);
  };
}

/**
 * Refreshes the loans on the page, at once and then at most every {@link LOOK_AGAIN_MS}. A list of several pages stays
 * as it was opened.
 */
function lookingAgain(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const look = (): void => {
    isWanted = timer !== undefined;
    if (isWanted) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) look();
    }, LOOK_AGAIN_MS);
    void client.invalidateQueries(
      { predicate: ({ queryKey, state }) => OF_LOANS.has(queryKey[0]) && !hasManyPages(state.data) },
      { cancelRefetch: false },
    );
  };
  return { look, stop: () => clearTimeout(timer) };
}

function hasManyPages(data: unknown): boolean {
  const { pages } = (data ?? {}) as { pages?: unknown };
  return Array.isArray(pages) && pages.length > 1;
}
