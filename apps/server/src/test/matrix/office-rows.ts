import { MONEY_ROWS } from './money-rows.ts';
import { type Cell, MISSING, own, type Row, SIGNED_IN, STAFF_ONLY, STRANGER_TO_ALL, type Wire } from './table.ts';

const EVERYBODY = '200 200 200 200 200 200';

export const CAMPAIGN = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-01-01',
  endDate: '2026-03-01',
  campaignUrl: 'https://roi.example/eid',
};
/** The campaign is not published, so it is there for its staff alone (R16.1). */
const UNPUBLISHED = '401 404 404 404 200 404';
const UNPUBLISHED_MAIL = '401 404 404 404 409 404';
const assign = ({ loan }: Cell): Wire => ({ body: { proposalId: loan.id, campaignIds: [] } });
const OWNER_AND_STAFF = '401 403 403 200 200 403';

/** Campaigns, the institution's own figures and branding, and each person's own money. */
export const OFFICE_ROWS: readonly Row[] = [
  ...MONEY_ROWS,
  {
    call: 'shareLink',
    request: ({ loan }) => ({ body: { kind: 'proposal', id: loan.id } }),
    on: {
      draft: '401 404 404 409 404 404',
      open: SIGNED_IN,
      whole: '401 409 409 409 409 409',
      repaid: SIGNED_IN,
      missing: STRANGER_TO_ALL,
    },
  },
  {
    call: 'shareLink',
    variant: 'of a campaign that is not published',
    request: ({ campaignId }) => ({ body: { kind: 'campaign', id: campaignId } }),
    codes: STRANGER_TO_ALL,
  },
  {
    call: 'countVisit',
    variant: 'by a link that nobody has',
    request: () => ({ body: { shareCode: 'aaaaaaaa', visitor: '0'.repeat(32) } }),
    codes: EVERYBODY,
  },
  { call: 'listCampaigns', request: ({ campaignId }) => ({ query: { campaignId } }), codes: '404 404 404 404 200 404' },
  {
    call: 'listCampaigns',
    variant: 'one that is not there',
    request: () => ({ query: { campaignId: MISSING } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'listCampaigns', variant: 'of the MFI', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'createCampaign', request: () => ({ body: { ...CAMPAIGN, mfiId: '3' } }), codes: '401 403 403 403 201 403' },
  {
    call: 'updateCampaign',
    request: ({ campaignId }) => ({ query: { id: campaignId }, body: { name: 'Other goats' } }),
    codes: UNPUBLISHED,
  },
  {
    call: 'updateCampaign',
    variant: 'one that is not there',
    request: () => ({ query: { id: MISSING }, body: { name: 'Other goats' } }),
    codes: STRANGER_TO_ALL,
  },
  {
    call: 'deleteCampaign',
    variant: 'proposals of it',
    request: ({ campaignId }) => ({ body: { id: campaignId, proposalIds: [MISSING] } }),
    codes: UNPUBLISHED,
  },
  { call: 'deleteCampaign', request: () => ({ body: { id: MISSING } }), codes: STRANGER_TO_ALL },
  {
    call: 'assignToCampaigns',
    request: assign,
    on: {
      open: OWNER_AND_STAFF,
      locked: OWNER_AND_STAFF,
      whole: OWNER_AND_STAFF,
      ready: OWNER_AND_STAFF,
      funded: OWNER_AND_STAFF,
      repaid: '401 403 403 409 409 403',
      draft: '401 404 404 200 404 404',
      deleted: STRANGER_TO_ALL,
      missing: STRANGER_TO_ALL,
    },
  },
  {
    call: 'assignToCampaigns',
    variant: 'to one that is not published',
    request: ({ loan, campaignId }) => ({ body: { proposalId: loan.id, campaignIds: [campaignId] } }),
    on: { open: '401 403 403 404 200 403', draft: STRANGER_TO_ALL },
  },
  {
    call: 'listCampaignChoices',
    request: ({ loan }) => ({ query: { proposalId: loan.id } }),
    on: {
      open: OWNER_AND_STAFF,
      repaid: '401 403 403 409 409 403',
      draft: '401 404 404 200 404 404',
      missing: STRANGER_TO_ALL,
    },
  },
  {
    call: 'findCampaignAudience',
    request: ({ campaignId }) => ({ query: { campaignId } }),
    codes: UNPUBLISHED_MAIL,
  },
  {
    call: 'sendCampaignEmail',
    request: ({ campaignId }) => ({ body: { campaignId, text: 'Eid mubarak.' } }),
    codes: UNPUBLISHED_MAIL,
  },
  { call: 'findMfiPortfolio', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'exportWholeMfi', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'exportMfi', request: () => ({ query: { mfiId: 3, what: 'loans' } }), codes: STAFF_ONLY },
  {
    call: 'updateMfi',
    request: () => ({ query: { mfiId: 3 }, body: { slogan: 'Neighbours lend' } }),
    codes: STAFF_ONLY,
  },
  { call: 'listPeople', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'findPerson',
    variant: 'who is not known there',
    request: ({ other }) => ({ query: { mfiId: 3, id: other.id } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'writePersonNote',
    variant: 'about a person who is not known there',
    request: ({ other }) => ({ query: { mfiId: 3, id: other.id }, body: { text: 'Came by.' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listStaff', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'listAuditLog', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'exportAuditLog', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'listStaffToConfirm', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterStaff',
    request: ({ serial }) => ({
      query: { mfiId: 3 },
      body: { phone: `+88016${10_000_000 + serial}`, name: 'Nur Alam', role: 'officer' },
    }),
    codes: '401 403 403 403 201 403',
  },
  {
    call: 'changeStaff',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { role: 'manager' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'removeStaff', request: () => ({ query: { mfiId: 3, id: MISSING } }), codes: '401 403 403 403 404 403' },
  { call: 'listPhoneChanges', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterPhoneChange',
    variant: 'of a person whose money is not there',
    request: ({ other }) => ({
      query: { mfiId: 3 },
      body: { oldPhone: other.phone, newPhone: '+8801912345678', idSeen: true, reason: 'The phone was stolen.' },
    }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'approvePhoneChange',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'dropPhoneChange',
    request: () => ({ query: { mfiId: 3, id: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'phoneChangeNotMe',
    request: () => ({ body: { token: 'opaque' } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'listFreezes', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterFreeze',
    request: ({ loan }) => ({
      query: { mfiId: 3 },
      body: { kind: 'proposal', id: loan.id, reason: 'We look into it.' },
    }),
    on: {
      open: '401 403 403 403 201 403',
      funded: '401 403 403 403 201 403',
      draft: '401 403 403 403 404 403',
      missing: '401 403 403 403 404 403',
    },
  },
  {
    call: 'enterFreeze',
    variant: 'of a person who is not known there',
    request: ({ other }) => ({
      query: { mfiId: 3 },
      body: { kind: 'person', id: other.id, reason: 'We look into it.' },
    }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'enterUnfreeze',
    request: () => ({ query: { mfiId: 3, id: MISSING } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'confirmUnfreeze',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'approved' } }),
    codes: '401 403 403 403 404 403',
  },
  { call: 'listReports', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'enterReport',
    request: ({ loan }) => ({ body: { kind: 'proposal', proposalId: loan.id, reason: 'fraud' } }),
    on: {
      open: '401 200 200 403 200 200',
      funded: '401 200 200 403 200 200',
      repaid: '401 200 200 403 200 200',
      draft: '401 404 404 403 404 404',
      deleted: '401 404 404 404 404 404',
      missing: '401 404 404 404 404 404',
    },
  },
  {
    call: 'decideReport',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'shown', reason: 'All is well.' } }),
    codes: '401 403 403 403 404 403',
  },
  {
    call: 'enterAppeal',
    request: () => ({ body: { id: MISSING, text: 'It is my own house.' } }),
    codes: '401 404 404 404 404 404',
  },
  {
    call: 'answerAppeal',
    request: () => ({ query: { mfiId: 3, id: MISSING }, body: { state: 'shown', reason: 'All is well.' } }),
    codes: '401 403 403 403 404 403',
  },
  ...own('listOwnFreezes'),
  ...own('listPayInOrders'),
  ...own('listPayIns'),
  ...own('findPortfolio'),
  ...own('listPortfolioLoans'),
  ...own('findStatement'),
  ...own('exportStatement'),
  ...own('findYearLetter'),
];
