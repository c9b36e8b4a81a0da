import * as contract from '@sathi/contract/messages.ts';
import { isReader, messageRefusal } from '@sathi/domain/messages.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { askedMessage } from './asked-message.repository.ts';
import { type ConversationRow, listConversations, proposalOfConversation } from './conversations.repository.ts';
import { findStanding, listMessages, listUnreadMessages, type MessageRow } from './messages.repository.ts';
import { readMessages, sendMessage, setBlocked } from './messages.service.ts';

export function messageRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  changes(app, outside);
}

function reads(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.listMessages, async ({ query, viewer }) => {
    const { status, limit = PAGE_SIZE } = query;
    const proposalId = query.proposalId ?? null;
    if (proposalId !== null) await refuseNonReader(db, viewer, proposalId);
    const sort = proposalId === null ? 'unread' : 'messages';
    const page = { limit: limit + 1, before: decodeCursor(query.cursor, sort, 'none')?.id ?? null };
    const rows =
      proposalId === null
        ? await listUnreadMessages(db, viewer.id, status, page)
        : await listMessages(db, proposalId, viewer.id, page);
    const { data, nextCursor } = pageOf(rows, limit, (row) => ({ sort, value: null, id: row.id }));
    // The end of the conversation comes first; within a page one reads downwards.
    return { data: data.toReversed().map(messageAnswer), nextCursor };
  });

  mount(app, contract.listConversations, async ({ query, viewer }) => {
    const { status: statuses, proposalId, limit = PAGE_SIZE } = query;
    const after = decodeCursor(query.cursor, 'conversations', 'integer');
    const rows = await listConversations(db, viewer.id, { statuses, proposalId, limit: limit + 1, after });
    const page = pageOf(rows, limit, (row) => ({ sort: 'conversations', value: row.place, id: row.id }));
    const data = page.data.map((row) => conversationAnswer(row, viewer));
    return { ...page, data: data.filter(({ mayRead, mayWrite }) => mayRead || mayWrite) };
  });
}

/** @throws RefusalError `not_found`, `not_permitted`; `wrong_status` to the owner of a draft, which has no conversation */
async function refuseNonReader(db: Db, viewer: SignedIn, proposalId: ProposalId): Promise<void> {
  const proposal = found(await findProposal(db, proposalId));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  if (proposal.status === 'drafted') throw new RefusalError('wrong_status');
  if (!isReader(viewer, proposal, await findStanding(db, proposalId, viewer.id)))
    throw new RefusalError('not_permitted');
}

function changes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.sendMessage, {
    on: askedProposal,
    may: async ({ tx, viewer, proposal }) =>
      messageRefusal(viewer, proposal, await findStanding(tx, proposal.id, viewer.id)),
    run: async (change) => messageAnswer(await sendMessage({ ...change, isLimited: outside.config.rateLimits })),
  });

  command(app, outside, contract.readMessages, { on: askedMessage, run: readMessages });

  command(app, outside, contract.blockPerson, { run: (change) => setBlocked(change, true) });
  command(app, outside, contract.unblockPerson, { run: (change) => setBlocked(change, false) });
}

function messageAnswer({ firstName, lastName, profileImage, title, ...row }: MessageRow) {
  return { ...row, user: { firstName, lastName, profileImage }, borrow: { title }, propTitle: title };
}

function conversationAnswer(row: ConversationRow, viewer: SignedIn) {
  const proposal = proposalOfConversation(row);
  const mayRead = isReader(viewer, proposal, row);
  const { id, title, ownerName, mfiName, backersCount, blockedPeople } = row;
  return {
    proposalId: id,
    title,
    status: proposal.status,
    ownerName,
    mfiName,
    backersCount,
    // Messages of others are private to those who take part.
    unreadMessagesCount: mayRead ? row.unreadMessagesCount : 0,
    lastMessageAt: mayRead ? row.lastMessageAt : null,
    mayWrite: messageRefusal(viewer, proposal, row) === null,
    mayRead,
    blockedPeople: [...blockedPeople],
  };
}
