import type { ProposalId, UpdateId } from '@sathi/domain/ids.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { runOnce } from '../../http/idempotency.ts';
import { notify } from '../../jobs/notify.ts';
import { listBackerIds } from '../../jobs/tell-proposal-event.repository.ts';
import { found, refuseIf } from '../../refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { findUpdate, insertUpdate, setUpdate, type UpdateRow } from './updates.repository.ts';
import { bellKey } from './bell-key.ts';
import type { Command } from './command.ts';

const PICTURE = { path: 'image', folder: 'proposalImages' } as const;

/**
 * Adds to the log of an own proposal; whoever backs the loan hears the bell.
 *
 * @throws RefusalError `invalid_request` with `unknown_image` when the picture is none of the caller's
 */
export async function createUpdate(
  db: Db,
  input: Command & {
    readonly secret: Buffer;
    readonly proposalId: ProposalId;
    readonly image: string;
    readonly description: string;
  },
): Promise<UpdateRow> {
  const { viewer, attempt, now, secret, proposalId, image, description } = input;
  return runOnce(db, attempt, now, async (tx) => {
    await lockOwn(tx, viewer, proposalId);
    await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: image });
    const id = await insertUpdate(tx, { proposalId, image, description, postedAt: now });
    const backers = await listBackerIds(tx, proposalId);
    const bells = backers.map((userId) => ({
      userId,
      kind: 'update' as const,
      proposalId,
      actorId: viewer.id,
      dedupeKey: bellKey(id, userId),
    }));
    await notify(tx, secret, bells, now);
    return found(await findUpdate(tx, id));
  });
}

/**
 * Changes what is given. A picture that is there already may stay, whoever brought it.
 *
 * @throws RefusalError `invalid_request` with `unknown_image`
 */
export async function editUpdate(
  db: Db,
  input: Command & {
    readonly updateId: UpdateId;
    readonly image?: string | undefined;
    readonly description?: string | undefined;
  },
): Promise<UpdateRow> {
  const { viewer, attempt, now, updateId, image, description } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const update = await lockOwnUpdate(tx, viewer, updateId);
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
    return found(await findUpdate(tx, updateId));
  });
}

/** Takes an update out of the log; its row stays until the retention job takes it (R13.7). */
export async function deleteUpdate(
  db: Db,
  input: Command & { readonly updateId: UpdateId },
): Promise<{ id: UpdateId }> {
  const { viewer, attempt, now, updateId } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const update = await lockOwnUpdate(tx, viewer, updateId);
    await setUpdate(tx, update, { deletedAt: now });
    return { id: updateId };
  });
}

async function lockOwn(tx: Tx, viewer: SignedIn, proposalId: ProposalId): Promise<ProposalRow> {
  const proposal = found(await lockProposal(tx, proposalId));
  refuseIf(proposalRefusal('postUpdate', viewer, proposal));
  return proposal;
}

/** Read again under the lock of its proposal: of two that change it at once, the second sees what the first left. */
async function lockOwnUpdate(tx: Tx, viewer: SignedIn, updateId: UpdateId): Promise<UpdateRow> {
  const { proposalId } = found(await findUpdate(tx, updateId));
  await lockOwn(tx, viewer, proposalId);
  return found(await findUpdate(tx, updateId));
}
