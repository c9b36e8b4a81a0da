import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';

/** The guards of own data: the export, closing an account, and retention. */
export const OWN_DATA_FAULTS: readonly Fault[] = [
  {
    guard: 'a person comes back for 24 months, and no longer (R33.5)',
    file: `${SERVER}/features/own-data/coming-back.repository.ts`,
    find: ' and closed_at >= ${monthsBefore(now, FORMER_PHONE_MONTHS)}',
    replace: '',
    tests: [`${SERVER}/features/own-data/coming-back.test.ts`],
  },
  {
    guard: 'a former member is known after a rotation of the secret (R33.5)',
    file: `${SERVER}/features/own-data/coming-back.repository.ts`,
    find: 'keyedHashes(keysOf(outside.secret), [phone])',
    replace: '[keyedHash(keysOf(outside.secret), [phone])]',
    tests: [`${SERVER}/features/own-data/coming-back.test.ts`],
  },
  {
    guard: 'words and pictures go a year after the last payment (R13.6)',
    file: `${SERVER}/features/proposals/reduced-proposals.repository.ts`,
    find: "for (const table of ['updates', 'galleryImages', 'chainRegistrations', 'translations'] as const)",
    replace: "for (const table of ['chainRegistrations'] as const)",
    tests: [`${SERVER}/features/retention/retention.test.ts`],
  },
  {
    guard: 'an owner may keep a repaid loan public (R13.6)',
    file: `${SERVER}/features/proposals/reduced-proposals.repository.ts`,
    find: ' and not stays_public\n',
    replace: '\n',
    tests: [`${SERVER}/features/retention/retention.test.ts`],
  },
  {
    guard: 'a loan that was reduced names its owner by a letter (R13.6)',
    file: `${SERVER}/features/proposals/proposal-answers.ts`,
    find: 'if (row.isReduced && !isFormerMember(row))',
    replace: 'if (row.isReduced === null)',
    tests: [`${SERVER}/features/retention/retention.test.ts`],
  },
  {
    guard: 'bank data are forgotten 90 days after the last payout, and not while money waits (R13.7)',
    file: `${SERVER}/features/withdrawals/forgotten-destinations.repository.ts`,
    find: '>= ${which.lastPayoutBefore}',
    replace: '< ${which.lastPayoutBefore}',
    tests: [`${SERVER}/features/retention/retention.test.ts`],
  },
  {
    guard: 'the log of what was erased names nobody (R33.3)',
    file: `${SERVER}/features/withdrawals/withdrawals.jobs.ts`,
    find: "if (bankData > 0) log.info({ erased: { bankData } }, 'retention');",
    replace: 'if (bankData < 0) log.info(bankData);',
    tests: [`${SERVER}/features/retention/retention.test.ts`],
  },
  {
    guard: 'closing asks for a fresh proof (R34.2)',
    file: `${SERVER}/features/own-data/closing.service.ts`,
    find: "  await refuseUnproven(tx, caller, 'everybody', realNow);\n",
    replace: '',
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'closing waits for open loans and unsent money (R33.5)',
    file: `${SERVER}/features/own-data/own-data.routes.ts`,
    find: 'may: ({ closing }) => closingRefusal(closing),',
    replace: 'may: () => null,',
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'answers that were kept go with their person (R13.4)',
    file: `${SERVER}/features/own-data/closing.repository.ts`,
    find: "where('status', '<>', 0)",
    replace: "where('status', '<', 0)",
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'words of a person who left are gone (R13.4)',
    file: `${SERVER}/features/own-data/closing.repository.ts`,
    find: ".set({ text: REMOVED_WORDS }).where('authorId', '=', userId)",
    replace: ".set({ text: REMOVED_WORDS }).where('authorId', '<', 0 as never)",
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'bank data of a person who left are forgotten (R13.4)',
    file: `${SERVER}/features/withdrawals/forget-destinations.ts`,
    find: 'sealDestination(keys, row, FORGOTTEN)',
    replace: '(sealDestination.name, row.sealed)',
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'a former member hears of nothing',
    file: `${SERVER}/features/notifications/notify.repository.ts`,
    find: ' and u.closed_at is null',
    replace: '',
    tests: [`${SERVER}/features/own-data/closing.test.ts`],
  },
  {
    guard: 'a link to the own data asks for a fresh proof (R13.3, R34.2)',
    file: `${SERVER}/features/own-data/own-data.service.ts`,
    find: "    await refuseUnproven(tx, caller, 'everybody', realNow());\n",
    replace: '',
    tests: [`${SERVER}/features/own-data/own-data.test.ts`],
  },
  {
    guard: 'a link to the own data ends after 24 hours of the real clock (R13.3)',
    file: `${SERVER}/features/own-data/own-data-links.repository.ts`,
    find: ".where('tokenHash', '=', tokenHash)\n    .where('expiresAt', '>', now)",
    replace: ".where('tokenHash', '=', tokenHash)",
    tests: [`${SERVER}/features/own-data/own-data.test.ts`],
  },
  {
    guard: 'the database keeps the hash of a link, not the link (R13.3)',
    file: `${SERVER}/features/own-data/own-data.service.ts`,
    find: "createHash('sha256').update(token).digest('base64url')",
    replace: "(createHash('sha256'), token)",
    tests: [`${SERVER}/features/own-data/own-data.test.ts`],
  },
];
