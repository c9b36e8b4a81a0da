import { expect, test } from 'vitest';
import type { MfiId, UserId } from './ids.ts';
import {
  answerRefusal,
  appealRefusal,
  deadlineShownAgain,
  doesCount,
  isToBeHidden,
  type Report,
  type ReportCase,
  type ReportReason,
  standingDeadline,
  verdictRefusal,
} from './reports.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-10T06:00:00.000Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const report = (reason: ReportReason, counts = true): Report => ({ reason, counts });

test.each([
  [null, 0, false],
  [ago(6.9), 0, false],
  [ago(7), 0, true],
  [ago(7), 2, true],
  [ago(7), 3, false],
])('R34.6: a phone confirmed at %s with %i counted reports counts: %s', (confirmedAt, counted, expected) => {
  expect(doesCount(confirmedAt, counted, NOW)).toBe(expected);
});

test.each<[string, Report[], ReportReason[], boolean]>([
  ['two reporters', [report('spam'), report('fraud')], [], false],
  ['three reporters', [report('spam'), report('fraud'), report('spam')], [], true],
  ['three of whom one does not count', [report('spam'), report('fraud'), report('spam', false)], [], false],
  ['one child', [report('child_privacy')], [], true],
  ['one child that does not count', [report('child_privacy', false)], [], false],
  ['a cleared reason', [report('spam'), report('spam'), report('spam'), report('fraud')], ['spam'], false],
  ['a cleared child', [report('child_privacy')], ['child_privacy'], false],
  [
    'others beside a cleared reason',
    [report('spam'), report('fraud'), report('other'), report('fraud')],
    ['spam'],
    true,
  ],
])('R14.4, R34.6: reports hide a thing or not: %s', (_, reports, cleared, expected) => {
  expect(isToBeHidden(reports, cleared)).toBe(expected);
});

const [ROI, OWNER, JUDGE, OTHER] = [3 as MfiId, 10 as UserId, 20 as UserId, 21 as UserId];
const staff = (id: UserId, mfiId = ROI) => ({ id, mfiIds: [mfiId] });
const caseOf = (over: Partial<ReportCase> = {}): ReportCase => ({
  mfiId: ROI,
  ownerId: OWNER,
  state: 'hidden',
  decidedBy: null,
  appealedAt: null,
  answeredAt: null,
  ...over,
});
const kept = caseOf({ state: 'hidden_for_good', decidedBy: JUDGE });
const appealed = { ...kept, appealedAt: NOW };
const office = (...ids: UserId[]) => ({ members: ids.map((userId) => ({ userId, role: 'officer' as const })) });

test('R34.6: staff of the institution decide once, and never about their own', () => {
  expect(verdictRefusal(staff(JUDGE), caseOf())).toBeNull();
  expect(verdictRefusal(staff(JUDGE), caseOf({ state: 'reported' }))).toBeNull();
  expect(verdictRefusal(staff(JUDGE, 1 as MfiId), caseOf())).toBe('not_permitted');
  expect(verdictRefusal(staff(OWNER), caseOf())).toBe('not_permitted');
  expect(verdictRefusal(staff(JUDGE), kept)).toBe('already_decided');
});

test('R34.6: the owner appeals once against hiding for good', () => {
  expect(appealRefusal({ id: OWNER, mfiIds: [] }, kept)).toBeNull();
  expect(appealRefusal({ id: OTHER, mfiIds: [ROI] }, kept)).toBe('not_found');
  expect(appealRefusal({ id: OWNER, mfiIds: [] }, caseOf())).toBe('wrong_status');
  expect(appealRefusal({ id: OWNER, mfiIds: [] }, caseOf({ state: 'shown' }))).toBe('wrong_status');
  expect(appealRefusal({ id: OWNER, mfiIds: [] }, appealed)).toBe('already_decided');
});

test('R34.6: staff who did not decide answer an appeal, where there are any', () => {
  expect(answerRefusal(staff(OTHER), appealed, office(JUDGE, OTHER))).toBeNull();
  expect(answerRefusal(staff(JUDGE), appealed, office(JUDGE, OTHER))).toBe('second_person_needed');
  expect(answerRefusal(staff(JUDGE), appealed, office(JUDGE))).toBeNull();
  expect(answerRefusal(staff(JUDGE), appealed, office(JUDGE, OWNER))).toBeNull();
  expect(answerRefusal(staff(OWNER), appealed, office(JUDGE, OWNER))).toBe('not_permitted');
  expect(answerRefusal(staff(OTHER), kept, office(JUDGE, OTHER))).toBe('wrong_status');
  expect(answerRefusal(staff(OTHER), { ...appealed, answeredAt: NOW }, office(JUDGE, OTHER))).toBe('already_decided');
});

test('R34.6: a deadline stands still for the days of hiding, 14 at most, and stays the end of a day', () => {
  const timeZone = 'Asia/Kolkata';
  const before = new Date('2026-03-20T18:29:59.999Z');
  const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const shown = (days: number) => deadlineShownAgain(before, { hiddenAt: NOW, now: at(days), timeZone }).toISOString();
  expect(standingDeadline(before, timeZone).toISOString()).toBe('2026-04-03T18:29:59.999Z');
  expect(shown(0)).toBe('2026-03-20T18:29:59.999Z');
  expect(shown(0.1)).toBe('2026-03-21T18:29:59.999Z');
  expect(shown(5)).toBe('2026-03-25T18:29:59.999Z');
  expect(shown(60)).toBe('2026-04-03T18:29:59.999Z');
});
