import { ApiError } from './api-error.ts';
import type { Translate } from './text.tsx';

/** What to tell the person: the server's own sentence when it sent one. */
export function errorSentence(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('common.unexpectedError');
  if (error.code === 'network') return t('common.networkFailed');
  return error.detail || t('common.unexpectedError');
}
