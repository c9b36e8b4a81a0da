import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';
const TESTS = [`${SERVER}/features/investments/anonymous-backings.test.ts`];

/** The walls around a backer who is not named (R13.1). */
export const ANONYMITY_FAULTS: readonly Fault[] = [
  {
    guard: 'an answer about an invited address does not tell of an account (R12.2)',
    file: `${SERVER}/features/updates/update-mail.service.ts`,
    find: '  if (!isInvited || isNamed) return tellOne(',
    replace: '  if (userId !== null) return tellOne(',
    tests: [`${SERVER}/features/updates/update-mail.long.test.ts`],
  },
  {
    guard: 'a mail to all backers names no anonymous one in its answer (R13.1)',
    file: `${SERVER}/features/updates/update-mail.service.ts`,
    find: 'if (isNamed && !wasNamed) await',
    replace: 'if (!wasNamed) await',
    tests: TESTS,
  },
  {
    trap: 'Finding out who gave',
    guard: 'the staff alone know who gave without a name (R13.1)',
    file: `${SERVER}/features/investments/backers.repository.ts`,
    find: '${seesNames} or not i.anonymous',
    replace: '${seesAll} or not i.anonymous',
    tests: TESTS,
  },
  {
    guard: 'an invitation does not tell who backs anonymously (R13.1)',
    file: `${SERVER}/features/investments/backers.repository.ts`,
    find: 'where b.named',
    replace: 'where b.id is not null',
    tests: TESTS,
  },
  {
    guard: 'thanks do not tell who backs anonymously (R13.1)',
    file: `${SERVER}/features/invitations/thanks.repository.ts`,
    find: 'and not i.anonymous and lower(u.email) = any (${addresses})\n    group by',
    replace: 'and lower(u.email) = any (${addresses})\n    group by',
    tests: TESTS,
  },
  {
    guard: 'the bell names no anonymous backer (R13.1)',
    file: `${SERVER}/features/notifications/told.repository.ts`,
    find: ' and not bool_or(anonymous) then',
    replace: ' then',
    tests: TESTS,
  },
];
