import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { UPDATE_LENGTH_MAX } from '@sathi/domain/updates.ts';

/** What the owner has entered so far. `image` is a storage key; `picture` waits on the device for the network. */
export type UpdateDraft = {
  readonly image: string | null;
  readonly words: string;
  readonly picture?: Blob | undefined;
};

export const EMPTY_DRAFT: UpdateDraft = { image: null, words: '' };

export type DraftProblem = 'picture' | 'words' | 'tooLong';

/** Specification 5: picture and description are required. */
export function draftProblems({ image, words, picture }: UpdateDraft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (image === null && !picture) problems.push('picture');
  if (words.trim() === '') problems.push('words');
  if (lengthInCodePoints(words.trim()) > UPDATE_LENGTH_MAX) problems.push('tooLong');
  return problems;
}
