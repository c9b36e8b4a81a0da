/** The languages that a proposal may be written in (R26.1); `be` is Bengali. */
export const STORY_LANGUAGES = ['en', 'be', 'ar'] as const;
export type StoryLanguage = (typeof STORY_LANGUAGES)[number];

const SCRIPTS: Readonly<Record<StoryLanguage, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  be: /\p{Script=Bengali}/gu,
  ar: /\p{Script=Arabic}/gu,
};

/** The language whose letters most of the words have; null of words without a letter of any. */
export function guessStoryLanguage(words: string): StoryLanguage | null {
  const counted = STORY_LANGUAGES.map((language) => ({ language, count: words.match(SCRIPTS[language])?.length ?? 0 }));
  const most = counted.toSorted((a, b) => b.count - a.count)[0];
  return most === undefined || most.count === 0 ? null : most.language;
}
