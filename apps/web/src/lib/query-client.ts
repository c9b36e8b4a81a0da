import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What the server puts into a page: the answers that it was drawn from, each with its name. */
export type ServerData = [QueryKey, unknown][];

const FRESH_MS = 30_000;
const RETRIES = 2;

/**
 * Refusals are final; a broken connection or a busy server is tried twice more. Without a network a question fails at
 * once instead of waiting unseen: what was saved is shown, or that there is nothing; it is asked again when the network
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
      },
    },
  });
}

function mayPass({ status }: ApiError): boolean {
  return status === 0 || status >= 500;
}
