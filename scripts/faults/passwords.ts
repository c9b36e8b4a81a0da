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
    trap: 'A stolen password or session goes on',
    guard: 'another password ends the other sessions (R33.1)',
    file: `${IDENTITY}/password-change.service.ts`,
    find: '  await endAccess(tx, subject, sessionId);\n',
    replace: '',
    tests: [`${IDENTITY}/own-sessions.test.ts`],
  },
  {
    trap: 'Setting a password without',
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
  {
    trap: 'A door left open',
    guard: 'the password of the demo opens nothing where others come in (security 2)',
    file: `${IDENTITY}/passwords.ts`,
    find: 'return isProduction && password === SEED_PASSWORD;',
    replace: 'return isProduction && password === null;',
    tests: [`${IDENTITY}/sign-in.test.ts`],
  },
];
