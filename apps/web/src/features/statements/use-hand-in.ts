import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorFrom, renewAccess } from '../../lib/api.ts';
import { helpRefusal } from '../../lib/help-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale } from '../../lib/locale.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { accessToken, readSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';

export type Statement = DataOf<'uploadStatement'>;
type Handed = { file: File; key: string };

const PROGRESS_EVERY_MS = 1000;
/** The call itself may take 90 seconds. */
const PATIENCE_MS = 100_000;

/** Hands in a file as it is; while it is read, the server is asked how far it is. */
export function useHandIn(mfiId: string, accountId: string) {
  const client = useQueryClient();
  const upload = useMutation<Statement, ApiError, Handed>({
    mutationKey: ['uploadStatement'],
    mutationFn: (handed) => send(mfiId, accountId, handed),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.desk(mfiId) }),
  });
  const key = upload.variables?.key;
  const progress = useQuery({
    queryKey: ['statement-progress', key],
    // A file that is read in a moment needs no progress, and the server knows of it a moment later.
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_EVERY_MS));
      if (signal.aborted) throw new DOMException('cancelled', 'AbortError');
      return call('findStatementProgress', { query: { mfiId, key: key ?? '' } }, { signal });
    },
    enabled: upload.isPending && key !== undefined,
    refetchInterval: PROGRESS_EVERY_MS,
    retry: false,
  });
  return {
    hand: (file: File) => upload.mutate({ file, key: crypto.randomUUID() }),
    again: () => upload.variables && upload.mutate({ file: upload.variables.file, key: crypto.randomUUID() }),
    isReading: upload.isPending,
    progress: progress.data,
    error: upload.error,
    statement: upload.data,
  };
}

async function send(mfiId: string, accountId: string, handed: Handed): Promise<Statement> {
  const refusal = helpRefusal('POST');
  if (refusal !== null) throw new ApiError({ status: 0, code: 'help_mode', detail: refusal });
  const token = accessToken();
  const asker = readSession().user?.id;
  let response = await post(mfiId, accountId, handed, token);
  if (response.status === 401 && token !== null) {
    const isRenewed = await renewAccess(token);
    if (isRenewed && readSession().user?.id === asker) response = await post(mfiId, accountId, handed, accessToken());
  }
  if (!response.ok) throw await errorFrom(response);
  return ((await response.json()) as { data: Statement }).data;
}

async function post(mfiId: string, accountId: string, { file, key }: Handed, token: string | null): Promise<Response> {
  const query = new URLSearchParams({ mfiId, accountId, name: file.name.slice(0, 120) });
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  return fetch(`/api/mfi/statements?${query}`, {
    method: 'POST',
    body: file,
    headers: {
      'content-type': 'application/octet-stream',
      'accept-language': BROWSER_LANGUAGE[chosenLocale()],
      'idempotency-key': key,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    signal: patience.signal,
  })
    .catch(() => {
      throw new ApiError({ status: 0, code: 'network' });
    })
    .finally(() => clearTimeout(timer));
}
