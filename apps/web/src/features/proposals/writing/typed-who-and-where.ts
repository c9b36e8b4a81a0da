import { guessStoryLanguage } from '@sathi/domain/story-language.ts';
import type { BodyOf } from '../../../lib/wire.ts';

/** The three fields as typed and chosen; each is empty where nothing was. */
export type TypedWhoAndWhere = { place: string; category: string; storyLanguage: string };

/** The chosen language, else the one that the letters of the words tell. */
export function languageOf(chosen: string, words: string): string {
  return chosen || (guessStoryLanguage(words) ?? '');
}

/** The three fields as the wire carries them. */
export function whoAndWhereOf({ place, category, storyLanguage }: TypedWhoAndWhere, words: string) {
  return {
    place: place.trim() || null,
    category: category || null,
    storyLanguage: languageOf(storyLanguage, words) || null,
  } as Required<Pick<BodyOf<'fillInProposal'>, 'place' | 'category' | 'storyLanguage'>>;
}
