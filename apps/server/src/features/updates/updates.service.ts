import type { UpdateId } from '@sathi/domain/ids.ts';
import type { Change } from '../../http/call.ts';
import { tellWithin } from '../notifications/tell.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { askedProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findUpdate, insertUpdate, setUpdate, type UpdateRow } from './updates.repository.ts';
import type { AppSecret } from '../../config/secret.ts';

const PICTURE = { path: 'image', folder: 'proposalImages' } as const;

type OnUpdate = { readonly proposal: ProposalRow; readonly update: UpdateRow };

/**
 * Adds to the log of a proposal; the backers of the loan hear the bell.
 * @throws RefusalError `invalid_request` with `unknown_image` when the picture is none of the caller's
 */
export async function createUpdate(
  {
    tx,
    viewer,
    now,
    proposal: { id: proposalId },
    body: { image, description },
  }: Change & {
    readonly proposal: ProposalRow;
    readonly body: { readonly image: string; readonly description: string };
  },
  teller: { readonly secret: AppSecret; readonly origin: string },
): Promise<UpdateRow> {
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: image });
  const id = await insertUpdate(tx, { proposalId, image, description, postedAt: now });
  const posted = { key: `update:${id}`, proposalId, actorId: viewer.id };
  await tellWithin(tx, teller, 'update_posted', posted, now);
  return found(await findUpdate(tx, id, viewer.id));
}

/**
 * The update that a call names, read again under the lock of its proposal: of two people who change an update at once,
 * the second sees the result of the first.
 */
export async function askedUpdate({
  tx,
  viewer,
  asked,
}: Pick<Change, 'tx' | 'viewer'> & {
  readonly asked: { readonly id?: UpdateId | undefined };
}): Promise<OnUpdate> {
  const { id, proposalId } = found(await findUpdate(tx, given('id', asked.id), viewer.id));
  const { proposal } = await askedProposal({ tx, asked: { proposalId } });
  return { proposal, update: found(await findUpdate(tx, id, viewer.id)) };
}

/**
 * Changes the given fields. A picture in the log may stay, even when another person uploaded it.
 * @throws RefusalError `invalid_request` with `unknown_image`
 */
export async function editUpdate({
  tx,
  viewer,
  now,
  update,
  body: { image, description },
}: Change &
  OnUpdate & {
    readonly body: { readonly image?: string | undefined; readonly description?: string | undefined };
  }): Promise<UpdateRow> {
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: image, before: update.image });
  const isNewImage = image !== undefined && image !== update.image;
  const isNewText = description !== undefined && description !== update.description;
  if (isNewImage || isNewText) {
    await setUpdate(tx, update, {
      ...(isNewImage && { image }),
      ...(isNewText && { description }),
      editedAt: now,
    });
  }
  return found(await findUpdate(tx, update.id, viewer.id));
}

/** Takes an update out of the log; its row stays until the retention job takes it (R13.7). */
export async function deleteUpdate({ tx, now, update }: Change & OnUpdate): Promise<{ id: UpdateId }> {
  await setUpdate(tx, update, { deletedAt: now });
  return { id: update.id };
}
