import type { StoryLanguage } from './story-language.ts';

/** The words of a proposal: its owner's, or those of a translation. */
export type Story = { readonly title: string; readonly description: string };

/** A translation is of the words as they were: after an edit it is outdated until it is written anew (R26.4). */
export function isOutdated(original: Story, now: Story): boolean {
  return original.title !== now.title || original.description !== now.description;
}

type Translated<Translation> = {
  readonly storyLanguage: StoryLanguage | null;
  readonly translations: readonly Translation[];
};

/**
 * The translation that a reader of this language sees first; undefined where the owner's words stay first: they are in
 * that language, there is no translation, or it is outdated (R26.4).
 */
export function translationFor<Translation extends { readonly language: StoryLanguage; readonly isOutdated: boolean }>(
  { storyLanguage, translations }: Translated<Translation>,
  reader: StoryLanguage,
): Translation | undefined {
  if (storyLanguage === reader) return undefined;
  return translations.find(({ language, isOutdated }) => language === reader && !isOutdated);
}
