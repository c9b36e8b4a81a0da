import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What the server puts into a page: the answers that it was drawn from, each with its name. */
export type ServerData = [QueryKey, unknown][];

const FRESH_MS = 30_000;
const RETRIES = 2;

/** Refusals are final; a broken connection or a busy server is tried twice more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  });
}
