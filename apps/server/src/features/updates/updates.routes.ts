import * as contract from '@sathi/contract/updates.ts';
import type { ProposalId, UpdateId } from '@sathi/domain/ids.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import { isVisible, type Viewer } from '@sathi/domain/proposals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { answeredBy } from '../../http/idempotency.ts';
import { mount } from '../../http/mount.ts';
import { updateNewsPreview } from '../../notices/update-notices.ts';
import type { Outside } from '../../outside.ts';
import { publicOrigin } from '../../public-origin.ts';
import { found, refuseIf, RefusalError } from '../../refusal-error.ts';
import { isReadableId, judgeProposal } from '../proposals/judge-proposal.ts';
import { findProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { addGalleryImage, removeGalleryImage } from './gallery.service.ts';
import { listGalleryImages } from './gallery.repository.ts';
import { mailedProposalId, proposalOfUrl } from './mailed-proposal.ts';
import { albumAnswer, updateAnswer } from './update-answers.ts';
import { findAudience } from './update-audience.repository.ts';
import { sendUpdateMail } from './update-mail.service.ts';
import { findUpdate, listUpdates } from './updates.repository.ts';
import { createUpdate, deleteUpdate, editUpdate } from './updates.service.ts';

export function updateRoutes(app: FastifyInstance, outside: Outside): void {
  log(app, outside);
  mails(app, outside);
  album(app, outside);
}

function log(app: FastifyInstance, { db, now, secret }: Outside): void {
  mount(app, contract.listUpdates, async ({ query, viewer }) => {
    await findVisible(db, viewer, query.proposalId);
    const limit = query.limit ?? PAGE_SIZE;
    const cursor = decodeCursor(query.cursor, 'updates', 'instant');
    const after = cursor && { postedAt: new Date(cursor.value as string), id: cursor.id };
    const rows = await listUpdates(db, query.proposalId, { limit: limit + 1, after });
    const page = pageOf(rows, limit, ({ id, postedAt }) => ({ sort: 'updates', value: postedAt.toISOString(), id }));
    return { ...page, data: page.data.map(updateAnswer) };
  });

  mount(
    app,
    contract.createUpdate,
    async ({ body: { proposalId, image, description }, attempt, ...call }) => {
      const command = { viewer: signedIn(call), attempt: answeredBy(attempt, updateAnswer), now: now(), secret };
      return updateAnswer(await createUpdate(db, { ...command, proposalId, image, description }));
    },
    { judge: judgeProposal(db, 'postUpdate') },
  );

  mount(
    app,
    contract.editUpdate,
    async ({ query, body: { image, description }, attempt, ...call }) => {
      const command = { viewer: signedIn(call), attempt: answeredBy(attempt, updateAnswer), now: now() };
      return updateAnswer(await editUpdate(db, { ...command, updateId: query.id, image, description }));
    },
    { judge: (request) => judgeUpdate(db, request, (request.query as { id?: unknown }).id) },
  );

  mount(app, contract.deleteUpdate, async ({ query, attempt, ...call }) =>
    deleteUpdate(db, { viewer: signedIn(call), attempt, now: now(), updateId: query.id }),
  );
}

function mails(app: FastifyInstance, { db, now, secret, config }: Outside): void {
  mount(app, contract.findUpdateAudience, async ({ query, language, ...call }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    refuseIf(proposalRefusal('postUpdate', signedIn(call), proposal));
    const { backersCount, ownerName, mfiName } = await findAudience(db, proposal.id);
    const search = new URLSearchParams({ mfi: mfiName, id: String(proposal.id) });
    const url = `${publicOrigin(config)}/App/proposal?${search}`;
    return { backersCount, mail: updateNewsPreview(language, { ownerName, mfiName, title: proposal.title, url }) };
  });

  mount(
    app,
    contract.sendNewUpdateEmail,
    async ({ body, attempt, language, ...call }) => {
      const origin = publicOrigin(config);
      const { sendToMails: addresses = [], toAllBackers = false, updateId = null } = body;
      const { proposalOwnerName, proposalName, description } = body;
      return sendUpdateMail(db, {
        viewer: signedIn(call),
        attempt,
        now: now(),
        secret,
        origin,
        language,
        proposalId: await mailedProposalId(db, body, origin),
        updateId,
        addresses,
        toAllBackers,
        repeated: { proposalOwnerName, proposalName, description },
      });
    },
    { judge: judgeMail(db, config) },
  );
}

function album(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.listGalleryImages, async ({ query, viewer, language }) => {
    const { title } = await findVisible(db, viewer, query.proposalId);
    const rows = await listGalleryImages(db, query.proposalId);
    const answers = rows.map((row) => albumAnswer(row, title, language));
    return pageOfAll('album', answers, query);
  });

  mount(
    app,
    contract.addGalleryImage,
    async ({ body: { proposalId, image, alt }, attempt, language, ...call }) => {
      const viewer = signedIn(call);
      const title = (await findProposal(db, proposalId))?.title ?? '';
      const answer = (row: Parameters<typeof albumAnswer>[0]) => albumAnswer(row, title, language);
      const command = { viewer, attempt: answeredBy(attempt, answer), now: now() };
      return answer(await addGalleryImage(db, { ...command, proposalId, image, alt }));
    },
    { judge: judgeProposal(db, 'editGallery') },
  );

  mount(app, contract.deleteGalleryImage, async ({ query, attempt, ...call }) =>
    removeGalleryImage(db, { viewer: signedIn(call), attempt, now: now(), imageId: query.id }),
  );
}

/** @throws RefusalError `not_found`, which somebody else's draft is too (T21) */
async function findVisible(db: Db, viewer: Viewer, id: ProposalId): Promise<ProposalRow> {
  const proposal = found(await findProposal(db, id));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  return proposal;
}

async function judgeUpdate(db: Db, request: FastifyRequest, id: unknown): Promise<void> {
  const viewer = signedIn(request);
  if (!isReadableId(id)) return;
  const { proposalId } = found(await findUpdate(db, Number(id) as UpdateId));
  refuseIf(proposalRefusal('postUpdate', viewer, found(await findProposal(db, proposalId))));
}

/** By whatever names the proposal. */
function judgeMail(db: Db, config: Outside['config']) {
  const byProposal = judgeProposal(db, 'postUpdate');
  return async (request: FastifyRequest): Promise<void> => {
    const { proposalId, updateId, proposalURL } = (request.body ?? {}) as Record<string, unknown>;
    if (isReadableId(proposalId)) return byProposal(request);
    if (isReadableId(updateId)) return judgeUpdate(db, request, updateId);
    const id = typeof proposalURL === 'string' ? proposalOfUrl(proposalURL, publicOrigin(config)) : null;
    if (id !== null) refuseIf(proposalRefusal('postUpdate', signedIn(request), found(await findProposal(db, id))));
  };
}
