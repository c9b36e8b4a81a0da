import { proposalHistory } from '@sathi/contract/proposal-history.ts';
import * as listCalls from '@sathi/contract/proposal-lists.ts';
import * as contract from '@sathi/contract/proposals.ts';
import { DEFAULT_MFI_ID, type ProposalId, type UserId } from '@sathi/domain/ids.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import {
  isVisible,
  type Proposal,
  PROPOSAL_STATUS,
  proposalStatusOf,
  type SignedIn,
  type Viewer,
} from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { createBatcher, createKeyedBatcher } from '../../http/batch.ts';
import { command } from '../../http/command.ts';
import { mount, mountShared } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { isFrozen, listFreezesAround } from '../freezes/freezes.repository.ts';
import { hiddenAnswers } from '../reports/hidden-answers.ts';
import { listHidden } from '../reports/reports.repository.ts';
import { askedSum } from './asked-sum.ts';
import { newValues } from './new-values.ts';
import { type Asked, havePart } from './own-part.repository.ts';
import { cardAnswer, isOwnerOrStaff, pageAnswer, proposalOfCard } from './proposal-answers.ts';
import { listCardsById } from './proposal-cards.repository.ts';
import { HISTORY_SORT, historyCursor, listHistory } from './proposal-history.repository.ts';
import { type ListOptions, type ListScope, listProposals } from './proposal-lists.repository.ts';
import { askedProposal, findProposal, revisionRefusal, type WhoAndWhere } from './proposals.repository.ts';
import {
  createProposal,
  deleteProposal,
  editProposal,
  refuseWhileLate,
  setIgnored,
  setStatus,
  type ProposalValues,
} from './proposals.service.ts';

export function proposalRoutes(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;
  // People who ask at once share one query.
  const findPart = createBatcher<Asked, boolean>((asked) => havePart(db, asked));
  const hasPart: HasPart = (readerId, ids) => findPart({ readerId, ids });
  changes(app, outside);
  reads(app, outside, hasPart);
  lists(app, outside, hasPart);
}

type HasPart = (readerId: UserId, ids: readonly ProposalId[]) => Promise<boolean>;

function changes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.createProposal, {
    may: async ({ tx, viewer, now, asked: { status, mfiId = DEFAULT_MFI_ID } }) => {
      if (Number(status) !== PROPOSAL_STATUS.published) return null;
      if (await isFrozen(tx, mfiId, viewer.id)) return 'frozen';
      await refuseWhileLate(tx, viewer.id, now);
      return null;
    },
    run: async ({ body, ...change }) => {
      const { mfiId = DEFAULT_MFI_ID, status } = body;
      const values = newValues(body, await askedSum(change, mfiId, body));
      return createProposal({ ...change, mfiId, values, publish: Number(status) === PROPOSAL_STATUS.published });
    },
  });

  command(app, outside, contract.updateProposal, {
    on: ({ tx, asked }) => askedProposal({ tx, asked: { proposalId: given('id', asked.id) } }),
    may: async ({ tx, viewer, now, proposal, asked }) => {
      const action = changeAsked('status' in asked ? Number(asked.status) : null);
      const refusal = changeRefusal(action, viewer, proposal) ?? revisionRefusal(proposal, asked.revision);
      if (refusal === null && action === 'publish') await refuseWhileLate(tx, proposal.ownerId, now);
      return refusal;
    },
    run: async (change) => {
      const { query, body } = change;
      if (query.id !== undefined && body.id !== undefined && body.id !== query.id) throw invalidField('id', 'invalid');
      if (!('status' in body)) {
        const { amount, localAmount } = body;
        const isAsked = amount !== undefined || localAmount !== undefined;
        const asked = isAsked ? await askedSum(change, change.proposal.mfiId, { amount, localAmount }) : {};
        return editProposal(change, { ...editedValues(body), ...asked });
      }
      return setStatus(change, Number(body.status) === PROPOSAL_STATUS.published ? 'published' : 'drafted');
    },
  });

  command(app, outside, contract.deleteProposal, {
    on: ({ tx, asked }) => askedProposal({ tx, asked: { proposalId: asked.id } }),
    may: ({ viewer, proposal }) => changeRefusal('delete', viewer, proposal),
    run: deleteProposal,
  });

  command(app, outside, listCalls.ignoreProposal, {
    on: askedProposal,
    may: ({ viewer, proposal }) => proposalRefusal('ignore', viewer, proposal),
    run: (change) => setIgnored(change, true),
  });
  command(app, outside, listCalls.unignoreProposal, {
    on: askedProposal,
    may: ({ viewer, proposal }) => proposalRefusal('unignore', viewer, proposal),
    run: (change) => setIgnored(change, false),
  });
}

/** The change that a status asks for; null for a status that exists but cannot be asked for (R1.2, R1.5). */
function changeAsked(status: number | null) {
  if (status === null) return 'edit';
  return status === PROPOSAL_STATUS.published ? 'publish' : status === PROPOSAL_STATUS.drafted ? 'unpublish' : null;
}

/**
 * The refusal of a change. The owner of a backed proposal is told its backers as the reason, not the status that
 * follows from them (R6.1).
 */
function changeRefusal(
  action: 'edit' | 'publish' | 'unpublish' | 'delete' | null,
  viewer: SignedIn,
  proposal: Proposal,
): RefusalCode | null {
  const refusal = proposalRefusal(action ?? 'edit', viewer, proposal);
  if (refusal === 'wrong_status' && proposal.backedCents > 0) return 'has_backers';
  return refusal ?? (action === null ? 'wrong_status' : null);
}

