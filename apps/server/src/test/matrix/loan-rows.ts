import { type Cell, type Codes, MISSING, type Row, STRANGER_TO_ALL, type Target, type Wire } from './table.ts';

/** Written by hand from the contract and the threat model; the server's own tables are not asked. */
const PUBLIC_STATES = ['open', 'locked', 'whole', 'ready', 'funded', 'repaid'] as const;
const GONE = { deleted: STRANGER_TO_ALL, missing: STRANGER_TO_ALL } as const;

/** The same codes in every public state but those named. */
function states(codes: Codes, others: Partial<Record<Target, Codes>>): Partial<Record<Target, Codes>> {
  return { ...Object.fromEntries(PUBLIC_STATES.map((state) => [state, codes])), ...GONE, ...others };
}

const id = ({ loan }: Cell): Wire => ({ query: { id: loan.id } });
const proposalId = ({ loan }: Cell): Wire => ({ query: { proposalId: loan.id } });
const asStaff = ({ loan }: Cell): Wire => ({ query: { mfiId: '3', proposalId: loan.id } });
const money = ({ loan }: Cell): Wire => ({ body: { proposalId: loan.id, amount: 1 } });
const thanks = (cell: Cell): Wire => ({ body: { ...proposalId(cell).query, sendToMail: 'nobody@example.org' } });
const payment = ({ loan, paymentId }: Cell): Wire => ({ query: { proposalId: loan.id, id: paymentId } });

const OWNERS_CHANGE = states('401 403 403 409 403 403', {
  open: '401 403 403 200 403 403',
  draft: '401 404 404 200 404 404',
});
const IGNORING = states('401 409 409 409 409 409', {
  open: '401 200 200 409 200 200',
  locked: '401 200 200 409 200 200',
  draft: '401 404 404 409 404 404',
});
const READ_BY_PARTIES = states('401 403 200 200 200 403', {
  open: '401 403 403 200 200 403',
  draft: '401 404 404 200 404 404',
});
const READ_BY_OWNER_AND_STAFF = states('401 403 403 200 200 403', { draft: '401 404 404 200 404 404' });
const OWNERS_DRAFT = { draft: '401 404 404 409 404 404' } as const;
const NO_DRAFT_FOR_STAFF = { draft: '401 404 404 403 404 404' } as const;
const DECISION = states('401 403 403 403 404 403', {
  funded: '401 403 403 403 200 403',
  repaid: '401 403 403 403 409 403',
  ...NO_DRAFT_FOR_STAFF,
});

