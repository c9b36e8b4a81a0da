import { list, MISSING, NOT_FOR_OTHERS, own, type Row, SIGNED_IN, STAFF_ONLY, STRANGER_TO_ALL } from './table.ts';

/** Accounts, rates, statements, receipts, payouts, and the money that one person has. */
export const MONEY_ROWS: readonly Row[] = [
  ...own('listPayoutAccounts'),
  {
    call: 'addPayoutAccount',
    variant: 'without a fresh proof',
    request: () => ({ body: { method: 'mobile_wallet', accountName: 'Asha', accountNumber: '0171' } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'removePayoutAccount', request: () => ({ query: { id: MISSING } }), codes: STRANGER_TO_ALL },
  {
    call: 'askPayout',
    variant: 'to an account that is not there',
    request: () => ({ body: { mfiId: 3, amount: 5, payoutAccountId: MISSING } }),
    codes: STRANGER_TO_ALL,
  },
  ...own('listOwnPayouts'),
  {
    call: 'updatePayout',
    variant: 'one that is not there',
    request: () => ({ query: { id: MISSING }, body: { state: 'cancelled' } }),
    codes: STRANGER_TO_ALL,
  },
  { call: 'listPayouts', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'listBatches', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'makeBatch',
    request: () => ({
      query: { mfiId: 3 },
      body: { accountId: MISSING, items: [{ kind: 'withdrawal', id: MISSING }] },
    }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'changeBatch',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'readBatchFile',
    request: () => ({ query: { mfiId: 3, id: MISSING, format: 'csv' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'readCollectionSheet', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'openTill',
    request: () => ({
      query: { mfiId: 3 },
      body: { day: '2026-01-31', accountId: MISSING, float: { amount: '1.00', currency: 'USD' } },
    }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listTills', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterTillEntries',
    request: () => ({
      query: { mfiId: 3, id: MISSING },
      body: { entries: [{ clientId: 'a', number: 1, returned: { signedBy: 'Asha' } }] },
    }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'changeTill',
    request: () => ({
      query: { mfiId: 3, id: MISSING },
      body: { state: 'closed', counted: { amount: '1.00', currency: 'USD' } },
    }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listStoppedPayouts', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterPayoutResume',
    variant: 'of a person to whom nothing is stopped',
    request: ({ other }) => ({ query: { mfiId: 3, personId: other.id }, body: { idSeen: true, reason: 'Came by' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'confirmPayoutResume',
    variant: 'one that is not there',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'findMoneySettings', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'listHolidays', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'setHolidays',
    request: () => ({ query: { mfiId: 3 }, body: { holidays: [{ day: '2026-12-25', name: 'Christmas' }] } }),
    codes: STAFF_ONLY,
  },
  { call: 'findLoanLimits', request: () => ({ query: { mfiId: 3 } }), codes: SIGNED_IN },
  {
    call: 'changeLoanLimits',
    request: () => ({
      query: { mfiId: 3 },
      body: { minimum: null, maximum: null, firstLoan: null, growthPercent: null },
    }),
    codes: STAFF_ONLY,
  },
  { call: 'listMoneyAccounts', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterMoneyAccount',
    request: () => ({
      query: { mfiId: 3 },
      body: { kind: 'till', label: 'Till', currency: 'USD', holder: 'ROI', number: 'T1', feeWords: ['VAT'] },
    }),
    codes: '401 403 403 403 201 403',
  },
  {
    call: 'changeMoneyAccount',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { forPayIn: false } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'confirmMoneyAccount',
    request: () => ({ query: { mfiId: 3, id: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'uploadStatement',
    request: () => ({ query: { mfiId: 3, accountId: MISSING, name: 'a.csv' }, bytes: Buffer.from('a;b;c') }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'listStatements',
    request: () => ({ query: { mfiId: 3, accountId: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'findStatementProgress',
    request: () => ({ query: { mfiId: 3, key: 'none' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'setStatementMapping',
    request: () => ({
      query: { mfiId: 3, accountId: MISSING },
      body: { columns: { bookedOn: 'Date', amount: 'Amount' }, decimal: '.', dateOrder: 'dmy' },
    }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listAwaited', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'listReceipts', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  // ROI trusts its payers here; `receipts.test.ts` and `orders.test.ts` are about one that awaits money.
  {
    call: 'enterReceipt',
    request: () => ({
      query: { mfiId: 3 },
      body: { reference: 'RF08 1000 4217', accountId: MISSING, amount: 5, receivedOn: '2026-01-01' },
    }),
    codes: '401 403 403 403 409 403',
  },
  {
    call: 'confirmReceipt',
    request: () => ({ query: { mfiId: 3, id: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'reverseReceipt',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { reason: 'Returned' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'readPayInCode',
    request: () => ({ query: { mfiId: 3, accountId: MISSING } }),
    codes: STRANGER_TO_ALL,
  },
  { call: 'payWithCredit', request: () => ({ body: { mfiId: '3' } }), codes: '401 409 409 409 409 409' },
  {
    call: 'tellPaid',
    request: () => ({ body: { mfiId: '3', paidOn: '2026-01-01', channel: 'bank' } }),
    codes: '401 409 409 409 409 409',
  },
  {
    call: 'giveCredit',
    variant: 'to an institution that holds none',
    request: () => ({ body: { mfiId: '3', amount: 5 } }),
    codes: '401 409 409 409 409 409',
  },
  { call: 'listOpenCampaigns', request: () => ({ query: { mfiId: 3 } }), codes: SIGNED_IN },
  ...own('listRelendRules'),
  { call: 'setRelendRules', request: () => ({ body: list() }), codes: SIGNED_IN },
  {
    call: 'setRelendRules',
    variant: 'of somebody else',
    request: ({ other }) => ({ query: { userId: other.id }, body: list() }),
    codes: NOT_FOR_OTHERS,
  },
  {
    call: 'findLendableGifts',
    request: () => ({ query: { mfiId: 3, proposalId: MISSING } }),
    codes: '401 403 403 403 409 403',
  },
  {
    call: 'backWithGift',
    request: () => ({ query: { mfiId: 3 }, body: { proposalId: MISSING, amount: 5 } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'drawOwnMoney',
    request: () => ({ query: { mfiId: 3 }, body: { amount: 5, accountId: MISSING, reference: 'TRX81' } }),
    codes: '401 403 403 403 409 403',
  },
  { call: 'listDebts', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterDebtTakeover',
    request: ({ other }) => ({ query: { mfiId: 3, personId: other.id }, body: { reason: 'Gone' } }),
    codes: '401 403 403 403 409 403',
  },
  {
    call: 'confirmDebtTakeover',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listLines', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'listLines',
    variant: 'of an account of nobody there',
    request: () => ({ query: { mfiId: 3, accountId: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'bookLines',
    request: () => ({ query: { mfiId: 3 }, body: { lines: [{ id: MISSING }] } }),
    codes: STAFF_ONLY,
  },
  {
    call: 'setLineAside',
    request: () => ({ query: { mfiId: 3 }, body: { id: MISSING, as: 'fee', note: 'Fee' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'listAccountDays',
    request: () => ({ query: { mfiId: 3, accountId: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'agreeDay',
    request: () => ({ query: { mfiId: 3 }, body: { accountId: MISSING, day: '2026-01-30' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listSettlements', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'findSettlement', request: () => ({ query: { mfiId: 3, month: '2020-01' } }), codes: STAFF_ONLY },
  {
    call: 'signSettlement',
    request: () => ({ query: { mfiId: 3 }, body: { month: '2999-01' } }),
    codes: '401 403 403 403 409 403',
  },
  {
    call: 'confirmSettlement',
    request: () => ({ query: { mfiId: 3 }, body: { month: '2020-01', state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'findPosition', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'undoLine',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { reason: 'Wrong' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listRates', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterRate',
    request: () => ({
      query: { mfiId: 3 },
      body: { currency: 'INR', validFrom: '2026-01-01', perUsd: '83.10', source: 'Reserve Bank of India' },
    }),
    codes: '401 403 403 403 201 403',
  },
  {
    call: 'decideRate',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'findRate', request: () => ({ query: { mfiId: 3 } }), codes: '409 409 409 409 409 409' },
  { call: 'changeMoneySettings', request: () => ({ query: { mfiId: 3 }, body: {} }), codes: STAFF_ONLY },
];
