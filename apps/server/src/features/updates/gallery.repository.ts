import type { GalleryImageId, ProposalId } from '@sathi/domain/ids.ts';
import { GALLERY_COUNT_MAX } from '@sathi/domain/updates.ts';
import type { Db, Tx } from '../../db/db.ts';

export type GalleryRow = {
  readonly id: GalleryImageId;
  readonly proposalId: ProposalId;
  readonly image: string;
  readonly imageBlur: string | null;
  /** Empty: its owner wrote none. */
  readonly alt: string;
};

function select(db: Db) {
  return db
    .selectFrom('galleryImages')
    .leftJoin('files', 'files.key', 'galleryImages.image')
    .select([
      'galleryImages.id',
      'galleryImages.proposalId',
      'galleryImages.image',
      'files.blur as imageBlur',
      'galleryImages.alt',
    ]);
}

/** The pictures of an album in the order in which they were put in. */
export async function listGalleryImages(db: Db, proposalId: ProposalId): Promise<GalleryRow[]> {
  const rows = await select(db)
    .where('galleryImages.proposalId', '=', proposalId)
    .orderBy('galleryImages.id')
    .execute();
  return rows as GalleryRow[];
}

/** Under the lock of the proposal, which keeps two at once from both being the last. */
export async function isAlbumFull(tx: Tx, proposalId: ProposalId): Promise<boolean> {
  return (await listGalleryImages(tx, proposalId)).length >= GALLERY_COUNT_MAX;
}

export async function findGalleryImage(db: Db, id: GalleryImageId): Promise<GalleryRow | undefined> {
  return (await select(db).where('galleryImages.id', '=', id).executeTakeFirst()) as GalleryRow | undefined;
}

export type NewGalleryImage = {
  readonly proposalId: ProposalId;
  readonly image: string;
  readonly alt: string;
  readonly addedAt: Date;
};

export async function insertGalleryImage(tx: Tx, image: NewGalleryImage): Promise<GalleryImageId> {
  const { id } = await tx.insertInto('galleryImages').values(image).returning('id').executeTakeFirstOrThrow();
  return id as GalleryImageId;
}

/** False when it was gone already. */
export async function deleteGalleryImage(
  tx: Tx,
  { proposalId, id }: Pick<GalleryRow, 'proposalId' | 'id'>,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('galleryImages')
    .where('proposalId', '=', proposalId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