export const LOAN_ROWS: readonly Row[] = [
  {
    call: 'findProposal',
    request: id,
    on: {
      ...states('200 200 200 200 200 200', { draft: '404 404 404 200 404 404' }),
      deleted: '404 404 404 404 404 404',
      missing: '404 404 404 404 404 404',
    },
  },
  {
    call: 'updateProposal',
    variant: 'edit',
    request: (cell) => ({ ...id(cell), body: { title: 'Another title' } }),
    on: OWNERS_CHANGE,
  },
  {
    call: 'updateProposal',
    variant: 'publish',
    request: (cell) => ({ ...id(cell), body: { id: cell.loan.id, status: 2 } }),
    on: states('401 403 403 409 403 403', { draft: '401 404 404 200 404 404' }),
  },
  {
    call: 'updateProposal',
    variant: 'unpublish',
    request: (cell) => ({ ...id(cell), body: { id: cell.loan.id, status: 1 } }),
    on: states('401 403 403 409 403 403', { open: '401 403 403 200 403 403', draft: '401 404 404 409 404 404' }),
  },
  { call: 'deleteProposal', request: id, on: OWNERS_CHANGE },
  { call: 'ignoreProposal', request: proposalId, on: IGNORING },
  { call: 'unignoreProposal', request: proposalId, on: IGNORING },
  {
    call: 'keepLoanPublic',
    request: ({ loan }) => ({ body: { proposalId: loan.id, keep: true } }),
    on: states('401 403 403 409 403 403', { repaid: '401 403 403 200 403 403', draft: '401 404 404 409 404 404' }),
  },
  { call: 'proposalHistory', request: proposalId, on: READ_BY_OWNER_AND_STAFF },
  {
    call: 'backProposal',
    request: money,
    on: states('401 409 409 403 409 409', {
      open: '401 201 201 403 201 201',
      locked: '401 201 201 403 201 201',
      draft: '401 404 404 403 404 404',
    }),
  },
  {
    call: 'backProposal',
    variant: 'for somebody else',
    request: (cell) => ({ body: { ...money(cell).body, userId: String(cell.other.id) } }),
    on: { open: '401 403 403 403 403 403', draft: '401 403 403 403 403 403' },
  },
  {
    call: 'listBackers',
    request: proposalId,
    on: states('401 200 200 200 200 200', { draft: '401 404 404 409 404 404' }),
  },
  {
    call: 'sendBackInvitations',
    request: (cell) => ({ body: { ...proposalId(cell).query, sendToMails: [`guest${cell.serial}@example.org`] } }),
    on: states('401 409 409 409 409 409', {
      open: '401 200 200 200 200 200',
      locked: '401 200 200 200 200 200',
      draft: '401 404 404 409 404 404',
    }),
  },
  {
    call: 'sendBackInvitations',
    variant: 'for somebody else',
    request: (cell) => ({
      body: { ...proposalId(cell).query, sendToMails: ['guest@example.org'], userId: String(cell.other.id) },
    }),
    on: { open: '401 403 403 403 403 403', draft: '401 403 403 403 403 403' },
  },
  {
    call: 'sendThankYouEmail',
    request: thanks,
    on: states('401 403 200 200 403 403', {
      open: '401 403 403 200 403 403',
      locked: '401 403 409 200 403 403',
      ...OWNERS_DRAFT,
    }),
  },
  {
    call: 'sendThanksAfterRepaid',
    request: thanks,
    on: states('401 403 403 409 403 403', { repaid: '401 403 403 200 403 403', ...OWNERS_DRAFT }),
  },
  {
    call: 'enterPayment',
    request: money,
    on: states('401 403 403 409 409 403', {
      funded: '401 403 403 201 201 403',
      draft: '401 404 404 409 404 404',
    }),
  },
  {
    call: 'enterPayment',
    variant: 'with the owner’s id',
    request: (cell) => ({ body: { ...money(cell).body, userId: String(cell.loan.owner.id) } }),
    on: { funded: '401 403 403 201 201 403', draft: '401 404 404 409 404 404', missing: STRANGER_TO_ALL },
  },
  {
    call: 'enterPayment',
    variant: 'for somebody else',
    request: (cell) => ({ body: { ...money(cell).body, userId: String(cell.other.id) } }),
    on: { funded: '401 403 403 403 403 403', draft: '401 404 404 403 404 404', missing: STRANGER_TO_ALL },
  },
  { call: 'listPayments', request: proposalId, on: READ_BY_PARTIES },
  { call: 'listTransactions', request: proposalId, on: READ_BY_PARTIES },
  {
    call: 'exportDueDays',
    request: proposalId,
    on: {
      open: '401 403 403 409 409 403',
      funded: '401 403 200 200 200 403',
      repaid: '401 403 200 200 200 403',
      missing: STRANGER_TO_ALL,
    },
  },
  {
    call: 'findHowToPay',
    request: proposalId,
    on: states('401 403 403 409 409 403', {
      funded: '401 403 403 200 200 403',
      draft: '401 404 404 409 404 404',
    }),
  },
  {
    call: 'readRepaymentCode',
    request: (cell) => ({ query: { ...proposalId(cell).query, accountId: MISSING } }),
    on: states('401 403 403 409 409 403', {
      funded: '401 403 403 404 404 403',
      draft: '401 404 404 409 404 404',
    }),
  },
  { call: 'approvePayment', request: payment, on: DECISION },
  {
    call: 'reversePayment',
    request: (cell) => ({ ...payment(cell), body: { reason: 'The cheque bounced' } }),
    on: { ...DECISION, funded: '401 403 403 403 409 403', repaid: '401 403 403 403 403 403' },
  },
  { call: 'rejectPayment', request: (cell) => ({ ...payment(cell), body: { reason: 'No money came' } }), on: DECISION },
  {
    call: 'requestWithdrawal',
    request: ({ loan }) => ({
      body: { proposalId: loan.id, method: 'bank', accountName: 'Rahima', accountNumber: '1234567890' },
    }),
    on: states('401 403 403 409 403 403', {
      ready: '401 403 403 409 403 403',
      funded: '401 403 403 409 403 403',
      // Released and never sent (R4.5).
      repaid: '401 403 403 201 403 403',
      draft: '401 404 404 409 404 404',
    }),
  },
  { call: 'listWithdrawals', request: proposalId, on: READ_BY_OWNER_AND_STAFF },
  {
    call: 'updateWithdrawal',
    variant: 'sent',
    request: ({ withdrawalId }) => ({ query: { id: withdrawalId }, body: { state: 'sent', reference: 'TRX-1' } }),
    on: { funded: '401 404 404 403 200 404', missing: STRANGER_TO_ALL },
  },
  {
    call: 'updateWithdrawal',
    variant: 'confirmed too early',
    request: ({ withdrawalId }) => ({ query: { id: withdrawalId }, body: { state: 'confirmed' } }),
    on: { funded: '401 404 404 409 403 404', missing: STRANGER_TO_ALL },
  },
  {
    call: 'showPayout',
    request: ({ withdrawalId }) => ({
      query: { mfiId: 3 },
      body: { kind: 'withdrawal', id: withdrawalId, reason: 'The form' },
    }),
    on: { funded: '401 403 403 403 200 403', missing: '401 403 403 403 404 403' },
  },
  {
    call: 'disownPayout',
    variant: 'with a token of nobody',
    request: ({ withdrawalId }) => ({ body: { token: `${withdrawalId}.${'a'.repeat(22)}` } }),
    on: { funded: '404 404 404 404 404 404', missing: '404 404 404 404 404 404' },
  },
  {
    call: 'updateWithdrawal',
    variant: 'cancelled',
    request: ({ withdrawalId }) => ({ query: { id: withdrawalId }, body: { state: 'cancelled' } }),
    on: { funded: '401 404 404 200 403 404', missing: STRANGER_TO_ALL },
  },
  {
    call: 'approveProposal',
    request: asStaff,
    on: states('401 403 403 403 200 403', {
      ready: '401 403 403 403 409 403',
      funded: '401 403 403 403 409 403',
      repaid: '401 403 403 403 409 403',
      ...NO_DRAFT_FOR_STAFF,
    }),
  },
  {
    call: 'approveProposal',
    variant: 'for another MFI',
    request: ({ loan }) => ({ query: { mfiId: '1', proposalId: loan.id } }),
    on: states('401 403 403 403 403 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'releaseFunds',
    request: asStaff,
    on: states('401 403 403 403 409 403', { ready: '401 403 403 403 200 403', ...NO_DRAFT_FOR_STAFF }),
  },
  {
    call: 'fillInProposal',
    request: (cell) => ({ ...asStaff(cell), body: { place: 'Gosaba', category: 'livestock' } }),
    on: states('401 403 403 403 200 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'assignOfficer',
    request: (cell) => ({ ...proposalId(cell), body: { officerId: null } }),
    on: states('401 403 403 403 200 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'findPerson',
    variant: 'who borrows there',
    request: ({ loan }) => ({ query: { mfiId: 3, id: loan.owner.id } }),
    on: { funded: '401 403 403 403 200 403' },
  },
  {
    call: 'writePersonNote',
    variant: 'about a person who borrows there',
    request: ({ loan }) => ({ query: { mfiId: 3, id: loan.owner.id }, body: { text: 'Came by.' } }),
    on: { funded: '401 403 403 403 201 403' },
  },
  {
    call: 'fillInProposal',
    variant: 'for another MFI',
    request: ({ loan }) => ({ query: { mfiId: '1', proposalId: loan.id }, body: {} }),
    on: states('401 403 403 403 403 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'translateProposal',
    request: (cell) => ({ ...asStaff(cell), body: { language: 'be', title: 'ছাগল', description: 'দুধ।' } }),
    on: states('401 403 403 403 200 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'translateProposal',
    variant: 'for another MFI',
    request: ({ loan }) => ({ query: { mfiId: '1', proposalId: loan.id }, body: {} }),
    on: states('401 403 403 403 403 403', NO_DRAFT_FOR_STAFF),
  },
  { call: 'countOtherLoans', request: asStaff, on: states('401 403 403 403 200 403', NO_DRAFT_FOR_STAFF) },
  {
    call: 'countOtherLoans',
    variant: 'for another MFI',
    request: ({ loan }) => ({ query: { mfiId: '1', proposalId: loan.id } }),
    on: states('401 403 403 403 403 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'returnProposal',
    request: (cell) => ({ ...asStaff(cell), body: { reason: 'other' } }),
    on: states('401 403 403 403 200 403', {
      funded: '401 403 403 403 409 403',
      repaid: '401 403 403 403 409 403',
      ...NO_DRAFT_FOR_STAFF,
    }),
  },
];
