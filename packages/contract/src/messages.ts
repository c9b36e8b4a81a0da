import { MESSAGE_LENGTH_MAX } from '@sathi/domain/messages.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  InstantField,
  MessageIdField,
  missingOr,
  PageFields,
  ProposalIdField,
  ProposalStatusField,
  StatusFilterField,
  UserIdField,
} from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { TextField } from './text-fields.ts';

export const Message = z.object({
  id: MessageIdField,
  userId: UserIdField,
  proposalId: ProposalIdField,
  text: z.string(),
  date: InstantField,
  user: z.object({ firstName: z.string(), lastName: z.string(), profileImage: z.string().nullable() }),
  borrow: z.object({ title: z.string() }),
  propTitle: z.string(),
  /** False for the first messages of a new account: then an address in the text is not made a link (R15.3). */
  linksAllowed: z.boolean(),
  /** Hidden after reports from all but its author and the staff (R34.6). */
  isHidden: z.boolean(),
});

/** A proposal's id, or 0 for the unread messages of all conversations. */
const ConversationUnion = z.union([
  ProposalIdField,
  z.codec(z.literal(['0', 0, '']), z.null(), { decode: () => null, encode: () => '0' as const }),
]);
const ConversationField = writtenAs(ConversationUnion, { type: 'string', pattern: '^(0|[1-9][0-9]{0,14})?$' });

export const listMessages = endpoint('listMessages', {
  summary:
    'A conversation, oldest first, its end on the first page; with proposal 0 or none, what the caller has not read',
  access: 'signed_in',
  list: true,
  query: z.object({
    proposalId: ConversationField.optional(),
    status: StatusFilterField.optional(),
    ...ActorFields,
    ...PageFields,
  }),
  data: z.array(Message),
  refuses: ['not_found', 'wrong_status'],
  example: { query: { proposalId: '169' } },
});

export const listConversations = endpoint('listConversations', {
  summary: 'The conversations the caller may read, those with something unread first, then the latest',
  access: 'signed_in',
  list: true,
  query: z.object({ status: StatusFilterField.optional(), proposalId: ProposalIdField.optional(), ...PageFields }),
  data: z.array(
    z.object({
      proposalId: ProposalIdField,
      title: z.string(),
      status: ProposalStatusField,
      ownerName: z.string(),
      mfiName: z.string(),
      backersCount: z.number().int(),
      unreadMessagesCount: z.number().int(),
      lastMessageAt: InstantField.nullable(),
      /** Whether the caller may write now (R15.2). */
      mayWrite: z.boolean(),
      /** False when the caller asked for one proposal whose conversation they may only begin to write in. */
      mayRead: z.boolean(),
      /** Writers in this conversation whom the caller has blocked. */
      blockedPeople: z.array(z.object({ id: UserIdField, name: z.string() })),
    }),
  ),
  refuses: [],
  example: { query: { status: '2,3' } },
});

export const sendMessage = endpoint('sendMessage', {
  summary: 'Write into the conversation of a proposal (R15.2, R15.3)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    text: TextField(MESSAGE_LENGTH_MAX),
  }),
  data: Message,
  refuses: ['not_found', 'wrong_status'],
  example: { body: { userId: '10', proposalId: '169', text: 'How are the goats?' } },
});

export const readMessages = endpoint('readMessages', {
  summary: 'Everything up to this message of its conversation is read (R15.4)',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, messageId: MessageIdField }),
  data: z.object({ unreadMessagesCount: z.number().int() }),
  refuses: ['not_found'],
  example: { body: { userId: '10', messageId: '7' } },
});

export const streamUnread = endpoint('streamUnread', {
  summary:
    'Server-sent events with the count of unread messages: one at once, one at each change, and one named `loan` when a loan changed whose conversation one reads',
  access: 'signed_in',
  gives: ['text/event-stream'],
  data: z.object({ unreadMessagesCount: z.number().int(), unreadNotificationsCount: z.number().int() }),
  refuses: [],
  example: {},
});

const OnePerson = z.strictObject({ userId: ActorFields.userId, personId: UserIdField });

export const blockPerson = endpoint('blockPerson', {
  summary: 'See no more messages of this person; asking twice is the same as once',
  access: 'signed_in',
  body: OnePerson,
  data: z.object({ personId: UserIdField }),
  refuses: ['not_found'],
  example: { body: { personId: '11' } },
});

export const unblockPerson = endpoint('unblockPerson', {
  summary: 'See the messages of this person again',
  access: 'signed_in',
  body: OnePerson,
  data: z.object({ personId: UserIdField }),
  refuses: ['not_found'],
  example: { body: { personId: '11' } },
});

const MESSAGE_REPORT_REASONS = ['privacy', 'fraud', 'offensive', 'spam', 'other'] as const;

export const reportMessage = endpoint('reportMessage', {
  summary: 'Tell the staff of the partner institution that a message is not right',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    messageId: MessageIdField,
    reason: z.enum(MESSAGE_REPORT_REASONS, missingOr('invalid')),
  }),
  data: z.object({ messageId: MessageIdField }),
  refuses: ['not_found'],
  example: { body: { messageId: '7', reason: 'spam' } },
});
