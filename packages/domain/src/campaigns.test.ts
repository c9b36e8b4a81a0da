import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import {
  areCampaignDatesValid,
  assignRefusal,
  type Campaign,
  campaignNewsRefusal,
  campaignRefusal,
  campaignShareRefusal,
  donationPageOf,
  hasCampaignEnded,
  seesCampaign,
} from './campaigns.ts';
import { proposalRefusal } from './permissions.ts';
import type { MfiId, ProposalId, UserId } from './ids.ts';
import { cents } from './money.ts';
import type { Proposal, ProposalStatus, SignedIn, Viewer } from './proposals.ts';

const DCBS = 1 as MfiId;
const ROI = 3 as MfiId;
const staff: SignedIn = { id: 1 as UserId, mfiIds: [ROI] };
const otherStaff: Viewer = { id: 2 as UserId, mfiIds: [DCBS] };
const owner: SignedIn = { id: 3 as UserId, mfiIds: [] };
const stranger: Viewer = { id: 4 as UserId, mfiIds: [] };
const TODAY = '2026-01-31' as CalendarDate;

const campaignWith = (over: Partial<Campaign> = {}): Campaign => ({
  mfiId: ROI,
  endsOn: '2026-03-01' as CalendarDate,
  isPublished: true,
  isArchived: false,
  ...over,
});
const proposalWith = (status: ProposalStatus): Proposal => ({
  id: 9 as ProposalId,
  ownerId: 3 as UserId,
  mfiId: ROI,
  status,
  isMfiApproved: false,
  amountCents: cents(10_000),
  backedCents: cents(0),
  fundedCents: cents(0),
  repaidCents: cents(0),
  forgivenCents: cents(0),
  pendingCents: cents(0),
  fundingDeadline: null,
  approveBeforeBacking: false,
});

describe('section 5: Invalid Date', () => {
  test.each([
    ['2026-01-01', '2026-02-01', true],
    ['2026-02-01', '2026-02-01', true],
    ['2026-01-31', '2026-01-31', false],
    ['2026-01-01', '2026-01-31', false],
    ['2026-01-01', '2026-01-30', false],
    ['2026-03-02', '2026-03-01', false],
  ])('from %s to %s is valid: %s', (startsOn, endsOn, valid) => {
    const dates = { startsOn: startsOn as CalendarDate, endsOn: endsOn as CalendarDate };
    expect(areCampaignDatesValid(dates, TODAY)).toBe(valid);
  });
});

test('R16.4: a campaign goes on through its last day', () => {
  expect(hasCampaignEnded(campaignWith({ endsOn: TODAY }), TODAY)).toBe(false);
  expect(hasCampaignEnded(campaignWith({ endsOn: '2026-01-30' as CalendarDate }), TODAY)).toBe(true);
  expect(hasCampaignEnded(campaignWith({ isArchived: true }), TODAY)).toBe(true);
});

describe('R16.1, R16.2: who may see a campaign', () => {
  test.each<[string, Viewer, string, string, string]>([
    ['visitor', null, 'yes', 'no', 'yes'],
    ['stranger', stranger, 'yes', 'no', 'yes'],
    ['owner of a loan', owner, 'yes', 'no', 'yes'],
    ['staff', staff, 'yes', 'yes', 'yes'],
    ['staff of another MFI', otherStaff, 'yes', 'no', 'yes'],
  ])('%s', (_, viewer, published, unpublished, archived) => {
    const sees = (over: Partial<Campaign>) => (seesCampaign(viewer, campaignWith(over)) ? 'yes' : 'no');
    expect([sees({}), sees({ isPublished: false }), sees({ isArchived: true })]).toEqual([
      published,
      unpublished,
      archived,
    ]);
  });
});

