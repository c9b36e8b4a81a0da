import { ENDPOINTS } from '@sathi/contract/all.ts';
import { type Endpoint, responseOf } from '@sathi/contract/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ALL_ROWS } from './matrix/all-rows.ts';
import { type Prepared, useTargets } from './matrix/targets.ts';
import { type Actor, ACTORS, type Cell, type Row, type Target } from './matrix/table.ts';
import { type Person, ROI, useWorld } from './world.ts';

const world = useWorld();
const { cast, prepare } = useTargets(world);

/** The embedded database takes three times as long for the same rules, so there every third row stands for all. */
const CHECKED = process.env['TEST_DATABASE'] === 'pglite' ? ALL_ROWS.filter((_, index) => index % 3 === 0) : ALL_ROWS;
const DEAD: Person = { id: 0 as never, subject: '', phone: '', token: 'x'.repeat(43) };

let people: Record<Exclude<Actor, 'V'>, Person>;
let other: Person;
let officer: Person;
let campaignId: string;
let serial = 0;

beforeAll(() => {
  ({ people, other, officer, campaignId } = cast);
});

const shared = new Map<Target, Prepared>();
/** One loan of each state serves all calls that change no data; a call that succeeds in changing gets its own. */
async function targetFor(target: Target, changes: boolean): Promise<Prepared> {
  if (changes) return prepare(target);
  const known = shared.get(target) ?? (await prepare(target));
  shared.set(target, known);
  return known;
}

async function send(endpoint: Endpoint, row: Row, cell: Cell, as: Person | null) {
  const { query = {}, params = {}, body, bytes } = row.request(cell);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await world.app.inject({
    method: endpoint.method,
    url: `${path}?${search.toString()}`,
    ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
    ...((body ?? bytes) && { payload: body ?? bytes }),
    payloadAsStream: true,
  });
  return { status: response.statusCode, text: await textOf(response.stream()) };
}

/** The body; of events, which never end, the first as an answer. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk.toString();
    // A heartbeat may come first.
    const event = /^data: (.*)\n\n/m.exec(text)?.[1];
    if (event !== undefined) return `{"success":true,"data":${event}}`;
  }
  return text;
}

/**
 * Decoding drops the fields that the contract does not list, so an answer that comes back the same listed all of its
 * own.
 */
function expectOnlyListed(endpoint: Endpoint, text: string): void {
  const schema = responseOf(endpoint);
  const body = JSON.parse(text) as unknown;
  expect(z.encode(schema, z.decode(schema, body as never))).toEqual(body);
}

/** Calls that answer a file instead of JSON. */
const isFile = ({ name }: Endpoint) =>
  [
    'exportMfi',
    'exportWholeMfi',
    'exportStatement',
    'exportAuditLog',
    'exportLoanFigures',
    'exportDueDays',
    'readExport',
    'readPayInCode',
    'readRepaymentCode',
  ].includes(name);

const labelOf = ({ call, variant }: Row) => (variant ? `${call}, ${variant}` : call);

