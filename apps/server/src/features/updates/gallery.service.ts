import type { GalleryImageId, ProposalId } from '@sathi/domain/ids.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { GALLERY_COUNT_MAX } from '@sathi/domain/updates.ts';
import type { Db, Tx } from '../../db/db.ts';
import { runOnce } from '../../http/idempotency.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import type { Command } from './command.ts';
import {
  deleteGalleryImage,
  findGalleryImage,
  type GalleryRow,
  insertGalleryImage,
  listGalleryImages,
} from './gallery.repository.ts';

/**
 * Puts a picture at the end of the album. The lock of the proposal keeps two at once from both being the tenth.
 *
 * @throws RefusalError `album_full`; `invalid_request` with `unknown_image`
 */
export async function addGalleryImage(
  db: Db,
  input: Command & { readonly proposalId: ProposalId; readonly image: string; readonly alt: string },
): Promise<GalleryRow> {
  const { viewer, attempt, now, proposalId, image, alt } = input;
  return runOnce(db, attempt, now, async (tx) => {
    await lockOwn(tx, viewer, proposalId);
    const album = await listGalleryImages(tx, proposalId);
    if (album.length >= GALLERY_COUNT_MAX) throw new RefusalError('album_full');
    await refuseUnknownImage(tx, viewer.id, { path: 'image', folder: 'proposalImages', key: image });
    const id = await insertGalleryImage(tx, { proposalId, image, alt, addedAt: now });
    return found(await findGalleryImage(tx, id));
  });
}

export async function removeGalleryImage(
  db: Db,
  input: Command & { readonly imageId: GalleryImageId },
): Promise<{ id: GalleryImageId }> {
  const { viewer, attempt, now, imageId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const image = found(await findGalleryImage(tx, imageId));
    await lockOwn(tx, viewer, image.proposalId);
    if (!(await deleteGalleryImage(tx, image))) throw new RefusalError('not_found');
    return { id: imageId };
  });
}

async function lockOwn(tx: Tx, viewer: SignedIn, proposalId: ProposalId): Promise<void> {
  const proposal = found(await lockProposal(tx, proposalId));
  refuseIf(proposalRefusal('editGallery', viewer, proposal));
}
