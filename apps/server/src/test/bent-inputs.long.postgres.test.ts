import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import { jsonSchemaOf } from '@sathi/contract/json-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProof } from '../../../../scripts/tests/gate.ts';
import { readValues } from '../http/values.ts';
import { tellFigures } from './figures.ts';
import { ALL_ROWS } from './matrix/all-rows.ts';
import { type Actor, ACTORS, type Cell, type Row, type Wire } from './matrix/table.ts';
import { useTargets } from './matrix/targets.ts';
import { type Person, useWorld } from './world.ts';

const world = useWorld();
const { cast, prepare } = useTargets(world);

/** The values that replace each value of each request, one at a time. */
const BENT: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  true,
  [],
  {},
  [1],
  ['1', '2'],
  [[[[]]]],
  { $gt: 1 },
  { toString: 1 },
  -1,
  0,
  -0,
  1.5,
  1e21,
  1e308,
  9007199254740992,
  2147483648,
  // The largest id, and days at both ends of the calendar.
  999999999999999,
  '0001-01-01',
  '9999-12-31',
  '1e3',
  '0x10',
  '-1',
  '9'.repeat(30),
  '9'.repeat(400),
  'NaN',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffx',
  '\u202eevil',
  '\ufeff',
  '\u{1F9F5}'.repeat(300),
  'x'.repeat(5000),
  `x${' '.repeat(5000)}x`,
  `x${'\u0301\u0316'.repeat(2500)}`,
  "' or 1=1--",
  '%',
  '_',
  '\\',
  '__proto__',
  'constructor',
  'null',
  '{{7*7}}',
  '../../etc/passwd',
  'http://[::1]/',
  '2026-13-45',
  '99999-01-01',
  JSON.parse('['.repeat(1000) + ']'.repeat(1000)),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  Array.from({ length: 1000 }, () => 1),
  Number.MIN_VALUE,
  'Infinity',
  '١٢',
  '2026-02-30',
  '2026-01-31T00:00:00+99:99',
  'a\r\nSet-Cookie: a=b',
  '%00',
];
let cell: Cell;

beforeAll(async () => {
  const { people, other, campaignId } = cast;
  cell = { ...(await prepare('funded')), as: people.O, other, campaignId, serial: 1 };
});

/** Fields that are bent only in rows that send them. */
const ACTOR_FIELDS = ['userId', 'userAddress', 'address'];

/** The fields of a part of a call, those that its row does not send among them. */
function fieldsOf(endpoint: Endpoint, part: 'query' | 'params' | 'body'): string[] {
  const schema = endpoint[part];
  if (schema === undefined) return [];
  type Form = { readonly properties?: object; readonly anyOf?: readonly Form[] };
  const { properties = {}, anyOf = [] } = jsonSchemaOf(schema, part === 'body' ? 'body' : 'query') as Form;
  const names = [{ properties }, ...anyOf].flatMap((form) => Object.keys(form.properties ?? {}));
  return names.filter((name) => !ACTOR_FIELDS.includes(name));
}

/** The value with each value within it bent, one at a time. */
function bentWithin(value: unknown): unknown[] {
  const bends = (inner: unknown) => [...BENT, ...bentWithin(inner)];
  if (Array.isArray(value)) return value.flatMap((item, index) => bends(item).map((bent) => value.with(index, bent)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => bends(inner).map((bent) => ({ ...value, [name]: bent })));
}

const PARTS = ['query', 'params', 'body'] as const;

function bentRequests(wire: Wire): Wire[] {
  return PARTS.flatMap((part) => bentWithin(wire[part]).map((bent) => ({ ...wire, [part]: bent }) as Wire));
}

/** A request with each field more that its call knows, or does not know, bent. */
function bentMore(endpoint: Endpoint, wire: Wire): Wire[] {
  return PARTS.flatMap((part) => {
    const known = fieldsOf(endpoint, part).filter((name) => !(name in (wire[part] ?? {})));
    const names = [...known, ...(part === 'body' && wire.body ? ['surprise', '__proto__'] : [])];
    return names.flatMap((name) => BENT.map((bent) => ({ ...wire, [part]: { ...wire[part], [name]: bent } })));
  });
}

async function send({ method, path }: Endpoint, { query = {}, params = {}, body, bytes }: Wire, as: Person | null) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name])));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(asText(value))}`);
  const response = await world.app.inject({
    method,
    url: `${url}?${search.join('&')}`,
    ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
    ...((body ?? bytes) && { payload: body ?? bytes }),
  });
  return { status: response.statusCode, text: response.body };
}

/** The value as an address carries it, where half of a pair cannot be written at all. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed();
}

/** The schemas refuse such a value, so no database sees it. */
function isMalformed(endpoint: Endpoint, { query = {}, params = {}, body }: Wire): boolean {
  const texts = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, asText(value)]));
  return readValues(endpoint, { query: texts(query), params: texts(params), body }).problem !== null;
}

const endpointOf = ({ call }: Row) => ENDPOINTS.find(({ name }) => name === call) as Endpoint;
const labelOf = ({ call, variant }: Row) => (variant ? `${call}, ${variant}` : call);

/** The first row of a call sends what the others leave out, too. */
const isFirst = (row: Row) => ALL_ROWS.find(({ call }) => call === row.call) === row;

/** Outside of the long run every sixth of the well-formed requests, which reach the database, and every tenth of the others stand for all. */
const REACHING = isProof ? 1 : 6;
const REFUSED = isProof ? 1 : 10;
/** In the long run each actor of the matrix bends everything; else owner and staff bend the values of a row, and one of them the rest. */
const SENDERS: readonly Actor[] = isProof ? ACTORS : ['O', 'S'];

function requestsOf(row: Row, as: Person | null, turn: number): Wire[] {
  const [endpoint, wire] = [endpointOf(row), row.request({ ...cell, as })];
  const more = isFirst(row) ? bentMore(endpoint, wire).filter((_, index) => isProof || index % 2 === turn) : [];
  return [...bentRequests(wire), ...more].filter((each, index) =>
    isMalformed(endpoint, each) ? index % REFUSED === turn % REFUSED : index % REACHING === turn % REACHING,
  );
}

let sent = 0;
afterAll(() => tellFigures(`${sent} calls`));

test('every call that takes a value has a row here, those about money and the chain among them', () => {
  const withValues = ALL_ROWS.filter((row) => requestsOf(row, cell.as, 0).length > 0).map(({ call }) => call as string);
  const missing = ENDPOINTS.filter(
    (endpoint) => !withValues.includes(endpoint.name) && PARTS.some((part) => fieldsOf(endpoint, part).length > 0),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each(ALL_ROWS.map((row) => [labelOf(row), row] as const))(
  '%s answers any input without a fault',
  async (_, row) => {
    for (const [turn, actor] of SENDERS.entries()) {
      const as = actor === 'V' ? null : cast.people[actor];
      for (const wire of requestsOf(row, as, turn)) {
        sent += 1;
        const { status, text } = await send(endpointOf(row), wire, as);
        const answer = status >= 400 ? (JSON.parse(text) as { code: string }) : null;
        // There is no chain here, which every call that needs one says.
        if (answer?.code !== 'chain_unavailable') expect(status, `${JSON.stringify(wire)} → ${text}`).toBeLessThan(500);
        if (answer === null) continue;
        expect(answer).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
        expect(text.length).toBeLessThan(4096);
        expect(text).not.toMatch(/select |insert |node_modules|\.ts:|at Object|postgres|pglite/i);
      }
    }
  },
);
