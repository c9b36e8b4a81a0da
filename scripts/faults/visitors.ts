import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';
const KEPT = `${SERVER}/http/kept-answers.ts`;

/** The guards of what is answered from memory or to many at once, and of what is refused when there is too much. */
export const VISITOR_FAULTS: readonly Fault[] = [
  {
    guard: 'people signed in are never answered from what visitors are',
    file: `${SERVER}/http/mount.ts`,
    find: 'return caller === null && headers[OWN_READ] !== ownReadToken;',
    replace: 'return headers[OWN_READ] !== ownReadToken;',
    tests: [`${SERVER}/http/kept-answers.both.test.ts`],
  },
  {
    guard: 'a commit ends what visitors are answered from memory',
    file: `${SERVER}/db/changes.ts`,
    find: "if (text === 'commit' && hasWritten) own();",
    replace: '',
    tests: [`${SERVER}/http/kept-answers.both.test.ts`],
  },
  {
    guard: 'visitors are answered nothing older than a second',
    file: KEPT,
    find: 'performance.now() - beganAtMs < keptMs && ',
    replace: '(keptMs === KEPT_MS || performance.now() - beganAtMs < keptMs) && ',
    tests: [`${SERVER}/http/kept-answers.postgres.test.ts`],
  },
  {
    guard: 'a deadline ends what visitors are answered from memory',
    file: KEPT,
    find: ' && Math.abs(now().getTime() - nowMs) < KEPT_MS',
    replace: '',
    tests: [`${SERVER}/http/kept-answers.both.test.ts`],
  },
  {
    guard: 'a page for visitors is kept for each language',
    file: `${SERVER}/rendering/page-request.ts`,
    find: '[localeOf(request), ',
    replace: '[',
    tests: [`${SERVER}/rendering/kept-pages.test.ts`],
  },
  {
    guard: 'reads are refused before changes',
    file: `${SERVER}/http/admission.ts`,
    find: 'read: 0.7',
    replace: 'read: 1',
    tests: [`${SERVER}/http/overload.unit.test.ts`],
  },
  {
    trap: 'Seeing too much',
    guard: 'visitors see a first name and an initial (R13.2)',
    file: `${SERVER}/features/proposals/proposal-answers.ts`,
    find: 'return viewer === null ? nameForVisitors(name) : name;',
    replace: 'return name;',
    tests: [`${SERVER}/features/proposals/find-proposal.test.ts`],
  },
  {
    guard: 'the link of an invitation names its inviter by a first name and an initial (R13.2)',
    file: `${SERVER}/features/invitations/invitations.routes.ts`,
    find: 'nameForVisitors(inviter);',
    replace: 'inviter;',
    tests: [`${SERVER}/features/invitations/accept-invitations.test.ts`],
  },
  {
    trap: 'Seeing too much',
    guard: 'the e-mail address of a backer is for owner, staff and themselves (R13.1)',
    file: `${SERVER}/features/investments/backers-answer.ts`,
    find: 'email: seesEmail ? row.email : null',
    replace: 'email: seesEmail || row.email ? row.email : null',
    tests: [`${SERVER}/features/investments/invest.test.ts`],
  },
  {
    guard: 'people who ask at once are each answered their own loans',
    file: `${SERVER}/features/proposals/own-loans.routes.ts`,
    find: 'readerIds.map((id) => pages.get(id) as ProposalPage)',
    replace: 'readerIds.map(() => [...pages.values()][0] as ProposalPage)',
    tests: [`${SERVER}/features/proposals/asked-at-once.test.ts`],
  },
  {
    guard: 'people who ask at once are each answered their own figures',
    file: `${SERVER}/features/proposals/own-loans.routes.ts`,
    find: 'userIds.map((id) => stats.get(id) as UserStats)',
    replace: 'userIds.map(() => [...stats.values()][0] as UserStats)',
    tests: [`${SERVER}/features/proposals/asked-at-once.test.ts`],
  },
  {
    guard: 'people who ask at once are each answered their own invitations',
    file: `${SERVER}/features/invitations/invitations.routes.ts`,
    find: 'userIds.map((id) => rows.get(id) ?? [])',
    replace: 'userIds.map(() => [...rows.values()][0] ?? [])',
    tests: [`${SERVER}/features/proposals/asked-at-once.test.ts`],
  },
];
