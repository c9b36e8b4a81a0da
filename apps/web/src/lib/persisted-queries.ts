import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/react-query-persist-client';
import { createStore, del, get, keys, set } from 'idb-keyval';

const WEEK_MS = 7 * 24 * 3_600_000;
const SAVED_AT_MOST = 120;
const PAUSE_MS = 1_000;
const VISITOR = 'visitor';

/** Made when it is first needed: a browser without a database works too, and remembers nothing. */
const store = () => createStore('sathi-saved', 'answers');

/**
 * What may lie on a phone that gets lost: what its owner sees on Home, on a proposal and in a conversation. Profiles,
 * bank details of withdrawals and what staff see of others are asked for each time.
 */
const SAVED: Record<string, (key: QueryKey) => boolean> = {
  mfi: (key) => key.length === 2 || key[2] === 'showcase',
  mfis: () => true,
  proposals: (key) => key[1] !== 'mfi',
  proposal: (key) =>
    key[2] === undefined || ['updates', 'gallery', 'history', 'payments', 'backers'].some((part) => part === key[2]),
  messages: () => true,
  notifications: () => true,
  campaign: () => true,
};

/**
 * Shows the answers saved for this person (null: a visitor) where none has come yet, and from now on saves what comes.
 * All of them count as out of date: what is looked at is asked for again, so that nothing is decided on a saved copy.
 *
 * @returns stops saving
 */
export function keepQueries(client: QueryClient, userId: string | null): () => void {
  const name = userId ?? VISITOR;
  let hasStopped = false;
  const options = {
    queryClient: client,
    persister: persisterFor(name, () => hasStopped),
    buster: buildId(),
    maxAge: WEEK_MS,
  };
  const save = () => {
    if (hasStopped) return;
    persistQueryClientSave({
      ...options,
      dehydrateOptions: {
        shouldDehydrateQuery: ({ state, queryKey }) =>
          state.data !== undefined && (SAVED[String(queryKey[0])]?.(queryKey) ?? false),
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
      // What came before anybody listened.
      saveSoon();
    });
  return () => {
    hasStopped = true;
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', saveNow);
  };
}

/** What others saw before, on this device. Who signed out in a page that was closed at once left it behind. */
export async function forgetSavedQueries(exceptOf: string | null): Promise<void> {
  const names = await keys<string>(store()).catch(() => []);
  const others = names.filter((name) => name !== (exceptOf ?? VISITOR));
  await Promise.all(others.map((name) => del(name, store()))).catch(() => undefined);
}

/**
 * For when a person leaves: nothing they saw stays in memory, where it would be saved as the next one's. What the page
 * shows is asked for anew.
 */
export function forgetAnswers(client: QueryClient): void {
  const isOfEverybody = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === 'mfi' && SAVED.mfi!(queryKey);
  client.removeQueries({ type: 'inactive', predicate: (query) => !isOfEverybody(query) });
  void client.resetQueries({ predicate: (query) => !isOfEverybody(query) });
}

function persisterFor(name: string, isOver: () => boolean) {
  return {
    persistClient: async (persisted: PersistedClient) => {
      const queries = persisted.clientState.queries
        .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
        .slice(0, SAVED_AT_MOST)
        .map((query) => ({ ...query, promise: undefined, state: settled(query.state) }));
      if (isOver()) return;
      await set(name, { ...persisted, clientState: { queries, mutations: [] } }, store());
    },
    restoreClient: () => get<PersistedClient>(name, store()),
    removeClient: () => del(name, store()),
  };
}

/** A refused or interrupted question leaves what was known before. */
function settled<State extends object>(state: State): State {
  return { ...state, status: 'success', error: null, fetchFailureReason: null, isInvalidated: true };
}

/** The address of the first script holds a hash over everything the pages are made of. */
function buildId(): string {
  return [...document.scripts].find(({ type, src }) => type === 'module' && src !== '')?.src ?? '';
}
