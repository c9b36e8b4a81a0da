import { type Row } from './table.ts';
import {
  states,
  proposalId,
  asStaff,
  READ_BY_OWNER_AND_STAFF,
  READ_BY_PARTIES,
  NO_DRAFT_FOR_STAFF,
} from './loan-cells.ts';

/** Loans that go otherwise than planned: new plans, pauses, default and its end, undone releases, what is said about them. */
export const LOAN_LIFE_ROWS: readonly Row[] = [
  {
    call: 'askHardship',
    request: ({ loan }) => ({ body: { proposalId: loan.id, reason: 'disaster', fromOn: '2026-05-31' } }),
    on: states('401 403 403 409 403 403', { funded: '401 403 403 201 403 403', draft: '401 404 404 409 404 404' }),
  },
  {
    call: 'takeBackHardship',
    request: proposalId,
    on: states('401 403 403 409 403 403', { draft: '401 404 404 409 404 404' }),
  },
  {
    call: 'refuseHardship',
    request: (cell) => ({ ...asStaff(cell), body: { reason: 'Please pay half now.' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  { call: 'listHardships', request: proposalId, on: READ_BY_OWNER_AND_STAFF },
  {
    call: 'pauseLoans',
    request: () => ({ query: { mfiId: 3 }, body: { places: ['Nowhere'], months: 2, reason: 'The flood.' } }),
    on: { funded: '401 403 403 403 422 403' },
  },
  {
    call: 'undoPause',
    request: () => ({ query: { mfiId: 3, id: 987654321 } }),
    on: { funded: '401 403 403 403 404 403' },
  },
  { call: 'listPauses', request: () => ({ query: { mfiId: 3 } }), on: { funded: '401 403 403 403 200 403' } },
  { call: 'listPausePlaces', request: () => ({ query: { mfiId: 3 } }), on: { funded: '401 403 403 403 200 403' } },
  {
    call: 'checkImport',
    request: () => ({ query: { mfiId: 3 }, body: { text: 'phone,first_name,last_name\n' } }),
    on: { funded: '401 403 403 403 200 403' },
  },
  {
    call: 'importPeople',
    request: () => ({ query: { mfiId: 3 }, body: { name: 'gosaba.csv', text: 'phone,first_name,last_name\n' } }),
    on: { funded: '401 403 403 403 422 403' },
  },
  { call: 'listImports', request: () => ({ query: { mfiId: 3 } }), on: { funded: '401 403 403 403 200 403' } },
  {
    call: 'listImportLines',
    request: () => ({ query: { mfiId: 3, id: 987654321 } }),
    on: { funded: '401 403 403 403 404 403' },
  },
  {
    call: 'undoImport',
    request: () => ({ query: { mfiId: 3, id: 987654321 } }),
    on: { funded: '401 403 403 403 404 403' },
  },
  { call: 'listOffers', request: () => ({}), on: { funded: '401 200 200 200 200 200' } },
  {
    call: 'answerOffer',
    request: () => ({ body: { id: 987654321, state: 'taken' } }),
    on: { funded: '401 404 404 404 404 404' },
  },
  { call: 'findDefault', request: asStaff, on: states('401 403 403 403 200 403', NO_DRAFT_FOR_STAFF) },
  {
    call: 'confirmDefault',
    request: (cell) => ({ ...asStaff(cell), body: { reason: 'Gone.', cause: 'borrower' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'enterWriteOff',
    request: (cell) => ({ ...asStaff(cell), body: { reason: 'Gone.' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'confirmWriteOff',
    request: (cell) => ({ ...asStaff(cell), body: { state: 'approved' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'findReleaseUndoing',
    request: asStaff,
    on: states('401 403 403 403 409 403', {
      funded: '401 403 403 403 200 403',
      repaid: '401 403 403 403 200 403',
      ...NO_DRAFT_FOR_STAFF,
    }),
  },
  {
    call: 'enterReleaseUndoing',
    request: (cell) => ({ ...asStaff(cell), body: { reason: 'Not needed.' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'confirmReleaseUndoing',
    request: (cell) => ({ ...asStaff(cell), body: { state: 'approved' } }),
    on: states('401 403 403 403 409 403', NO_DRAFT_FOR_STAFF),
  },
  {
    call: 'findForgiving',
    request: proposalId,
    on: states('401 403 200 403 403 403', { open: '401 403 403 403 403 403', draft: '401 404 404 403 404 404' }),
  },
  // A payment waits there.
  {
    call: 'forgive',
    request: ({ loan }) => ({ body: { proposalId: loan.id } }),
    on: states('401 403 409 403 403 403', { open: '401 403 403 403 403 403', draft: '401 404 404 403 404 404' }),
  },
  {
    call: 'enterPlan',
    request: (cell) => ({ ...asStaff(cell), body: { months: 6, firstDueOn: '2026-05-31', reason: 'The flood.' } }),
    on: states('401 403 403 403 409 403', { funded: '401 403 403 403 201 403', ...NO_DRAFT_FOR_STAFF }),
  },
  {
    call: 'confirmPlan',
    request: ({ loan }) => ({ query: { proposalId: loan.id, id: 987654321 }, body: { state: 'approved' } }),
    on: states('401 403 403 404 404 403', { draft: '401 404 404 404 404 404' }),
  },
  {
    call: 'answerPlan',
    request: ({ loan }) => ({ query: { proposalId: loan.id, id: 987654321 }, body: { state: 'accepted' } }),
    on: states('401 403 403 404 404 403', { draft: '401 404 404 404 404 404' }),
  },
  { call: 'listPlanChanges', request: proposalId, on: READ_BY_PARTIES },
  {
    call: 'listContacts',
    request: proposalId,
    on: states('401 403 403 403 409 403', {
      funded: '401 403 403 403 200 403',
      repaid: '401 403 403 403 200 403',
      ...NO_DRAFT_FOR_STAFF,
    }),
  },
  {
    call: 'recordContact',
    request: (cell) => ({ ...proposalId(cell), body: { way: 'call', outcome: 'unreachable' } }),
    on: states('401 403 403 403 409 403', { funded: '401 403 403 403 201 403', ...NO_DRAFT_FOR_STAFF }),
  },
];
