import type { Fault } from './fault.ts';

const IDENTITY = 'apps/server/src/features/identity';

/** Passwords that are changed, and the first one of an account that was made without. */
export const PASSWORD_FAULTS: readonly Fault[] = [
  {
    guard: 'another password asks for the old one (R33.1)',
    file: `${IDENTITY}/password-change.service.ts`,
    find: 'const isRight = await passwords.verify(identity.passwordHash, oldPassword);',
    replace: 'const isRight = true as boolean;',
    tests: [`${IDENTITY}/own-sessions.test.ts`],
  },
  {
    guard: 'another password ends the other sessions (R33.1)',
    file: `${IDENTITY}/password-change.service.ts`,
    find: '  await deleteSessions(tx, subject, sessionId);\n',
    replace: '',
    tests: [`${IDENTITY}/own-sessions.test.ts`],
  },
  {
    guard: 'only the first session sets a first password',
    file: `${IDENTITY}/sessions.repository.ts`,
    find: "\n    .where('firstSessionId', '=', id);",
    replace: ';',
    tests: [`${IDENTITY}/set-password.test.ts`],
  },
  {
    guard: 'a first password is set only where there is none',
    file: `${IDENTITY}/identities.repository.ts`,
    find: '      passwordLater: false,\n',
    replace: '',
    tests: [`${IDENTITY}/set-password.test.ts`],
  },
];
