import { IDENTITY_ROWS } from './identity-rows.ts';
import { NOTIFICATION_ROWS } from './notification-rows.ts';
import { FORM } from '../loans.ts';
import {
  type Cell,
  EVERYBODY,
  NOT_FOR_OTHERS,
  NOT_FOUND_FOR_OTHERS,
  nothing,
  type Row,
  SIGNED_IN,
  STAFF_ONLY,
  type Wire,
} from './table.ts';

const ofOther = ({ other }: Cell): Wire => ({ query: { userId: other.id } });
const ofSelf = ({ as }: Cell): Wire => ({ query: { userId: as?.id ?? 1 } });
const selfOrOther = (call: Row['call']): Row[] => [
  { call, request: ofSelf, codes: SIGNED_IN },
  { call, variant: 'without an id', request: nothing, codes: SIGNED_IN },
  { call, variant: 'of somebody else', request: ofOther, codes: NOT_FOR_OTHERS },
];
const profile = (serial: number, phone: string) => ({
  firstName: 'Amina',
  lastName: 'Rahman',
  phone,
  email: `profile${serial}@example.org`,
  bio: 'I sew.',
});
const NOBODY = '00000000-0000-4000-8000-000000000000';
const FILTERS = {
  search: 'goat',
  mfi: '3',
  checked: 'true',
  place: 'Gosaba',
  category: 'livestock',
  maxRemaining: 50,
  maxMonths: 12,
  campaignId: '1',
  closingWithinDays: 30,
};
const phone = ({ serial }: Cell) => `+88018${String(10_000_000 + serial)}`;

