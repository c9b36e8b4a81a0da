import type { ApiError } from '../../../lib/api.ts';
import { errorSentence } from '../../../lib/error-sentence.ts';
import type { Translate } from '../../../lib/text.tsx';
import { EMPTY_DRAFT } from './proposal-draft.ts';

/** The sentence for the whole form: none when every message of the server stands at a field of its own. */
export function formErrorOf(error: ApiError | null, t: Translate): string | undefined {
  if (!error) return undefined;
  const isAtFields = error.errors.length > 0 && error.errors.every(({ path }) => path in EMPTY_DRAFT);
  return isAtFields ? undefined : errorSentence(error, t);
}
