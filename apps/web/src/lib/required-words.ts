import { cleanText, lengthInCodePoints, REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import type { Translate } from './text.tsx';

/** The problem of words that have to be there, counted as the server keeps them. The counter at their field says by how many they are too long. */
export function requiredWords(t: Translate<'common.required'>, words: string, lengthMax = REASON_LENGTH_MAX) {
  const kept = cleanText(words);
  return kept === '' ? t('common.required') : lengthInCodePoints(kept) > lengthMax;
}
