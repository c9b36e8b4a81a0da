import { type Row } from './table.ts';
import {
  states,
  id,
  proposalId,
  asStaff,
  thanks,
  OWNERS_CHANGE,
  IGNORING,
  READ_BY_OWNER_AND_STAFF,
  OWNERS_DRAFT,
  NO_DRAFT_FOR_STAFF,
} from './loan-cells.ts';
import { LOAN_LIFE_ROWS } from './loan-life-rows.ts';
import { LOAN_MONEY_ROWS } from './loan-money-rows.ts';

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
    call: 'extendFunding',
    request: ({ loan }) => ({ body: { proposalId: loan.id } }),
    on: states('401 403 403 409 403 403', { locked: '401 403 403 200 403 403', ...OWNERS_DRAFT }),
  },
  ...LOAN_MONEY_ROWS,
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
  ...LOAN_LIFE_ROWS,
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
