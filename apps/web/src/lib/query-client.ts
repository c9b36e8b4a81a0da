import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The data that the server puts into a page: the answers that it was drawn from, each with its name. */
export type ServerData = [QueryKey, unknown][];

const FRESH_MS = 30_000;
const RETRIES = 2;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Refusals are final; a broken connection or a busy server is tried twice more. Without a network a question fails at
 * once instead of waiting unseen: the saved answer is shown, or its absence; it is asked again when the network
 * returns.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && mayPass(error) && onlineManager.isOnline(),
        retryDelay: (failures, error) => pauseMs(failures, error, Math.random()),
      },
      // A change fails at once too, for the person to decide: it never waits to be done behind their back.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * The pause before the next try, in ms: as long as the server asked for, else a second and twice as long each time, at
 * most {@link LONGEST_PAUSE_MS}. `chance`, from 0 to 1, adds up to half as much, so that all whom a busy server turned
 * away do not come back at once.
 */
export function pauseMs(failures: number, error: unknown, chance: number): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  const wanted = asked === null ? FIRST_PAUSE_MS * 2 ** failures : asked * 1000;
  return Math.min(wanted, LONGEST_PAUSE_MS) * (1 + chance / 2);
}

function mayPass({ status }: ApiError): boolean {
  return status === 0 || status >= 500;
}
