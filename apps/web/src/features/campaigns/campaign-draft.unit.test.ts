import { expect, test } from 'vitest';
import { EID_GOATS } from '../../test/campaigns.ts';
import { type CampaignDraft, changesOf, draftOf, draftProblems, emptyDraft, isHeldUp } from './campaign-draft.ts';

const TODAY = '2026-11-21';
const GOOD: CampaignDraft = { ...draftOf(EID_GOATS), startDate: '2026-11-21', endDate: '2026-11-22' };
const problemsWith = (changes: Partial<CampaignDraft>) => draftProblems({ ...GOOD, ...changes }, null, TODAY);

test('section 5: an empty title, campaign URL and description are told, and so are the days', () => {
  expect(draftProblems(emptyDraft(TODAY), null, TODAY)).toEqual({
    name: 'common.required',
    campaignUrl: 'common.required',
    description: 'common.required',
    endDate: 'campaigns.problem.date',
  });
  expect(problemsWith({})).toEqual({});
  expect(problemsWith({ name: ' \u200b ' })).toEqual({ name: 'common.required' });
  expect(problemsWith({ startDate: '' })).toEqual({ startDate: 'campaigns.problem.date' });
});

test('one of title, campaign URL and description is enough to be sent (R16.6)', () => {
  const empty = { ...GOOD, name: '', campaignUrl: '', description: '' };
  const isHeld = (draft: CampaignDraft) => isHeldUp(draft, draftProblems(draft, null, TODAY));
  expect(isHeld(empty)).toBe(true);
  expect(isHeld({ ...empty, name: ' \u200b ' })).toBe(true);
  for (const text of ['name', 'campaignUrl', 'description'] as const) {
    expect(isHeld({ ...empty, [text]: GOOD[text] })).toBe(false);
    expect(isHeld({ ...empty, [text]: GOOD[text], endDate: '' })).toBe(true);
  }
  // An empty description is told where the title is empty too.
  expect(problemsWith({ description: '' })).toEqual({});
  expect(problemsWith({ campaignUrl: '' })).toEqual({ campaignUrl: 'common.required' });
});

test.each([
  ['today', '2026-11-01', TODAY],
  ['yesterday', '2026-11-01', '2026-11-20'],
  ['before the start', '2026-12-10', '2026-12-09'],
])('section 5: an end that is %s is an Invalid Date', (_, startDate, endDate) => {
  expect(problemsWith({ startDate, endDate })).toEqual({ endDate: 'campaigns.problem.date' });
});

test('a campaign may begin and end on the same day to come', () => {
  expect(problemsWith({ startDate: '2026-11-30', endDate: '2026-11-30' })).toEqual({});
});

test('a campaign that has ended can be corrected as long as its dates stay', () => {
  const before = { ...GOOD, startDate: '2026-01-01', endDate: '2026-02-01' };
  expect(draftProblems({ ...before, name: 'Eid sheep' }, before, TODAY)).toEqual({});
  expect(draftProblems({ ...before, endDate: '2026-03-01' }, before, TODAY)).toEqual({
    endDate: 'campaigns.problem.date',
  });
});

test('R17.4: 256 Bengali code points are not too long, 257 are', () => {
  expect(problemsWith({ description: 'ক'.repeat(256) })).toEqual({});
  expect(problemsWith({ description: 'ক'.repeat(257) })).toEqual({ description: 'common.tooLong' });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'roi.example',
  'https://user:pass@roi.example',
  'https://127.0.0.1',
  'https://localhost/x',
])('T13: %s is no address to lead others to', (address) => {
  expect(problemsWith({ campaignUrl: address })).toEqual({ campaignUrl: 'campaigns.problem.link' });
  expect(problemsWith({ donationUrl: address })).toEqual({ donationUrl: 'campaigns.problem.link' });
});

test('only changed fields are sent', () => {
  expect(changesOf({ ...GOOD, name: 'Eid sheep' }, GOOD)).toEqual({ name: 'Eid sheep' });
  expect(changesOf(GOOD, GOOD)).toEqual({});
});
