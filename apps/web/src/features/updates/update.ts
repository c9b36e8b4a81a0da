import type { DataOf } from '../../lib/wire.ts';
import type { Waiting } from '../waiting/waiting.ts';

export type Update = DataOf<'listUpdates'>[number];

/** An update as it is being written. `image` is a storage key; `picture` waits on the device for the network. */
export type UpdateDraft = {
  readonly image: string | null;
  readonly words: string;
  readonly picture?: Blob | undefined;
};

/** The draft of words that wait. A picture that is still on the device is sent anew: the server may have forgotten it. */
export function draftOfWaiting({ body, picture }: Waiting<'createUpdate'>): UpdateDraft {
  return { image: picture ? null : body.image || null, words: body.description, picture: picture?.blob };
}

export const EMPTY_DRAFT: UpdateDraft = { image: null, words: '' };
