import { type MfiTexts, type MfiWords, mfiWordsFor } from '@sathi/domain/mfi-words.ts';
import { BROWSER_LANGUAGE, type Locale } from './locale.ts';

/** Words of an institution for this reader, empty where it has none, and their language where it is not that of the page. */
export function wordsOfMfi(
  mfi: (MfiWords & { texts?: MfiTexts }) | undefined,
  name: keyof MfiWords,
  locale: Locale,
): { words: string; lang: string | undefined } {
  const { words, language } = mfi ? mfiWordsFor(mfi, name, locale) : { words: '', language: null };
  return { words, lang: language === null || language === locale ? undefined : BROWSER_LANGUAGE[language] };
}
