import { DAY_MS } from '@sathi/domain/durations.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/react-query-persist-client';
import { createStore, del, get, keys, set } from 'idb-keyval';
import { ApiError, isUndecided } from './api.ts';

const WEEK_MS = 7 * DAY_MS;
const SAVED_AT_MOST = 120;
const PAUSE_MS = 1_000;
const VISITOR = 'visitor';

/** Opens the store when it is needed: a browser without a database works too, and remembers nothing. */
const store = () => createStore('sathi-saved', 'answers');

/**
 * The answers that may lie on a phone that gets lost: those of Home, of a proposal, of a conversation and of My money, and how to
 * pay. Profiles, bank details of withdrawals and the staff's views of others are asked for each time, but for the list of a round.
 */
const SAVED: Record<string, (key: QueryKey) => boolean> = {
  mfi: (key) => key.length === 2 || key[2] === 'showcase',
  mfis: () => true,
  proposals: (key) => key[1] !== 'mfi',
  proposal: (key) =>
    key[2] === undefined ||
    ['updates', 'gallery', 'history', 'payments', 'backers', 'how-to-pay'].some((part) => part === key[2]),
  messages: () => true,
  notifications: () => true,
  campaign: () => true,
  orders: () => true,
  portfolio: () => true,
  // An officer needs the list of a round on the way.
  sheet: () => true,
};

/**
 * Shows the answers saved for this person (null: a visitor) where none has come yet, and from now on saves new ones.
 * All of them count as out of date: a page that is looked at asks again, so that no decision rests on a saved copy.
 * `onRestored` is told when what was saved is in its place.
 * @returns stops saving
 */
export function keepQueries(client: QueryClient, userId: string | null, onRestored: () => void): () => void {
  const name = userId ?? VISITOR;
  let hasStopped = false;
  const options = {
    queryClient: client,
    persister: persisterFor(client, name, () => hasStopped),
    buster: buildId(),
    maxAge: WEEK_MS,
  };
  const save = () => {
    if (hasStopped) return;
    persistQueryClientSave({
      ...options,
      dehydrateOptions: {
        shouldDehydrateQuery: ({ state, queryKey }) =>
          state.data !== undefined && !isRefused(state.error) && (SAVED[String(queryKey[0])]?.(queryKey) ?? false),
        shouldDehydrateMutation: () => false,
      },
    }).catch(() => undefined);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      save();
    }, PAUSE_MS);
  };
  const saveNow = () => {
    if (timer !== undefined && document.visibilityState === 'hidden') save();
  };
  let unsubscribe = () => {};
  void persistQueryClientRestore(options)
    .catch(() => undefined)
    .then(() => {
      if (hasStopped) return;
      unsubscribe = client.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated') saveSoon();
      });
      document.addEventListener('visibilitychange', saveNow);
      // Saves the answers that came before there was a listener.
      saveSoon();
      onRestored();
    });
  return () => {
    hasStopped = true;
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', saveNow);
  };
}

/**
 * Forgets the answers of other people on this device. A person who signed out in a page that was closed at once left
 * them behind.
 */
export async function forgetSavedQueries(exceptOf: string | null): Promise<void> {
  const names = await keys<string>(store()).catch(() => []);
  const others = names.filter((name) => name !== (exceptOf ?? VISITOR));
  await Promise.all(others.map((name) => del(name, store()))).catch(() => undefined);
}

/**
 * Forgets the answers of a person who leaves: none stays in memory, where it would be saved as the next person's. The
 * queries of the page are asked anew.
 */
export function forgetAnswers(client: QueryClient): void {
  const isOfEverybody = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === 'mfi' && SAVED.mfi!(queryKey);
  client.removeQueries({ type: 'inactive', predicate: (query) => !isOfEverybody(query) });
  void client.resetQueries({ predicate: (query) => !isOfEverybody(query) });
}

function persisterFor(client: QueryClient, name: string, isOver: () => boolean) {
  return {
    persistClient: async (persisted: PersistedClient) => {
      const queries = persisted.clientState.queries
        .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
        .slice(0, SAVED_AT_MOST)
        .map((query) => ({ ...query, promise: undefined, state: settled(query.state) }));
      if (isOver()) return;
      await set(name, { ...persisted, clientState: { queries, mutations: [] } }, store());
    },
    restoreClient: async () => {
      const persisted = await get<PersistedClient>(name, store());
      if (persisted === undefined) return undefined;
      // The server may have answered sooner: a page it has just refused is not shown from its saved copy.
      const queries = persisted.clientState.queries.filter(
        ({ queryHash }) => !isRefused(client.getQueryCache().get(queryHash)?.state.error),
      );
      return { ...persisted, clientState: { ...persisted.clientState, queries } };
    },
    removeClient: () => del(name, store()),
  };
}

/** The thing is gone, or this person may not see it any more. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && !isUndecided(error);
}

/** An interrupted question leaves the earlier answer. */
function settled<State extends object>(state: State): State {
  return { ...state, status: 'success', error: null, fetchFailureReason: null, isInvalidated: true };
}

/** The address of the first script holds a hash over all parts of the pages. */
function buildId(): string {
  return [...document.scripts].find(({ type, src }) => type === 'module' && src !== '')?.src ?? '';
}