test('every call of the contract has a row, and every row a call', () => {
  const rows = new Set<string>(ALL_ROWS.map(({ call }) => call));
  expect(ENDPOINTS.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
  expect([...rows].filter((call) => !ENDPOINTS.some(({ name }) => name === call))).toEqual([]);
  expect(new Set(ALL_ROWS.map(labelOf)).size).toBe(ALL_ROWS.length);
});

test('every call of the contract is mounted', () => {
  const missing = ENDPOINTS.filter(
    ({ method, path }) =>
      !world.app.hasRoute({ method, url: path.replace(/\/$/, '') }) && !world.app.hasRoute({ method, url: path }),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

const endpointOf = (row: Row) => ENDPOINTS.find(({ name }) => name === row.call) as Endpoint;

/** Codes of one line of the table, each actor once; and the bodies of the answers 404. */
async function lineOf(row: Row, target: Target | null, expected: readonly string[]) {
  const endpoint = endpointOf(row);
  const codes: string[] = [];
  const notFound: string[] = [];
  for (const [index, actor] of ACTORS.entries()) {
    const changes = endpoint.method !== 'GET' && Number(expected[index]) < 300;
    const prepared = await targetFor(target ?? 'missing', changes && target !== null);
    const as = actor === 'V' ? null : await callerFor(row, actor);
    serial += 1;
    const answer = await send(endpoint, row, { ...prepared, campaignId, as, other, serial }, as);
    codes.push(String(answer.status));
    if (answer.status < 300 && !isFile(endpoint)) expectOnlyListed(endpoint, answer.text);
    if (answer.status === 404) notFound.push(answer.text);
  }
  return { codes: codes.join(' '), notFound };
}

/** A person who signs out is of no use to the next cell. */
async function callerFor(row: Row, actor: Exclude<Actor, 'V'>): Promise<Person> {
  return row.call === 'signOut' ? world.newPerson() : people[actor];
}

test.each(CHECKED.map((row) => [labelOf(row), row] as const))('%s obeys its row', async (_, row) => {
  const lines: [Target | null, string][] = row.on
    ? (Object.entries(row.on) as [Target, string][])
    : [[null, row.codes ?? '']];
  const got: Record<string, string> = {};
  const notFound = new Set<string>();
  for (const [target, expected] of lines) {
    const line = await lineOf(row, target, expected.split(' '));
    got[target ?? 'codes'] = line.codes;
    for (const text of line.notFound) notFound.add(text);
  }
  expect(got).toEqual(Object.fromEntries(lines.map(([target, codes]) => [target ?? 'codes', codes])));
  // Missing, deleted and another person's draft give the same bytes.
  expect(notFound.size).toBeLessThanOrEqual(1);
});

/** The calls that managers alone may make within their institution (R34.4); S is one. */
const MANAGERS_ONLY = [
  'updateMfi',
  'findMoneySettings',
  'changeMoneySettings',
  'changeLoanLimits',
  'setHolidays',
  'exportMfi',
  'exportWholeMfi',
  'listAuditLog',
  'exportAuditLog',
  'listStaff',
  'enterStaff',
  'changeStaff',
  'removeStaff',
  'enterFreeze',
  'enterUnfreeze',
];

test.each(CHECKED.map((row) => [labelOf(row), row] as const))('for an officer: %s (R34.4)', async (_, row) => {
  const endpoint = endpointOf(row);
  for (const [target, codes] of Object.entries(row.on ?? { missing: row.codes ?? '' }) as [Target, string][]) {
    const ofManager = codes.split(' ')[ACTORS.indexOf('S')];
    // The manager approved the payment, which only others may take back.
    const ofOfficer = row.call === 'reversePayment' && target === 'repaid' ? '200' : ofManager;
    const changes = endpoint.method !== 'GET' && Number(ofOfficer) < 300;
    const prepared = await targetFor(target, changes && row.on !== undefined);
    const as = row.call === 'signOut' ? await world.newPerson({ staffOf: [ROI], role: 'officer' }) : officer;
    serial += 1;
    const { status } = await send(endpoint, row, { ...prepared, campaignId, as, other, serial }, as);
    expect([target, String(status)]).toEqual([target, MANAGERS_ONLY.includes(row.call) ? '403' : ofOfficer]);
  }
});

const IGNORES_DEAD_TOKENS = [
  'signUp',
  'confirmSignUp',
  'resendCode',
  'signIn',
  'completeNewPassword',
  'answerSecondFactor',
  'askPasskey',
  'refreshSession',
  'signOutByCookie',
  'forgotPassword',
  'confirmForgotPassword',
  'confirmEmail',
  'phoneChangeNotMe',
  'readFile',
];

test.each(CHECKED.map((row) => [labelOf(row), row] as const))('with a dead token: %s', async (_, row) => {
  const endpoint = endpointOf(row);
  for (const target of Object.keys(row.on ?? { missing: '' }) as Target[]) {
    serial += 1;
    const prepared = await targetFor(target, false);
    const { status } = await send(endpoint, row, { ...prepared, campaignId, as: null, other, serial }, DEAD);
    expect(status).toBe(IGNORES_DEAD_TOKENS.includes(row.call) ? Number(row.codes?.slice(0, 3)) : 401);
  }
});

/** Columns that a body may name, because a form has a field of that name. */
const FORM_FIELDS = new Set(
  (
    'id title description alt address amount image status mfiId userId proposalId monthsToRepay startDate reason note state method reference ' +
    'payoutAccountId accountId otherLineId accountName accountNumber bankName branch firstName lastName phone email bio profileImage language username password code ' +
    'messageId text name role officerId personId payDays lapseGraceDays lateGraceDays firstDueAfterMonths campaignUrl donationUrl published acceptPartial campaignId logo website slogan welcomeMessage primaryColor accentColor months'
  ).split(' '),
);

test('security T3: no body takes the name of a column that no form has', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    world.db,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const columns = [...new Set(rows.map(({ name }) => camel(name)))].filter((name) => !FORM_FIELDS.has(name));
  expect(columns).toEqual(expect.arrayContaining(['backedCents', 'fundedCents', 'approvedBy', 'ownerId', 'deletedAt']));

  for (const row of ALL_ROWS) {
    const schema = endpointOf(row).body;
    for (const [target, codes] of Object.entries(row.on ?? { missing: row.codes ?? '' }) as [Target, string][]) {
      const actor = ACTORS[codes.split(' ').findIndex((code) => Number(code) < 300)];
      if (actor === undefined || schema === undefined) continue;
      const as = actor === 'V' ? null : people[actor];
      const cell = { ...(await targetFor(target, false)), campaignId, as, other, serial: (serial += 1) };
      const wire = row.request(cell);
      expect(schema.safeParse(wire.body).success, labelOf(row)).toBe(true);
      // A list has no names of its own; `requests.test.ts` bends the items.
      if (Array.isArray(wire.body)) continue;
      const taken = columns.filter((name) => schema.safeParse({ ...wire.body, [name]: 1 }).success);
      expect(taken, labelOf(row)).toEqual([]);
      // The schema is the one that the server asks.
      const bent = { ...row, request: () => ({ ...wire, body: { ...wire.body, deletedAt: 1 } }) };
      const { status, text } = await send(endpointOf(row), bent, cell, as);
      expect(status, `${labelOf(row)}: ${text}`).toBe(422);
      const { errors } = JSON.parse(text) as { errors: { path: string }[] };
      expect(
        errors.map(({ path }) => path),
        labelOf(row),
      ).toContain('deletedAt');
    }
  }
});

test('R13.9: no answer carries a signing key', async () => {
  for (const url of [
    '/api/key',
    '/api/keys',
    '/api/chain/key',
    '/api/signing-key',
    '/api/get-key-pair',
    '/keys',
    '/.env',
    '/api/.env',
  ]) {
    for (const as of [null, people.S]) {
      const { status } = await world.call('GET', url, { as });
      expect(status, url).toBe(404);
    }
  }
});
