import * as contract from '@sathi/contract/updates.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import { isVisible, seesPictures, type Viewer } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { command } from '../../http/command.ts';
import { mount, mountShared } from '../../http/mount.ts';
import { pageUrl } from '../../delivery/links.ts';
import { preview } from '../../delivery/mail.ts';
import type { Outside } from '../../outside/outside.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { found, refuseIf, RefusalError } from '../../errors/refusal-error.ts';
import { askedProposal, findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { addGalleryImage, askedGalleryImage, removeGalleryImage } from './gallery.service.ts';
import { isAlbumFull, listGalleryImages } from './gallery.repository.ts';
import { mailedProposalId } from './mailed-proposal.ts';
import { albumAnswer, updateAnswer } from './update-answers.ts';
import { findAudience } from './update-audience.repository.ts';
import { sendUpdateMail } from './update-mail.service.ts';
import { listUpdates } from './updates.repository.ts';
import { askedUpdate, createUpdate, deleteUpdate, editUpdate } from './updates.service.ts';

export function updateRoutes(app: FastifyInstance, outside: Outside): void {
  log(app, outside);
  mails(app, outside);
  album(app, outside);
}

function log(app: FastifyInstance, outside: Outside): void {
  const { config, secret } = outside;
  mountShared(app, contract.listUpdates, async ({ query, viewer, db }) => {
    const { mfi, ...proposal } = await findVisible(db, viewer, query.proposalId);
    const seesPicture = seesPictures(viewer, proposal, mfi);
    const limit = query.limit ?? PAGE_SIZE;
    const cursor = decodeCursor(query.cursor, 'updates', 'instant');
    const after = cursor && { postedAt: new Date(cursor.value as string), id: cursor.id };
    const rows = await listUpdates(db, query.proposalId, viewer?.id ?? null, { limit: limit + 1, after });
    const page = pageOf(rows, limit, ({ id, postedAt }) => ({ sort: 'updates', value: postedAt.toISOString(), id }));
    return { ...page, data: page.data.map((row) => updateAnswer(row, seesPicture)) };
  });

  command(app, outside, contract.createUpdate, {
    on: askedProposal,
    may: ({ viewer, proposal }) => proposalRefusal('postUpdate', viewer, proposal),
    run: async (change) => updateAnswer(await createUpdate(change, { secret, origin: publicOrigin(config) })),
  });
  command(app, outside, contract.editUpdate, {
    on: askedUpdate,
    may: ({ viewer, proposal }) => proposalRefusal('postUpdate', viewer, proposal),
    run: async (change) => updateAnswer(await editUpdate(change)),
  });
  command(app, outside, contract.deleteUpdate, {
    on: askedUpdate,
    may: ({ viewer, proposal }) => proposalRefusal('postUpdate', viewer, proposal),
    run: deleteUpdate,
  });
}

function mails(app: FastifyInstance, outside: Outside): void {
  const { config, db, secret } = outside;
  mount(app, contract.findUpdateAudience, async ({ query, viewer, language }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseIf(proposalRefusal('postUpdate', viewer, proposal));
    const { backersCount, ownerName, mfiName } = await findAudience(db, proposal.id);
    const url = pageUrl(publicOrigin(config), { mfiName, proposalId: proposal.id });
    return { backersCount, mail: preview(language, 'updateNews', { ownerName, mfiName, title: proposal.title, url }) };
  });

  command(app, outside, contract.sendNewUpdateEmail, {
    on: async ({ tx, viewer, asked }) => ({
      proposal: found(await findProposal(tx, await mailedProposalId(tx, viewer, asked, publicOrigin(config)))),
    }),
    may: ({ viewer, proposal }) =>
      // A draft is nothing that a reader of the mail could open.
      proposalRefusal('postUpdate', viewer, proposal) ?? (proposal.status === 'drafted' ? 'wrong_status' : null),
    run: async ({ body, ...change }) => {
      const { sendToMails: addresses = [], toAllBackers = false, updateId = null } = body;
      const { proposalOwnerName, proposalName, description } = body;
      const repeated = { proposalOwnerName, proposalName, description };
      const origin = publicOrigin(config);
      return sendUpdateMail({ ...change, secret, origin, updateId, addresses, toAllBackers, repeated });
    },
  });
}

function album(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;
  mount(app, contract.listGalleryImages, async ({ query, viewer, language }) => {
    const { title, mfi, ...proposal } = await findVisible(db, viewer, query.proposalId);
    const rows = seesPictures(viewer, proposal, mfi) ? await listGalleryImages(db, query.proposalId) : [];
    const answers = rows.map((row) => albumAnswer(row, title, language));
    return pageOfAll('album', answers, query);
  });

  command(app, outside, contract.addGalleryImage, {
    on: askedProposal,
    may: async ({ tx, viewer, proposal }) =>
      proposalRefusal('editGallery', viewer, proposal) ?? ((await isAlbumFull(tx, proposal.id)) ? 'album_full' : null),
    run: async (change) => albumAnswer(await addGalleryImage(change), change.proposal.title, change.language),
  });
  command(app, outside, contract.deleteGalleryImage, {
    on: askedGalleryImage,
    may: ({ viewer, proposal }) => proposalRefusal('editGallery', viewer, proposal),
    run: removeGalleryImage,
  });
}

/** @throws RefusalError `not_found`, also for another person's draft (T21) */
async function findVisible(db: Db, viewer: Viewer, id: ProposalId): Promise<ProposalRow> {
  const proposal = found(await findProposal(db, id));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  return proposal;
}
