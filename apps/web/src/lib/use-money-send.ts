import { ApiError } from './api-error.ts';
import { useText } from './text.tsx';
import { type SendOptions, useSend } from './use-send.ts';
import type { CallName } from './wire.ts';

/**
 * For calls that move money or decide about it. They are never kept for later, since later something else may be true;
 * without a network nothing goes out, and a sentence says so. What got no answer may have been done, and that is said
 * too: pressing again goes out under the same key.
 */
export function useMoneySend<Name extends CallName>(name: Name, options: SendOptions<Name> = {}) {
  return useSend(name, { ...options, ...useMoneyWords() });
}

/** What is said where money meets no network: before anything went out, and when no answer came. */
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
