import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './api.ts';
import { type ApiError, isUndecided } from './api-error.ts';
import { useTask } from './use-task.ts';
import type { CallName, DataOf, InputOf } from './wire.ts';

export type SendOptions<Name extends CallName> = {
  /** Cached answers that this call makes stale. */
  invalidates?: readonly QueryKey[];
  /** Asked before anything goes out. */
  refuse?: () => ApiError | null;
  /** Puts a failure into the words of this call. Whether it is undecided must stay the same. */
  explain?: (error: ApiError) => ApiError;
  onSuccess?: (data: DataOf<Name>, input: InputOf<Name>) => void;
  onError?: (error: ApiError, input: InputOf<Name>) => void;
};

/**
 * A call that changes something. After a broken connection the same input goes out under the same key, so pressing
 * again is the same wish; once the server has decided, the next press is a new one.
 */
export function useSend<Name extends CallName>(name: Name, options: SendOptions<Name> = {}) {
  const client = useQueryClient();
  const undecided = useRef<{ key: string; input: string } | null>(null);
  return useTask<DataOf<Name>, ApiError, InputOf<Name>>({
    run: async (input) => {
      const refused = options.refuse?.();
      if (refused) throw refused;
      const written = JSON.stringify(input);
      if (undecided.current?.input !== written) undecided.current = { key: crypto.randomUUID(), input: written };
      return call(name, input, { idempotencyKey: undecided.current.key }).catch((error: ApiError) => {
        throw options.explain?.(error) ?? error;
      });
    },
    onSuccess: async (data, input) => {
      undecided.current = null;
      options.onSuccess?.(data, input);
      await Promise.all((options.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error, input) => {
      if (!isUndecided(error)) undecided.current = null;
      options.onError?.(error, input);
    },
  });
}
