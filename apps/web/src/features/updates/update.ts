import type { DataOf } from '../../lib/wire.ts';

export type Update = DataOf<'listUpdates'>[number];

/** An update as it is being written. `image` is a storage key; `picture` waits on the device for the network. */
export type UpdateDraft = {
  readonly image: string | null;
  readonly words: string;
  readonly picture?: Blob | undefined;
};

export const EMPTY_DRAFT: UpdateDraft = { image: null, words: '' };
