import { proposalHistory } from '@sathi/contract/proposal-history.ts';
import * as contract from '@sathi/contract/proposals.ts';
import { borrowStats, userStats } from '@sathi/contract/user-stats.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import { isVisible, proposalStatusOf } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { signedIn } from '../../http/call.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, invalidField, RefusalError } from '../../refusal-error.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';
import { judgeProposal } from './judge-proposal.ts';
import { cardAnswer, pageAnswer } from './proposal-answers.ts';
import { findCard } from './proposal-cards.repository.ts';
import { HISTORY_SORT, historyCursor, listHistory } from './proposal-history.repository.ts';
import { type ListOptions, type ListScope, listProposals } from './proposal-lists.repository.ts';
import { findProposal } from './proposals.repository.ts';
import {
  createProposal,
  deleteProposal,
  editProposal,
  type ProposalValues,
  setIgnored,
  setStatus,
} from './proposals.service.ts';
import { findUserStats } from './user-stats.repository.ts';

export function proposalRoutes(app: FastifyInstance, outside: Outside): void {
  changes(app, outside);
  reads(app, outside);
  lists(app, outside);
}

function changes(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.createProposal, async ({ body, attempt, ...call }) => {
    const { title, description, amount, monthsToRepay, startDate, image, imageAlt, mfiId, status } = body;
    return createProposal(db, {
      viewer: signedIn(call),
      attempt,
      now: now(),
      mfiId,
      publish: Number(status) === 2,
      values: {
        title,
        description,
        amountCents: amount,
        monthsToRepay,
        neededOn: startDate,
        image: image || null,
        imageAlt: imageAlt || null,
      },
    });
  });

  mount(
    app,
    contract.updateProposal,
    async ({ query, body, attempt, ...call }) => {
      const proposalId = query.id ?? body.id;
      if (proposalId === undefined) throw invalidField('id', 'required');
      if (body.id !== undefined && body.id !== proposalId) throw invalidField('id', 'invalid');
      const command = { viewer: signedIn(call), attempt, now: now(), proposalId };
      if ('status' in body) return setStatus(db, { ...command, status: Number(body.status) });
      return editProposal(db, { ...command, values: editedValues(body) });
    },
    { judge: judgeProposal(db, 'edit') },
  );

  mount(app, contract.deleteProposal, async ({ query, attempt, ...call }) =>
    deleteProposal(db, { viewer: signedIn(call), attempt, now: now(), proposalId: query.id }),
  );

  for (const [endpoint, ignored] of [
    [contract.ignoreProposal, true],
    [contract.unignoreProposal, false],
  ] as const) {
    mount(app, endpoint, async ({ query, attempt, ...call }) =>
      setIgnored(db, { viewer: signedIn(call), attempt, now: now(), proposalId: query.proposalId, ignored }),
    );
  }
}

type EditBody = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly amount?: ProposalValues['amountCents'] | undefined;
  readonly monthsToRepay?: number | undefined;
  readonly startDate?: ProposalValues['neededOn'] | undefined;
  readonly image?: string | null | undefined;
  readonly imageAlt?: string | undefined;
};

function editedValues(body: EditBody): Partial<ProposalValues> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.amount !== undefined && { amountCents: body.amount }),
    ...(body.monthsToRepay !== undefined && { monthsToRepay: body.monthsToRepay }),
    ...(body.startDate !== undefined && { neededOn: body.startDate }),
    ...(body.image !== undefined && { image: body.image || null }),
    ...(body.imageAlt !== undefined && { imageAlt: body.imageAlt || null }),
  };
}

function reads(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.findProposal, async ({ query, viewer }) => {
    const row = found(await findCard(db, viewer?.id ?? null, query.id));
    if (!isVisible(viewer, { ownerId: row.ownerId, status: proposalStatusOf(row.statusCode) })) {
      throw new RefusalError('not_found');
    }
    return pageAnswer(row, await listInstalments(db, row.id), viewer, now());
  });

  mount(app, proposalHistory, async ({ query, ...call }) => {
    const viewer = signedIn(call);
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

  for (const endpoint of [borrowStats, userStats]) {
    mount(app, endpoint, async (call) => findUserStats(db, signedIn(call).id));
  }
}

function lists(app: FastifyInstance, { db, now }: Outside): void {
  const list = async (scope: ListScope, query: ListOptions, call: Parameters<typeof signedIn>[0]) => {
    const viewer = signedIn(call);
    const { data, nextCursor } = await listProposals(db, scope, query);
    return { data: data.map((row) => cardAnswer(row, viewer, now())), nextCursor };
  };
  for (const [endpoint, kind] of [
    [contract.listOwnProposals, 'own'],
    [contract.listOthersProposals, 'others'],
    [contract.listIgnoredProposals, 'ignored'],
  ] as const) {
    mount(app, endpoint, async ({ query, ...call }) => list({ kind, readerId: signedIn(call).id }, query, call));
  }
  mount(app, contract.listMfiProposals, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    if (!isStaffOf(viewer, query.mfiId)) throw new RefusalError('not_permitted');
    return list({ kind: 'mfi', readerId: viewer.id, mfiId: query.mfiId }, query, call);
  });
}
