import { guessStoryLanguage, type StoryLanguage } from './story-language.ts';

/** The words of an institution about itself. */
export type MfiWords = { readonly slogan: string; readonly welcomeMessage: string };
/** The longest of them. */
export const MFI_TEXT_LENGTH_MAX = 280;
/** The languages beside that of the first text; an empty text is none. */
export const MFI_TEXT_LANGUAGES = ['be', 'ar'] as const satisfies readonly StoryLanguage[];
export type MfiTexts = Readonly<Record<(typeof MFI_TEXT_LANGUAGES)[number], MfiWords>>;

/** A server of the last release answers without `texts`. */
type Institution = MfiWords & { readonly texts?: MfiTexts };

/** The words for a reader of this language, else the first text, with the language of its letters; null where it has none. */
export function mfiWordsFor(
  { texts, ...first }: Institution,
  name: keyof MfiWords,
  reader: StoryLanguage,
): { words: string; language: StoryLanguage | null } {
  const own = reader === 'en' ? '' : (texts?.[reader][name] ?? '');
  if (own !== '') return { words: own, language: reader };
  return { words: first[name], language: guessStoryLanguage(first[name]) };
}
