import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';
const IDENTITY = `${SERVER}/features/identity`;

/** The guards against people who ask too often. */
export const LIMIT_FAULTS: readonly Fault[] = [
  {
    trap: 'An import that spends the SMS of all',
    guard: 'an institution brings so many people along in a day, whoever of its staff does (R31.5)',
    file: `${SERVER}/features/imports/imports.routes.ts`,
    find: 'if (imported + wanted > count)',
    replace: 'if (wanted > count)',
    tests: [`${SERVER}/features/imports/imports-limits.test.ts`],
  },
  {
    trap: 'An import that spends the SMS of all',
    guard: 'the SMS to imported people have a budget of their own (security 1.7)',
    file: `${SERVER}/features/imports/imports.jobs.ts`,
    find: "        purpose: 'import' as const,\n",
    replace: '',
    tests: [`${SERVER}/features/imports/imports-limits.test.ts`],
  },
  {
    guard: 'so many messages of a purpose leave in an hour and a day and no more (security 1.7)',
    file: `${SERVER}/delivery/leaving.ts`,
    find: '    if (granted.length < uses.length) {',
    replace: '    if (!granted.includes(own)) {',
    tests: [`${SERVER}/delivery/leaving.test.ts`],
  },
  {
    trap: 'Mails and SMS to somebody',
    guard: 'a person who never asked gets three mails and three SMS a day (R33.2)',
    file: `${SERVER}/delivery/leaving.ts`,
    find: '    const isKnown = wasConfirmed || (await isConfirmed(db, delivery));',
    replace: '    const isKnown = true;',
    tests: [`${SERVER}/delivery/leaving.test.ts`],
  },
  {
    guard: 'an address that was confirmed hears that it is given up, whatever else it had that day (R17.8)',
    file: `${SERVER}/delivery/leaving.ts`,
    find: '    const isKnown = wasConfirmed || (await isConfirmed(db, delivery));',
    replace: '    const isKnown = await isConfirmed(db, delivery);',
    tests: [`${SERVER}/delivery/last-notices.test.ts`],
  },
  {
    guard: 'saving a profile is no endless question about addresses (R13.10)',
    file: `${SERVER}/http/limits/limits.ts`,
    find: "  updateUser: ['writing'],\n",
    replace: '',
    tests: [`${SERVER}/features/users/asking-addresses.test.ts`],
  },
  {
    guard: 'making a profile is no cheaper question about addresses than userExists (R13.10)',
    file: `${SERVER}/http/limits/limits.ts`,
    find: "  createUser: ['userExists'],\n",
    replace: '',
    tests: [`${SERVER}/features/users/asking-addresses.test.ts`],
  },
  {
    guard: 'an upload is counted before its body is read (security 1.8)',
    file: `${SERVER}/http/limits/limit-calls.ts`,
    find: "  app.addHook('preParsing', async (request) => takeWhere(request, true));",
    replace: "  app.addHook('preHandler', async (request) => takeWhere(request, true));",
    tests: [`${SERVER}/features/files/slow-uploads.test.ts`],
  },
  {
    guard: 'a request that does not come to its end is given up (security 3.6)',
    file: `${SERVER}/app.ts`,
    find: '    requestTimeout: REQUEST_TIMEOUT_MS,\n',
    replace: '',
    tests: [`${SERVER}/features/files/slow-uploads.test.ts`],
  },
  {
    guard: 'strangers cannot use up the codes of a phone that its own device may ask for',
    file: `${IDENTITY}/identity-limits.repository.ts`,
    find: '{ ...LIMITS.codesTo, count: CODES_FOR_STRANGERS }',
    replace: 'LIMITS.codesTo',
    tests: [`${IDENTITY}/identity-limits.test.ts`],
  },
  {
    guard: 'a wrong try ends the code of the request that it was made on, and no other (R17.7)',
    file: `${IDENTITY}/one-time-codes.repository.ts`,
    find: 'case when device = ${by.sent} then 1 when',
    replace: 'case when',
    tests: [`${IDENTITY}/identity-limits.test.ts`],
  },
  {
    guard: 'a code confirms the account that it was sent for, not another sign-up with the phone',
    file: `${IDENTITY}/sign-ups.repository.ts`,
    find: '$if(subject !== null, ',
    replace: '$if(false, ',
    tests: [`${IDENTITY}/identity-limits.test.ts`],
  },
  {
    guard: 'an IPv6 address is written out before it is cut to its network',
    file: `${SERVER}/http/limits/networks.ts`,
    find: 'tail === undefined ? 0 : 8 - before.length - after.length',
    replace: '0',
    tests: [`${SERVER}/http/limits/networks.unit.test.ts`],
  },
  {
    trap: 'Shutting people out',
    guard: 'a proof of work lets one call through',
    file: `${SERVER}/http/limits/challenge.ts`,
    find: 'return use?.granted === 1 ? factor : 0;',
    replace: 'return use ? factor : 0;',
    tests: [`${SERVER}/http/limits/limit-calls.test.ts`],
  },
  {
    guard: 'a proof of work is for the call and the network that it was asked of',
    file: `${SERVER}/http/limits/challenge.ts`,
    find: 'forCall !== call || from !== widest(ip) || until',
    replace: 'until',
    tests: [`${SERVER}/http/limits/limit-calls.test.ts`],
  },
  {
    guard: 'the hardest proof of work is borne on a slow phone',
    file: `${SERVER}/http/limits/limits.ts`,
    find: 'factorMax: 5 }',
    replace: 'factorMax: 8 }',
    tests: [`${SERVER}/http/limits/limits.unit.test.ts`],
  },
];