type EditBody = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly monthsToRepay?: number | undefined;
  readonly startDate?: ProposalValues['neededOn'] | undefined;
  readonly image?: string | null | undefined;
  readonly acceptPartial?: boolean | undefined;
  readonly imageAlt?: string | undefined;
} & { readonly [Name in keyof WhoAndWhere]?: WhoAndWhere[Name] | undefined };

function editedValues(body: EditBody): Partial<ProposalValues> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.monthsToRepay !== undefined && { monthsToRepay: body.monthsToRepay }),
    ...(body.startDate !== undefined && { neededOn: body.startDate }),
    ...(body.image !== undefined && { image: body.image || null }),
    ...(body.imageAlt !== undefined && { imageAlt: body.imageAlt || null }),
    ...(body.acceptPartial !== undefined && { acceptPartial: body.acceptPartial }),
    ...(body.place !== undefined && { place: body.place }),
    ...(body.category !== undefined && { category: body.category }),
    ...(body.storyLanguage !== undefined && { storyLanguage: body.storyLanguage }),
  };
}

/** Owner and staff read what is stopped of a loan and of its owner; each person what is stopped of themselves (R34.7). */
function peopleToldAbout(viewer: SignedIn, proposal: Pick<Proposal, 'ownerId' | 'mfiId'>): UserId[] {
  return isOwnerOrStaff(proposal, viewer) ? [proposal.ownerId, viewer.id] : [viewer.id];
}

function reads(app: FastifyInstance, { db, now, secret }: Outside, hasPart: HasPart): void {
  // Many who ask for different loans at once share one query, of which the next is read while the answers of one are made.
  const cardFor = createKeyedBatcher(
    async (readerId: UserId | null, ids: readonly ProposalId[]) => {
      const cards = new Map((await listCardsById(db, readerId, ids)).map((card) => [card.id, card]));
      return ids.map((id) => cards.get(id));
    },
    { batchMax: 32 },
  );
  const cardIn = async (from: Db, readerId: UserId | null, id: ProposalId) =>
    from === db ? cardFor(readerId, id) : (await listCardsById(from, readerId, [id]))[0];
  const findOne = async (from: Db, query: { readonly id: ProposalId }, viewer: Viewer) => {
    const row = found(await cardIn(from, viewer?.id ?? null, query.id));
    if (!isVisible(viewer, proposalOfCard(row, viewer))) {
      throw new RefusalError('not_found');
    }
    const freezes =
      viewer !== null && row.isFrozen ? await listFreezesAround(from, row, peopleToldAbout(viewer, row)) : [];
    return {
      ...pageAnswer(row, viewer, now()),
      hidden:
        viewer !== null && row.hasHidden
          ? hiddenAnswers(await listHidden(from, row.id), viewer, row, { secret, now: now() })
          : [],
      freezes: freezes.filter(({ personId }) => personId === viewer?.id || isOwnerOrStaff(row, viewer)),
    };
  };
  mountShared(app, contract.findProposal, ({ query, viewer, db: from }) => findOne(from, query, viewer), {
    named: ({ id }) => [id],
    hasPart,
  });

  mount(app, proposalHistory, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    if (proposal.ownerId !== viewer.id && !isStaffOf(viewer, proposal.mfiId)) throw new RefusalError('not_permitted');
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, HISTORY_SORT, 'instant');
    const page = pageOf(await listHistory(db, proposal.id, { limit: limit + 1, after }), limit, historyCursor);
    const statusOf = (code: number | null) => (code === null ? null : proposalStatusOf(code));
    const data = page.data.map((row) => ({
      ...row,
      fromStatus: statusOf(row.fromStatus),
      toStatus: statusOf(row.toStatus),
    }));
    return { data, nextCursor: page.nextCursor };
  });
}

function lists(app: FastifyInstance, { db, now }: Outside, hasPart: HasPart): void {
  const list = async (from: Db, scope: ListScope, query: ListOptions, viewer: Viewer) => {
    const { data, ...page } = await listProposals(from, scope, query, now());
    return { data: data.map((row) => cardAnswer(row, viewer, now())), ...page };
  };
  mount(app, listCalls.listIgnoredProposals, ({ query, viewer }) =>
    list(db, { kind: 'ignored', readerId: viewer.id }, query, viewer),
  );
  const strangers = {
    shown: ({ shown }: Awaited<ReturnType<typeof list>>) => shown,
    hasPart,
  };
  mountShared(
    app,
    listCalls.listOthersProposals,
    ({ query, viewer, db: from }) => list(from, { kind: 'others', readerId: viewer.id }, query, viewer),
    strangers,
  );
  // The list is the same for all callers, so that a page drawn for a visitor holds no one's own facts.
  mountShared(
    app,
    listCalls.listOpenProposals,
    ({ query, db: from }) => list(from, { kind: 'open', readerId: null }, query, null),
    strangers,
  );
  mount(app, listCalls.listMfiProposals, async ({ query, viewer }) => {
    if (!isStaffOf(viewer, query.mfiId)) throw new RefusalError('not_permitted');
    return list(db, { kind: 'mfi', readerId: viewer.id, mfiId: query.mfiId }, query, viewer);
  });
}