/** A proof that it is really them is asked of everybody, so nobody here gets a link (R34.2). */
const OWN_DATA_ROWS: readonly Row[] = [
  { call: 'makeExport', request: () => ({ body: {} }), codes: '401 403 403 403 403 403' },
  {
    call: 'makeExport',
    variant: 'of somebody else',
    request: ({ other }) => ({ body: { userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
  ...selfOrOther('findExport'),
  ...selfOrOther('findClosing'),
  ...selfOrOther('listKeepableLoans'),
  // Closing one's own account depends on what each person has open: `closing.test.ts`.
  {
    call: 'closeAccount',
    variant: 'of somebody else',
    request: ({ other }) => ({ body: { userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
  {
    call: 'readExport',
    variant: 'with a link that nobody has',
    request: () => ({ query: { token: 'none' } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'findLoanFigures', request: () => ({ query: { name: 'ROI' } }), codes: EVERYBODY },
  {
    call: 'findLoanFigures',
    variant: 'of a day that was not counted',
    request: () => ({ query: { asOf: '2001-01-01' } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'exportLoanFigures', request: () => ({ query: { name: 'ROI' } }), codes: EVERYBODY },
];

const MONEY_ROWS: readonly Row[] = [
  { call: 'createProposal', request: () => ({ body: FORM }), codes: '401 201 201 201 201 201' },
  {
    call: 'createProposal',
    variant: 'for somebody else',
    request: ({ other }) => ({ body: { ...FORM, userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
  ...selfOrOther('listOwnProposals'),
  ...selfOrOther('listOthersProposals'),
  ...selfOrOther('listIgnoredProposals'),
  ...selfOrOther('borrowStats'),
  ...selfOrOther('userStats'),
  ...selfOrOther('listSavedSearches'),
  {
    call: 'saveSearch',
    request: () => ({ body: { name: 'Goats', filters: FILTERS } }),
    codes: '401 201 201 201 201 201',
  },
  {
    call: 'saveSearch',
    variant: 'for somebody else',
    request: ({ other }) => ({ body: { name: 'Goats', filters: {}, userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'deleteSavedSearch', request: () => ({ query: { id: '987654321' } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'listMfiProposals', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  {
    call: 'listMfiProposals',
    variant: 'of the other MFI',
    request: () => ({ query: { mfiId: 1 } }),
    codes: '401 403 403 403 403 200',
  },
  { call: 'mfiStats', request: () => ({ query: { name: 'ROI' } }), codes: STAFF_ONLY },
  {
    call: 'mfiStats',
    variant: 'of the other MFI',
    request: () => ({ query: { name: 'DCBS' } }),
    codes: '401 403 403 403 403 200',
  },
  { call: 'mfiStats', variant: 'of no MFI', request: () => ({ query: { name: 'Nobody' } }), codes: NOT_FOR_OTHERS },
  { call: 'mfiQueues', request: () => ({ query: { mfiId: 3 } }), codes: STAFF_ONLY },
  { call: 'findMfi', request: () => ({ query: { name: 'ROI' } }), codes: EVERYBODY },
  {
    call: 'findMfi',
    variant: 'unknown',
    request: () => ({ query: { name: 'Nobody' } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'listMfis', request: nothing, codes: EVERYBODY },
  { call: 'mfiShowcase', request: nothing, codes: EVERYBODY },
  { call: 'listOpenProposals', request: nothing, codes: EVERYBODY },
  { call: 'listPlaces', request: nothing, codes: EVERYBODY },
  { call: 'findPublicFigures', request: () => ({ query: { category: 'livestock' } }), codes: EVERYBODY },
  {
    call: 'findPublicFigures',
    variant: 'of a place without loans',
    request: () => ({ query: { place: 'Nowhere' } }),
    codes: '404 404 404 404 404 404',
  },
];

const PEOPLE_ROWS: readonly Row[] = [
  { call: 'findUser', request: ({ as }) => ({ params: { id: as?.id ?? 1 } }), codes: SIGNED_IN },
  {
    call: 'findUser',
    variant: 'somebody else',
    request: ({ other }) => ({ params: { id: other.id } }),
    codes: NOT_FOUND_FOR_OTHERS,
  },
  { call: 'findUser', variant: 'no such id', request: () => ({ params: { id: 'x' } }), codes: NOT_FOUND_FOR_OTHERS },
  {
    call: 'updateUser',
    variant: 'with another e-mail address and no fresh proof',
    request: ({ as, serial }) => ({
      params: { id: as?.id ?? 1 },
      body: profile(serial, as?.phone ?? '+8801700000001'),
    }),
    codes: '401 403 403 403 403 403',
  },
  {
    call: 'updateUser',
    variant: 'somebody else',
    request: ({ other, serial }) => ({ params: { id: other.id }, body: profile(serial, other.phone) }),
    codes: NOT_FOUND_FOR_OTHERS,
  },
  {
    call: 'updateUser',
    variant: 'somebody else, with nothing',
    request: ({ other }) => ({ params: { id: other.id }, body: {} }),
    codes: NOT_FOUND_FOR_OTHERS,
  },
  { call: 'setLanguage', request: () => ({ body: { language: 'en' } }), codes: SIGNED_IN },
  { call: 'findMe', request: nothing, codes: SIGNED_IN },
  {
    call: 'findMe',
    variant: 'by phone',
    request: ({ as }) => ({ query: { username: as?.phone ?? 'x' } }),
    codes: SIGNED_IN,
  },
  {
    call: 'findMe',
    variant: 'somebody else',
    request: ({ other }) => ({ query: { username: other.phone } }),
    codes: NOT_FOR_OTHERS,
  },
  {
    call: 'userExists',
    request: ({ other }) => ({ query: { email: 'a@example.org', phone: other.phone } }),
    codes: EVERYBODY,
  },
  {
    call: 'createUser',
    variant: 'unknown subject',
    request: (cell) => ({ body: { ...profile(cell.serial, phone(cell)), username: NOBODY } }),
    // Signed-in people may only name themselves.
    codes: '404 403 403 403 403 403',
  },
  {
    call: 'createUser',
    variant: 'again',
    request: (cell) => ({
      body: { ...profile(cell.serial, (cell.as ?? cell.other).phone), username: (cell.as ?? cell.other).subject },
    }),
    codes: '409 409 409 409 409 409',
  },
];

const NO_TOKEN = 'A'.repeat(43);
const guest = ({ serial }: Cell) => [`guest${serial}@example.org`];
const INVITATION_ROWS: readonly Row[] = [
  ...selfOrOther('listInvitations'),
  {
    call: 'sendCampaignInvite',
    variant: 'named as none is',
    request: (cell) => ({ body: { sendToMails: guest(cell), campaignName: 'Nothing', campaignUrl: '' } }),
    // A person who is not staff has no campaigns.
    codes: '401 403 403 403 422 422',
  },
  {
    call: 'sendCampaignInvite',
    variant: 'to nobody, of a campaign that is not published',
    request: ({ campaignId }) => ({ body: { sendToMails: [], campaignId } }),
    codes: '401 404 404 404 409 404',
  },
  {
    call: 'sendCampaignInvite',
    variant: 'to nobody, named as none is',
    request: () => ({ body: { sendToMails: [], campaignName: 'Nothing' } }),
    codes: '401 403 403 403 422 422',
  },
  {
    call: 'sendCampaignInvite',
    variant: 'of no id',
    request: (cell) => ({ body: { sendToMails: guest(cell), campaignId: '987654321' } }),
    codes: NOT_FOUND_FOR_OTHERS,
  },
  {
    call: 'previewInvitation',
    request: () => ({ query: { token: NO_TOKEN } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'acceptInvitation', request: () => ({ body: { token: NO_TOKEN } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'unsubscribe', request: () => ({ query: { token: NO_TOKEN } }), codes: '404 404 404 404 404 404' },
  { call: 'confirmEmail', request: () => ({ body: { token: NO_TOKEN } }), codes: '404 404 404 404 404 404' },
];

export const OTHER_ROWS: readonly Row[] = [
  ...MONEY_ROWS,
  ...OWN_DATA_ROWS,
  ...NOTIFICATION_ROWS,
  ...PEOPLE_ROWS,
  ...INVITATION_ROWS,
  ...IDENTITY_ROWS,
];
