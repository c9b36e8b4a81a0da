import { ENDPOINTS } from '@sathi/contract/all.ts';
import { type Endpoint, responseOf } from '@sathi/contract/endpoint.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { done, type Loan, useLoans } from './loans.ts';
import { CHAIN_ROWS } from './matrix/chain-rows.ts';
import { LOAN_ROWS } from './matrix/loan-rows.ts';
import { MESSAGE_ROWS } from './matrix/message-rows.ts';
import { CAMPAIGN, OFFICE_ROWS } from './matrix/office-rows.ts';
import { OTHER_ROWS } from './matrix/other-rows.ts';
import { UPDATE_ROWS } from './matrix/update-rows.ts';
import { type Actor, ACTORS, type Cell, type Row, type Target } from './matrix/table.ts';
import { logPicture } from './logged-pictures.ts';
import { writeMessage } from './written-message.ts';
import { DCBS, type Person, ROI, useWorld } from './world.ts';

const world = useWorld();
const { newLoan, remove, pay, withdraw } = useLoans(world);

const ROWS = [...LOAN_ROWS, ...UPDATE_ROWS, ...MESSAGE_ROWS, ...OFFICE_ROWS, ...CHAIN_ROWS, ...OTHER_ROWS];
const MISSING = '987654321';
const DEAD: Person = { id: 0 as never, subject: '', phone: '', token: 'x'.repeat(43) };

let people: Record<Exclude<Actor, 'V'>, Person>;
let other: Person;
let campaignId: string;
let serial = 0;

beforeAll(async () => {
  const [U, B, O] = [await world.newPerson(), await world.newPerson(), await world.newPerson()];
  people = { U, B, O, S: await world.newPerson({ staffOf: [ROI] }), X: await world.newPerson({ staffOf: [DCBS] }) };
  other = await world.newPerson();
  campaignId = done(await world.call('POST', '/api/campaign', { as: people.S, body: CAMPAIGN })).id;
});

type Prepared = Pick<
  Cell,
  'loan' | 'paymentId' | 'withdrawalId' | 'image' | 'updateId' | 'galleryImageId' | 'messageId'
>;
const STATUS = {
  draft: 1,
  open: 2,
  deleted: 2,
  locked: 3,
  whole: 4,
  ready: 4,
  funded: 5,
  repaid: 6,
  missing: 1,
} as const;

async function prepare(target: Target): Promise<Prepared> {
  const { B, O, S } = people;
  const noMoney = { paymentId: MISSING, withdrawalId: MISSING, messageId: MISSING };
  if (target === 'missing') {
    const loan: Loan = { id: MISSING, amount: 100, owner: O, officer: S, backers: [] };
    return { ...noMoney, image: 'proposalImages/none.webp', updateId: MISSING, galleryImageId: MISSING, loan };
  }
  const loan = await newLoan({
    status: STATUS[target],
    isApproved: target === 'ready',
    owner: O,
    officer: S,
    backers: [B],
  });
  const nothing = { ...noMoney, ...(await logPicture(world, loan)), ...(await writeMessage(world, loan)) };
  if (target === 'deleted') done(await remove(loan, O));
  if (target === 'repaid') {
    const payments = await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: O });
    return { ...nothing, loan, paymentId: done(payments)[0].id };
  }
  if (target !== 'funded') return { ...nothing, loan };
  return { ...nothing, loan, paymentId: done(await pay(loan, 1)).id, withdrawalId: done(await withdraw(loan)).id };
}

const shared = new Map<Target, Prepared>();
/** One loan of each state serves everything that changes nothing; what succeeds gets its own. */
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
    const event = /^data: (.*)\n\n/.exec(text)?.[1];
    if (event !== undefined) return `{"success":true,"data":${event}}`;
  }
  return text;
}

/** Decoding forgets what the contract does not list, so what comes back the same listed everything. */
function expectOnlyListed(endpoint: Endpoint, text: string): void {
  const schema = responseOf(endpoint);
  const body = JSON.parse(text) as unknown;
  expect(z.encode(schema, z.decode(schema, body as never))).toEqual(body);
}

/** Whose answer is no JSON at all. */
const isFile = ({ name }: Endpoint) => name === 'exportMfi' || name === 'exportStatement';

const labelOf = ({ call, variant }: Row) => (variant ? `${call}, ${variant}` : call);

test('every call of the contract has a row, and every row a call', () => {
  const rows = new Set<string>(ROWS.map(({ call }) => call));
  expect(ENDPOINTS.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
  expect([...rows].filter((call) => !ENDPOINTS.some(({ name }) => name === call))).toEqual([]);
  expect(new Set(ROWS.map(labelOf)).size).toBe(ROWS.length);
});

test('every call of the contract is mounted', () => {
  const missing = ENDPOINTS.filter(
    ({ method, path }) =>
      !world.app.hasRoute({ method, url: path.replace(/\/$/, '') }) && !world.app.hasRoute({ method, url: path }),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

const endpointOf = (row: Row) => ENDPOINTS.find(({ name }) => name === row.call) as Endpoint;

/** Codes of one line of the table, each actor once; and the bodies of what was not found. */
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

/** Whoever signs out is somebody nobody needs afterwards. */
async function callerFor(row: Row, actor: Exclude<Actor, 'V'>): Promise<Person> {
  return row.call === 'signOut' ? world.newPerson() : people[actor];
}

test.each(ROWS.map((row) => [labelOf(row), row] as const))('who may: %s', async (_, row) => {
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
  // Missing, deleted and somebody's draft: the same bytes.
  expect(notFound.size).toBeLessThanOrEqual(1);
});

const IGNORES_DEAD_TOKENS = [
  'signUp',
  'confirmSignUp',
  'resendCode',
  'signIn',
  'completeNewPassword',
  'refreshSession',
  'forgotPassword',
  'confirmForgotPassword',
  'confirmEmail',
  'readFile',
];

test.each(ROWS.map((row) => [labelOf(row), row] as const))('with a dead token: %s', async (_, row) => {
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
    'accountName accountNumber bankName branch firstName lastName phone email bio profileImage language username password code ' +
    'messageId text name campaignUrl donationUrl published campaignId logo website slogan welcomeMessage primaryColor accentColor'
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

  for (const row of ROWS) {
    for (const [target, codes] of Object.entries(row.on ?? { missing: row.codes ?? '' }) as [Target, string][]) {
      const index = codes.split(' ').findIndex((code) => Number(code) < 300);
      const actor = ACTORS[index];
      if (actor === undefined || endpointOf(row).body === undefined) continue;
      const as = actor === 'V' ? null : people[actor];
      const cell = { ...(await targetFor(target, false)), campaignId, as, other, serial: (serial += 1) };
      const wire = row.request(cell);
      // A few at a time, because an answer names only so many.
      for (let from = 0; from < columns.length; from += 10) {
        const names = columns.slice(from, from + 10);
        const extra = Object.fromEntries(names.map((name) => [name, 1]));
        const bent = { ...row, request: () => ({ ...wire, body: { ...wire.body, ...extra } }) };
        const { status, text } = await send(endpointOf(row), bent, cell, as);
        expect(status, `${labelOf(row)}: ${text}`).toBe(422);
        const refused = (JSON.parse(text) as { errors: { path: string }[] }).errors.map(({ path }) => path);
        expect(refused, labelOf(row)).toEqual(expect.arrayContaining(names));
      }
    }
  }
});

test('R13.9: nowhere is a signing key', async () => {
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
