import { type Cell, type Row, STRANGER_TO_ALL, type Wire } from './table.ts';

const STAFF_ONLY = '401 403 403 403 200 403';
const NOT_FOR_OTHERS = '401 403 403 403 403 403';
const SIGNED_IN = '401 200 200 200 200 200';
const EVERYBODY = '200 200 200 200 200 200';

export const CAMPAIGN = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-01-01',
  endDate: '2026-03-01',
  campaignUrl: 'https://roi.example/eid',
};
const MISSING = '987654321';
const nothing = (): Wire => ({});
const ofOther = ({ other }: Cell): Wire => ({ query: { userId: other.id } });
const assign = ({ loan, campaignId }: Cell): Wire => ({ body: { proposalId: loan.id, campaignIds: [campaignId] } });
const OWNER_AND_STAFF = '401 403 403 200 200 403';

const own = (call: Row['call']): Row[] => [
  { call, request: nothing, codes: SIGNED_IN },
  { call, variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
];

/** Campaigns, the institution's own figures and face, and everybody's own money. */
export const OFFICE_ROWS: readonly Row[] = [
  { call: 'listCampaigns', request: ({ campaignId }) => ({ query: { campaignId } }), codes: EVERYBODY },
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
    codes: STAFF_ONLY,
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
    codes: STAFF_ONLY,
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
    codes: STAFF_ONLY,
  },
  {
    call: 'sendCampaignEmail',
    request: ({ campaignId }) => ({ body: { campaignId, text: 'Eid mubarak.' } }),
    codes: STAFF_ONLY,
  },
  { call: 'findMfiPortfolio', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'exportMfi', request: () => ({ query: { mfiId: 3, what: 'loans' } }), codes: STAFF_ONLY },
  {
    call: 'updateMfi',
    request: () => ({ query: { mfiId: 3 }, body: { slogan: 'Neighbours lend' } }),
    codes: STAFF_ONLY,
  },
  ...own('findPortfolio'),
  ...own('listPortfolioLoans'),
  ...own('findStatement'),
  ...own('exportStatement'),
];
