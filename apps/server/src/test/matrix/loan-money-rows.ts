import { MISSING, type Row, STRANGER_TO_ALL } from './table.ts';
import {
  states,
  proposalId,
  money,
  payment,
  READ_BY_PARTIES,
  READ_BY_OWNER_AND_STAFF,
  DECISION,
} from './loan-cells.ts';

/** Backings of a loan, its repayments, and the withdrawal of its money. */
export const LOAN_MONEY_ROWS: readonly Row[] = [
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
    call: 'findOwnBackings',
    request: proposalId,
    on: states('401 200 200 200 200 200', { draft: '401 404 404 409 404 404' }),
  },
  {
    call: 'cancelBacking',
    request: ({ loan, backingId }) => ({ body: { proposalId: loan.id, id: backingId } }),
    on: states('401 404 409 404 404 404', {
      open: STRANGER_TO_ALL,
      locked: '401 404 200 404 404 404',
      draft: STRANGER_TO_ALL,
    }),
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
  {
    call: 'takeBackPayment',
    request: payment,
    on: states('401 403 403 404 404 403', {
      funded: '401 403 403 200 403 403',
      repaid: '401 403 403 409 403 403',
      draft: '401 404 404 404 404 404',
    }),
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
];
