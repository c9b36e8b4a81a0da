import type { Fault } from './fault.ts';

const domain = (name: string, guard: string, find: string, replace: string): Fault => ({
  guard,
  file: `packages/domain/src/${name}.ts`,
  find,
  replace,
  tests: [`packages/domain/src/${name}.test.ts`],
});

const IDEMPOTENCY = 'apps/server/src/http/idempotency.ts';
const ONCE = ['apps/server/src/http/idempotency.test.ts', 'apps/server/src/http/idempotency-rules.test.ts'];
const LEDGER = 'apps/server/src/ledger/ledger.ts';
const INVEST = ['apps/server/src/features/investments/invest.test.ts'];
const RACES = ['apps/server/src/test/races.test.ts'];

/** Faults in the rules of the domain and in the machinery under every change: ledger, idempotency, values, limits, errors. */
export const RULE_FAULTS: readonly Fault[] = [
  domain(
    'permissions',
    'staff of one MFI decide for its proposals only (security T2)',
    'viewer.mfiIds.includes(mfiId)',
    'viewer.mfiIds.length > 0 || mfiId === 0',
  ),
  domain(
    'permissions',
    'an owner never decides over a loan of their own (security T22)',
    "if (rule.neverOwner && parties.has('owner')) return 'not_permitted';",
    '',
  ),
  domain(
    'permissions',
    'an action belongs to a status',
    "if (!rule.when.includes(proposal.status)) return 'wrong_status';",
    '',
  ),
  domain(
    'permissions',
    'to a stranger a draft does not exist',
    "if (!isVisible(viewer, proposal)) return 'not_found';",
    '',
  ),
  domain('investments', 'no more is taken than is left (R6.1)', 'amountCents > remaining ?', 'false ?'),
  domain(
    'investments',
    'the smallest backing is a dollar, or the rest (R6.4)',
    ' || amountCents < minimumInvestmentCents(remaining)',
    '',
  ),
  domain(
    'investments',
    'no backing after the deadline (R5.2)',
    "now > proposal.fundingDeadline) return 'funding_ended'",
    "false) return 'funding_ended'",
  ),
  domain(
    'investments',
    'no backing before the check where the MFI wants one (R2.3)',
    'proposal.approveBeforeBacking && !proposal.isMfiApproved',
    'false',
  ),
  domain(
    'investments',
    'credit is spent first, and no more than there is (R9.8)',
    'smallerCents(amountCents, creditCents)',
    'amountCents',
  ),
  domain(
    'repayments',
    'no more is repaid than is owed (R10.2)',
    'amountCents > maximumRepaymentCents(proposal)',
    'amountCents > outstandingCents(proposal)',
  ),
  domain('repayments', 'a payment is decided once (R10.3)', "if (state === 'approved') return 'already_approved';", ''),
  {
    guard: 'cents that do not divide wait for all backers (R9.2)',
    file: 'packages/domain/src/sharing.ts',
    find: '(amount + of - 1n) / of',
    replace: 'amount / of',
    tests: ['packages/domain/src/repayment-properties.test.ts', 'packages/domain/src/sharing.test.ts'],
  },
  domain('withdrawals', 'the owner does not send their own money (R4.2)', '!isStaff || isOwner', '!isStaff'),
  domain(
    'withdrawals',
    'a step of a withdrawal follows its state',
    "if (current !== step.from) return 'wrong_status';",
    '',
  ),
  domain('money', 'an amount has at most two decimals', '(\\d{1,2})', '(\\d{1,3})'),
  domain(
    'text',
    'marks that reorder a text are found',
    '/[\\u202a-\\u202e\\u2066-\\u2069]/',
    '/[\\u202a-\\u202d\\u2066-\\u2069]/',
  ),
  domain(
    'text',
    'a text is composed and without control characters',
    ".replace(CONTROL, '').normalize('NFC')",
    ".normalize('NFC')",
  ),
  {
    guard: 'a number in exponential form is no amount',
    file: 'packages/contract/src/fields.ts',
    find: 'parseDollars(String(wire))',
    replace: 'parseDollars(String(Number(wire)))',
    tests: ['packages/contract/src/amount-field.test.ts'],
  },
  {
    guard: 'a field that a call does not know is refused',
    file: 'packages/contract/src/investments.ts',
    find: 'body: z.strictObject({\n    userId: ActorFields.userId,\n    proposalId',
    replace: 'body: z.object({\n    userId: ActorFields.userId,\n    proposalId',
    tests: ['packages/contract/src/requests.test.ts'],
  },
  {
    guard: 'one credit is spent once, by backings of several proposals at once (R9.8)',
    file: LEDGER,
    find: 'order by id for no key update',
    replace: 'order by id',
    tests: RACES,
  },
  {
    guard: 'changes of one proposal wait for its lock (R6.2)',
    file: 'apps/server/src/features/proposals/proposals.repository.ts',
    find: ".forNoKeyUpdate('proposals')",
    replace: '',
    tests: RACES,
  },
  {
    guard: 'a transfer names both accounts of its movement',
    file: LEDGER,
    find: 'PERSONAL.has(kind) || proposalId === null ? 0 : proposalId',
    replace: "kind === 'world' || proposalId === null ? 0 : proposalId",
    tests: INVEST,
  },
  {
    guard: 'a release gives credit back to credit (R5.3)',
    file: 'apps/server/src/ledger/release-backings.ts',
    find: 'subtractCents(amountCents, addCents(unpaidCents, heldCents, fromCommonCreditCents))',
    replace: 'subtractCents(amountCents, addCents(unpaidCents, heldCents))',
    tests: ['apps/server/src/features/proposals/expiry.test.ts', ...INVEST],
  },
  {
    guard: 'a repeated request with another content is refused (R6.3)',
    file: IDEMPOTENCY,
    find: "if (!isSame) return new RefusalError('idempotency_key_reused');",
    replace: '',
    tests: ONCE,
  },
  {
    guard: 'a request runs under its key (R6.3)',
    file: IDEMPOTENCY,
    find: 'if (claimed === undefined) throw replayOf(attempt, await findKey(tx, attempt.scope, key));',
    replace: '',
    tests: ONCE,
  },
  {
    guard: 'keys of different people never meet',
    file: 'apps/server/src/http/mount.ts',
    find: '`subject:${request.caller.subject}`',
    replace: "'subject'",
    tests: ONCE,
  },
  {
    guard: 'the answers of a batch are kept under their keys',
    file: IDEMPOTENCY,
    find: 'const keyed = answers.filter(({ attempt }) => attempt.key !== null);',
    replace: 'const keyed = answers.filter(() => false);',
    tests: ['apps/server/src/http/idempotency-rules.test.ts'],
  },
  {
    guard: 'one bad backing does not spoil a batch (R18.6)',
    file: 'apps/server/src/http/batch.ts',
    find: 'options.retriesAlone && batch.length > 1',
    replace: 'false',
    tests: ['apps/server/src/http/batch.unit.test.ts'],
  },
  {
    guard: 'nobody acts as somebody else (R6.7)',
    file: 'apps/server/src/http/actor.ts',
    find: "if (namesOther) throw new RefusalError('not_permitted');",
    replace: '',
    tests: [...INVEST, 'apps/server/src/features/proposals/user-stats.test.ts'],
  },
  {
    guard: 'another site cannot send a change',
    file: 'apps/server/src/http/security-headers.ts',
    find: "if (host === null || !hosts.includes(host)) throw new RefusalError('not_permitted');",
    replace: '',
    tests: ['apps/server/src/features/identity/sessions.test.ts'],
  },
  {
    guard: 'a change asks the database who is calling',
    file: 'apps/server/src/http/viewer.ts',
    find: 'fresh: !isRead(request)',
    replace: 'fresh: false',
    tests: ['apps/server/src/features/identity/sessions.test.ts'],
  },
  {
    guard: 'the log holds a route, never an address with a phone',
    file: 'apps/server/src/http/access-log.ts',
    find: "const route = routeOptions.url ?? 'none'",
    replace: 'const route = request.url',
    tests: ['apps/server/src/features/identity/private-logs.test.ts', 'apps/server/src/commands/serve-metrics.test.ts'],
  },
  {
    guard: 'the details of a database error, which repeat rows, are not logged',
    file: 'apps/server/src/config/log.ts',
    find: "['code', 'constraint', 'table', 'routine', 'statusCode']",
    replace: "['code', 'constraint', 'table', 'routine', 'statusCode', 'detail']",
    tests: ['apps/server/src/config/log.unit.test.ts', 'apps/server/src/features/identity/private-logs.test.ts'],
  },
  {
    guard: 'a sealed text that was changed does not open',
    file: 'apps/server/src/config/seal.ts',
    find: 'Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])',
    replace: 'decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))',
    tests: ['apps/server/src/config/secret.unit.test.ts'],
  },
];
