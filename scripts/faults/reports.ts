import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';
const DOMAIN = 'packages/domain/src/reports.ts';
const TESTS = ['reports', 'report-decisions', 'appeals'].map((name) => `${SERVER}/features/reports/${name}.test.ts`);
const OF_PICTURES = [`${SERVER}/features/reports/reported-pictures.test.ts`];

/** The guards of what people report, and of what is hidden for it. */
export const REPORT_FAULTS: readonly Fault[] = [
  {
    guard: 'a hidden picture is for the reader of a pass (R34.6)',
    file: `${SERVER}/features/files/files.routes.ts`,
    find: 'if (isHidden && !isPicturePass(secret, key, query.pass, now()))',
    replace: 'if (false)',
    tests: OF_PICTURES,
  },
  {
    guard: 'a pass ends after an hour (R34.6)',
    file: `${SERVER}/http/picture-pass.ts`,
    find: '|| Number(until) <= now.getTime()',
    replace: '',
    tests: OF_PICTURES,
  },
  {
    guard: 'a hidden update is for owner, backers and staff (R34.6)',
    file: `${SERVER}/features/updates/updates.repository.ts`,
    find: '(updates.hidden_at is null or exists (',
    replace: '(true or exists (',
    tests: [`${SERVER}/features/reports/reported-words.test.ts`],
  },
  {
    guard: 'a hidden message is for its author and staff (R34.6)',
    file: `${SERVER}/features/reports/hidden.repository.ts`,
    find: 'return sql`(m.hidden_at is null or m.author_id',
    replace: 'return sql`(true or m.author_id',
    tests: [`${SERVER}/features/reports/reported-words.test.ts`],
  },
  {
    trap: 'Something that harms a person',
    guard: 'a hidden proposal does not exist for strangers (R34.6)',
    file: 'packages/domain/src/proposals.ts',
    find: 'return hiddenBut === null || (',
    replace: 'return true || (',
    tests: TESTS,
  },
  {
    guard: 'a hidden proposal is in no list (R34.6)',
    file: `${SERVER}/features/reports/hidden.repository.ts`,
    find: 'return sql`(p.hidden_at is null or ${isInside(reader)})`;',
    replace: 'return sql`true`;',
    tests: TESTS,
  },
  {
    guard: 'a hidden proposal is not backed (R34.6)',
    file: 'packages/domain/src/permissions.ts',
    find: "if (rule.neverHidden && (proposal.hiddenBut ?? null) !== null) return 'hidden';",
    replace: '',
    tests: TESTS,
  },
  {
    guard: 'a report counts from a phone confirmed for a week, three a day (R34.6)',
    file: DOMAIN,
    find: 'return now.getTime() - phoneConfirmedAt.getTime() >= PHONE_CONFIRMED_DAYS * DAY_MS;',
    replace: 'return true;',
    tests: TESTS,
  },
  {
    guard: 'cleared reasons hide nothing again (R34.6)',
    file: DOMAIN,
    find: 'counts && !cleared.includes(reason)',
    replace: 'counts',
    tests: TESTS,
  },
  {
    guard: 'staff decide nothing about a thing of their own (R34.6)',
    file: DOMAIN,
    find: "if (!isStaffOf(viewer, of.mfiId) || viewer.id === of.ownerId) return 'not_permitted';\n  return isUndecided",
    replace: "if (!isStaffOf(viewer, of.mfiId)) return 'not_permitted';\n  return isUndecided",
    tests: ['packages/domain/src/reports.test.ts'],
  },
  {
    guard: 'the deadline of a hidden proposal stands still (R34.6)',
    file: `${SERVER}/features/reports/reports.service.ts`,
    find: '  await setProposal(tx, id, { fundingDeadline: standingDeadline(fundingDeadline, mfi.timeZone) });\n',
    replace: '',
    tests: TESTS,
  },
  {
    guard: 'an appeal is answered by staff who did not decide (R34.6)',
    file: DOMAIN,
    find: "return viewer.id === of.decidedBy && others ? 'second_person_needed' : null;",
    replace: 'return null;',
    tests: TESTS,
  },
  {
    guard: 'an appeal is answered once (R34.6)',
    file: DOMAIN,
    find: "  if (of.answeredAt !== null) return 'already_decided';\n",
    replace: '',
    tests: TESTS,
  },
];
