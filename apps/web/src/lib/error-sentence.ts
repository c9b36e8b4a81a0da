import { ApiError } from './api.ts';
import type { Translate } from './text.tsx';

/** The sentence for the person: the server's own when it sent one. */
export function errorSentence(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('common.unexpectedError');
  if (error.code === 'network') return t('common.networkFailed');
  return error.detail || t('common.unexpectedError');
}
