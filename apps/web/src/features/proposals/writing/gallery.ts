import { call } from '../../../lib/api.ts';

/** A picture of the photo album while it is edited. */
export type GalleryPicture = {
  /** Null until it is in the album. */
  id: string | null;
  /** Storage key. */
  image: string;
  alt: string;
};

export function isGallery(value: unknown): value is GalleryPicture[] {
  return Array.isArray(value) && value.every(isGalleryPicture);
}

function isGalleryPicture(value: unknown): boolean {
  const picture = value as Partial<GalleryPicture> | null;
  return typeof picture?.image === 'string' && typeof picture.alt === 'string';
}

/**
 * Makes the album of a proposal the chosen one: removed pictures go, new ones come.
 * @returns how many changes failed; the others are made.
 */
export async function saveGallery(
  proposalId: string,
  before: readonly GalleryPicture[],
  after: readonly GalleryPicture[],
): Promise<number> {
  const kept = new Set(after.map(({ id }) => id));
  const removals = before.flatMap(({ id }) =>
    id === null || kept.has(id) ? [] : [() => call('deleteGalleryImage', { query: { id } }, newWish())],
  );
  const additions = after
    .filter(({ id }) => id === null)
    .map(
      ({ image, alt }) =>
        () =>
          call('addGalleryImage', { body: { proposalId, image, alt: alt.trim() } }, newWish()),
    );
  let failures = 0;
  // One after the other: the album keeps the order in which they come, and room is made first.
  for (const change of [...removals, ...additions]) {
    await change().catch(() => {
      failures += 1;
    });
  }
  return failures;
}

function newWish() {
  return { idempotencyKey: crypto.randomUUID() };
}
