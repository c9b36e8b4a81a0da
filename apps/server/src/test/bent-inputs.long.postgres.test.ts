import { ENDPOINTS } from '@sathi/contract/all.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import { beforeAll, expect, test } from 'vitest';
import { readValues } from '../http/values.ts';
import { done, type Loan, useLoans } from './loans.ts';
import { LOAN_ROWS } from './matrix/loan-rows.ts';
import { MESSAGE_ROWS } from './matrix/message-rows.ts';
import { CAMPAIGN, OFFICE_ROWS } from './matrix/office-rows.ts';
import { OTHER_ROWS } from './matrix/other-rows.ts';
import type { Cell, Row, Wire } from './matrix/table.ts';
import { UPDATE_ROWS } from './matrix/update-rows.ts';
import { logPicture } from './logged-pictures.ts';
import { writeMessage } from './written-message.ts';
import { type Person, useWorld } from './world.ts';

const world = useWorld();
const { newLoan, pay, withdraw } = useLoans(world);

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
];
/** Hashing a password takes a tenth of a second each, and signing out ends the caller. */
const ELSEWHERE = ['signUp', 'signIn', 'signOut'];
const ON_POSTGRES = process.env['TEST_DATABASE'] === 'postgres';
const ROWS = [...LOAN_ROWS, ...UPDATE_ROWS, ...MESSAGE_ROWS, ...OFFICE_ROWS, ...OTHER_ROWS].filter(
  ({ call }) => !ELSEWHERE.includes(call),
);

let loan: Loan;
let other: Person;
let cell: Cell;

beforeAll(async () => {
  other = await world.newPerson();
  loan = await newLoan({ status: 5 });
  const paymentId = done(await pay(loan, 1)).id;
  const withdrawalId = done(await withdraw(loan)).id;
  const pictures = { ...(await logPicture(world, loan)), ...(await writeMessage(world, loan)) };
  const { id: campaignId } = done(await world.call('POST', '/api/campaign', { as: loan.officer, body: CAMPAIGN }));
  cell = { as: loan.owner, loan, other, paymentId, withdrawalId, campaignId, ...pictures, serial: 1 };
});

function bentRequests(wire: Wire): Wire[] {
  return (['query', 'params', 'body'] as const).flatMap((part) => {
    const names = [
      ...Object.keys(wire[part] ?? {}),
      ...(part === 'body' && wire.body ? ['surprise', '__proto__'] : []),
    ];
    return names.flatMap((name) => BENT.map((value) => ({ ...wire, [part]: { ...wire[part], [name]: value } })));
  });
}

async function send({ method, path }: Endpoint, { query = {}, params = {}, body }: Wire, as: Person) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name])));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(asText(value))}`);
  const response = await world.app.inject({
    method,
    url: `${url}?${search.join('&')}`,
    headers: { authorization: `Bearer ${as.token}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, text: response.body };
}

/** As an address carries it: half of a pair cannot be written there at all. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed();
}

/** The schemas refuse such a value, so no database sees it: one of the two databases, and one of the two people, are enough. */
function isMalformed(endpoint: Endpoint, { query = {}, params = {}, body }: Wire): boolean {
  const texts = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, asText(value)]));
  return readValues(endpoint, { query: texts(query), params: texts(params), body }).problem !== null;
}

const labelOf = ({ call, variant }: Row) => (variant ? `${call}, ${variant}` : call);

test.each(ROWS.map((row) => [labelOf(row), row] as const))('%s answers any input without a fault', async (_, row) => {
  const endpoint = ENDPOINTS.find(({ name }) => name === row.call) as Endpoint;
  for (const [turn, as] of [loan.owner, loan.officer].entries()) {
    for (const [index, wire] of bentRequests(row.request({ ...cell, as })).entries()) {
      if (isMalformed(endpoint, wire) && (ON_POSTGRES || index % 2 !== turn)) continue;
      const { status, text } = await send(endpoint, wire, as);
      expect(status, `${JSON.stringify(wire)} → ${text}`).toBeLessThan(500);
      if (status >= 400) {
        expect(JSON.parse(text)).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
        expect(text.length).toBeLessThan(4096);
        expect(text).not.toMatch(/select |insert |node_modules|\.ts:|at Object|postgres|pglite/i);
      }
    }
  }
});
