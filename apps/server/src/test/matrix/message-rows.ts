import { type Cell, type Codes, type Row, SIGNED_IN, STRANGER_TO_ALL, type Target, type Wire } from './table.ts';

const DRAFT = '401 404 404 409 404 404';

const inLoan = ({ loan }: Cell): Wire => ({ query: { proposalId: loan.id } });
const message = ({ messageId }: Cell): Wire => ({ body: { messageId } });
const person = ({ other }: Cell): Wire => ({ body: { personId: other.id } });

/** The codes of each state: `codes` from the first backing on, because before it B is a stranger too. */
function states(codes: Codes, others: Partial<Record<Target, Codes>>): Partial<Record<Target, Codes>> {
  const backed = { locked: codes, whole: codes, ready: codes, funded: codes, repaid: codes };
  return { ...backed, deleted: STRANGER_TO_ALL, missing: STRANGER_TO_ALL, draft: STRANGER_TO_ALL, ...others };
}

/** The message of a cell is the owner's. */
export const MESSAGE_ROWS: readonly Row[] = [
  {
    call: 'listMessages',
    request: inLoan,
    on: states('401 403 200 200 200 403', { open: '401 403 403 200 200 403', draft: DRAFT }),
  },
  { call: 'listMessages', variant: 'unread ones', request: () => ({ query: { proposalId: 0 } }), codes: SIGNED_IN },
  { call: 'listConversations', request: () => ({}), codes: SIGNED_IN },
  {
    call: 'sendMessage',
    request: ({ loan }) => ({ body: { proposalId: loan.id, text: 'How is the weaving?' } }),
    on: states('401 403 201 201 201 403', {
      open: '401 201 201 201 201 201',
      locked: '401 201 201 201 201 201',
      repaid: '401 409 409 409 409 409',
      draft: DRAFT,
    }),
  },
  {
    call: 'sendMessage',
    variant: 'an empty one',
    request: ({ loan }) => ({ body: { proposalId: loan.id, text: ' ' } }),
    on: { whole: '401 403 422 422 422 403', draft: DRAFT, missing: STRANGER_TO_ALL },
  },
  {
    call: 'readMessages',
    request: message,
    on: states('401 404 200 200 200 404', { open: '401 404 404 200 200 404' }),
  },
  {
    call: 'reportMessage',
    request: (cell) => ({ body: { ...message(cell).body, reason: 'spam' } }),
    on: states('401 404 200 403 200 404', { open: '401 404 404 403 200 404' }),
  },
  {
    call: 'reportMessage',
    variant: 'for no reason',
    request: message,
    on: { whole: '401 404 422 403 422 404', missing: STRANGER_TO_ALL },
  },
  { call: 'blockPerson', request: person, codes: SIGNED_IN },
  {
    call: 'blockPerson',
    variant: 'oneself',
    request: ({ as }) => ({ body: { personId: as?.id ?? 1 } }),
    codes: '401 422 422 422 422 422',
  },
  { call: 'unblockPerson', request: person, codes: SIGNED_IN },
  { call: 'streamUnread', request: () => ({}), codes: SIGNED_IN },
];
