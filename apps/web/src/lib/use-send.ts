import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, isUndecided } from './api.ts';
import { useText } from './text.tsx';
import type { CallName, DataOf, InputOf } from './wire.ts';

/** Keys of undecided calls that outlive the component. */
export type Keys = {
  /** The key of this input, the same until it is forgotten. */
  of: (name: string, input: string) => string;
  forget: (name: string, input: string) => void;
};

export type SendOptions<Name extends CallName> = {
  /** Cached answers that this call makes stale. */
  invalidates?: readonly QueryKey[];
  /** Asked before the request goes out; an error that it returns keeps it back. */
  refuse?: () => ApiError | null;
  /** `KEPT_KEYS` for a call that would take effect once more when sent a second time. */
  keys?: Keys;
  /** Puts a failure into the words of this call. Whether it is undecided must stay the same. */
  explain?: (error: ApiError) => ApiError;
  onSuccess?: (data: DataOf<Name>, input: InputOf<Name>) => void;
  onError?: (error: ApiError, input: InputOf<Name>) => void;
};

/**
 * A call that changes data. After a broken connection the same input goes out under the same key, so pressing again is
 * the same wish; once the server has decided, the next press is a new one.
 */
export function useSend<Name extends CallName>(name: Name, options: SendOptions<Name> = {}) {
  const client = useQueryClient();
  const { keys } = options;
  const undecided = useRef<{ key: string; input: string } | null>(null);
  const forget = (input: InputOf<Name>) => {
    undecided.current = null;
    keys?.forget(name, JSON.stringify(input));
  };
  return useMutation<DataOf<Name>, ApiError, InputOf<Name>>({
    mutationKey: [name],
    mutationFn: async (input) => {
      const refused = options.refuse?.();
      if (refused) throw refused;
      const written = JSON.stringify(input);
      if (undecided.current?.input !== written)
        undecided.current = { key: keys?.of(name, written) ?? crypto.randomUUID(), input: written };
      return call(name, input, { idempotencyKey: undecided.current.key }).catch((error: ApiError) => {
        throw options.explain?.(error) ?? error;
      });
    },
    onSuccess: async (data, input) => {
      forget(input);
      options.onSuccess?.(data, input);
      await Promise.all((options.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error, input) => {
      if (!isUndecided(error)) forget(input);
      options.onError?.(error, input);
    },
  });
}

/**
 * As {@link useSend}, for calls that move money or decide about it. They are never kept for later, since the figures
 * may have changed by then; without a network no request goes out, and a sentence says so. A call without an answer may
 * have been done, and a sentence says that too: pressing again goes out under the same key.
 */
export function useMoneySend<Name extends CallName>(name: Name, options: SendOptions<Name> = {}) {
  return useSend(name, { ...options, ...useMoneyWords() });
}

/** The sentences where money meets no network: before a request went out, and when no answer came. */
export function useMoneyWords() {
  const { t } = useText();
  const refuse = (): ApiError | null =>
    navigator.onLine ? null : new ApiError({ status: 0, code: 'offline', detail: t('offline.moneyNeedsNetwork') });
  const explain = (error: ApiError): ApiError =>
    error.code === 'network'
      ? new ApiError({ status: 0, code: 'unanswered', detail: t('offline.moneyUnanswered') })
      : error;
  return { refuse, explain };
}
