import * as contract from '@sathi/contract/messages.ts';
import { isReader, messageRefusal } from '@sathi/domain/messages.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import type { MessageId, ProposalId } from '@sathi/domain/ids.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { answeredBy } from '../../http/idempotency.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { isReadableId, judgeProposalBy } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { type ConversationRow, listConversations, proposalOfConversation } from './conversations.repository.ts';
import { findStanding, listMessages, listUnreadMessages, type MessageRow } from './messages.repository.ts';
import { findReportable, readMessages, reportMessage, sendMessage, setBlocked } from './messages.service.ts';

export function messageRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);
  writing(app, outside);
  people(app, outside);
}

function reads(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.listMessages, async ({ query, ...call }) => {
    const viewer = signedIn(call);
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

  mount(app, contract.listConversations, async ({ query, ...call }) => {
    const viewer = signedIn(call);
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

function writing(app: FastifyInstance, { db, now, config }: Outside): void {
  mount(
    app,
    contract.sendMessage,
    async ({ body, attempt, ...call }) =>
      messageAnswer(
        await sendMessage(db, {
          viewer: signedIn(call),
          attempt: answeredBy(attempt, messageAnswer),
          now: now(),
          proposalId: body.proposalId,
          text: body.text,
          isLimited: config.rateLimits,
        }),
      ),
    {
      judge: judgeProposalBy(db, async (viewer, proposal) =>
        messageRefusal(viewer, proposal, await findStanding(db, proposal.id, viewer.id)),
      ),
    },
  );

  mount(app, contract.readMessages, async ({ body, attempt, ...call }) =>
    readMessages(db, { viewer: signedIn(call), attempt, now: now(), messageId: body.messageId }),
  );
}

function people(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.blockPerson, async ({ body, attempt, ...call }) =>
    setBlocked(db, { viewer: signedIn(call), attempt, now: now(), personId: body.personId, isBlocked: true }),
  );
  mount(app, contract.unblockPerson, async ({ body, attempt, ...call }) =>
    setBlocked(db, { viewer: signedIn(call), attempt, now: now(), personId: body.personId, isBlocked: false }),
  );
  mount(
    app,
    contract.reportMessage,
    async ({ body, attempt, ...call }) => {
      const { messageId, reason } = body;
      return reportMessage(db, { viewer: signedIn(call), attempt, now: now(), messageId, reason });
    },
    {
      judge: async (request) => {
        const id = (request.body as { messageId?: unknown } | undefined)?.messageId;
        if (isReadableId(id)) await findReportable(db, signedIn(request), Number(id) as MessageId);
      },
    },
  );
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
    // What others wrote is nobody's business before one takes part.
    unreadMessagesCount: mayRead ? row.unreadMessagesCount : 0,
    lastMessageAt: mayRead ? row.lastMessageAt : null,
    mayWrite: messageRefusal(viewer, proposal, row) === null,
    mayRead,
    blockedPeople: [...blockedPeople],
  };
}
