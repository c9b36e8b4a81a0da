import type { GalleryImageId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { askedProposal, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { deleteGalleryImage, findGalleryImage, type GalleryRow, insertGalleryImage } from './gallery.repository.ts';

type OnImage = { readonly proposal: ProposalRow; readonly image: GalleryRow };

/**
 * Puts a picture at the end of the album. An approval is one of all pictures (R14.3): without backers it does not outlive
 * a new one (R2.4), and staff who are still reading have to look again (R2.2). Money that is there already stays where it
 * is.
 *
 * @throws RefusalError `invalid_request` with `unknown_image`
 */
export async function addGalleryImage({
  tx,
  viewer,
  now,
  proposal: { id: proposalId, status, isMfiApproved, revision },
  body: { image, alt },
}: Change & {
  readonly proposal: ProposalRow;
  readonly body: { readonly image: string; readonly alt: string };
}): Promise<GalleryRow> {
  await refuseUnknownImage(tx, viewer.id, { path: 'image', folder: 'proposalImages', key: image });
  const id = await insertGalleryImage(tx, { proposalId, image, alt, addedAt: now });
  if (!isMfiApproved || status === 'published')
    await setProposal(tx, proposalId, { revision: revision + 1, approvedBy: null, approvedAt: null });
  if (isMfiApproved && status === 'published')
    await insertProposalEvent(tx, { proposalId, kind: 'approval_withdrawn', actorId: viewer.id, at: now });
  return found(await findGalleryImage(tx, id));
}

/** A picture of an album, under the lock of its proposal. @throws RefusalError `not_found` */
export async function askedGalleryImage({
  tx,
  asked,
}: {
  readonly tx: Tx;
  readonly asked: { readonly id?: GalleryImageId | undefined };
}): Promise<OnImage> {
  const image = found(await findGalleryImage(tx, given('id', asked.id)));
  return { image, ...(await askedProposal({ tx, asked: image })) };
}

export async function removeGalleryImage({ tx, image }: Change & OnImage): Promise<{ id: GalleryImageId }> {
  if (!(await deleteGalleryImage(tx, image))) throw new RefusalError('not_found');
  return { id: image.id };
}