test('section 6: only the staff of its MFI manage a campaign, and not once it is archived', () => {
  const refusals = [null, stranger, otherStaff, staff].map((viewer) => campaignRefusal(viewer, campaignWith()));
  expect(refusals).toEqual(['sign_in_required', 'not_permitted', 'not_permitted', null]);
  expect(campaignRefusal(staff, campaignWith({ isArchived: true }))).toBe('campaign_ended');
  const unpublished = campaignWith({ isPublished: false });
  const hidden = [null, stranger, otherStaff, staff].map((viewer) => campaignRefusal(viewer, unpublished));
  expect(hidden, 'R16.1').toEqual(['sign_in_required', 'not_found', 'not_found', null]);
});

test('R16.1: news of a campaign goes out while readers find its page', () => {
  const writing = (over: Partial<Campaign>) => campaignNewsRefusal(staff, campaignWith(over));
  expect([writing({}), writing({ isPublished: false }), writing({ isArchived: true })]).toEqual([
    null,
    'wrong_status',
    'campaign_ended',
  ]);
  expect(campaignNewsRefusal(otherStaff, campaignWith({ isPublished: false }))).toBe('not_found');
});

describe('R16.5: putting a proposal into campaigns', () => {
  test.each<[string, Viewer, string | null]>([
    ['visitor', null, 'sign_in_required'],
    ['stranger', stranger, 'not_permitted'],
    ['owner', owner, null],
    ['staff', staff, null],
    ['staff of another MFI', otherStaff, 'not_permitted'],
  ])('%s may assign a published proposal as the rule says', (_, viewer, refusal) => {
    expect(proposalRefusal('assignToCampaign', viewer, proposalWith('published'))).toBe(refusal);
  });

  test('a repaid proposal is put into no campaign, a draft is', () => {
    expect(proposalRefusal('assignToCampaign', owner, proposalWith('drafted'))).toBeNull();
    expect(proposalRefusal('assignToCampaign', staff, proposalWith('repaid'))).toBe('wrong_status');
  });

  test('a proposal goes only into running campaigns of its own MFI, and its owner’s only into published ones (R16.1)', () => {
    const published = proposalWith('published');
    const askedFor = (over: Partial<Campaign & { isAssigned: boolean }> = {}) => ({
      ...campaignWith(over),
      isAssigned: over.isAssigned ?? false,
    });
    const refusalFor = (viewer: SignedIn, ...campaigns: ReturnType<typeof askedFor>[]) =>
      assignRefusal(viewer, published, campaigns);
    expect(refusalFor(staff, askedFor(), askedFor({ mfiId: DCBS }))).toBe('not_permitted');
    expect(refusalFor(staff, askedFor(), askedFor({ mfiId: DCBS, isPublished: false }))).toBe('not_found');
    expect(refusalFor(owner, askedFor({ isArchived: true }))).toBe('campaign_ended');
    expect(refusalFor(staff, askedFor({ isPublished: false }))).toBeNull();
    expect(refusalFor(owner, askedFor({ isPublished: false }))).toBe('not_found');
    expect(refusalFor(owner, askedFor({ isPublished: false, isAssigned: true }))).toBeNull();
    expect(refusalFor(owner, askedFor())).toBeNull();
    expect(refusalFor(owner)).toBeNull();
  });
});

test('R17.2: gifts for MFI 1 go to its fixed page, for the others where the campaign says', () => {
  expect(donationPageOf(DCBS, 'https://elsewhere.example/')).toBe('https://dcbs.example/donate');
  expect(donationPageOf(ROI, 'https://roi.example/give')).toBe('https://roi.example/give');
});

test.each([
  [{}, null],
  [{ isPublished: false }, 'not_found'],
  [{ endsOn: '2026-01-31' as CalendarDate }, null],
  [{ endsOn: '2026-01-30' as CalendarDate }, 'campaign_ended'],
  [{ isArchived: true }, 'campaign_ended'],
])('a campaign %j is passed on unless: %s (R16.4)', (over, refusal) => {
  expect(campaignShareRefusal(campaignWith(over), TODAY)).toBe(refusal);
});
