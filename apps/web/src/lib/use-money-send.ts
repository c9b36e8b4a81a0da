import { ApiError } from './api-error.ts';
import { useText } from './text.tsx';
import { type SendOptions, useSend } from './use-send.ts';
import type { CallName } from './wire.ts';

/**
 * For calls that move money or decide about it. They are never kept for later, since later something else may be true;
 * without a network nothing goes out, and a sentence says so.
 */
export function useMoneySend<Name extends CallName>(name: Name, options: SendOptions<Name> = {}) {
  const { t } = useText();
  const refuse = () =>
    navigator.onLine ? null : new ApiError({ status: 0, code: 'offline', detail: t('offline.moneyNeedsNetwork') });
  return useSend(name, { ...options, refuse });
}
