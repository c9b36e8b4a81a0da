import { connect, type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import ar from '@sathi/texts/ar/refusals.json' with { type: 'json' };
import be from '@sathi/texts/be/refusals.json' with { type: 'json' };
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { createApp } from '../app.ts';
import { people, refusal, useLoans } from '../test/loans.ts';
import { type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const BACK = '/api/borrow/backProposal';
const json = { 'content-type': 'application/json' };
/** The longest words that staff may write, in letters of three bytes. */
const LONG = 'ক'.repeat(500);
const rows = (count: number, row: object) => Array.from({ length: count }, () => row);

test.each([
  [undefined, en],
  ['', en],
  ['fr', en],
  ['en-GB,en;q=0.9', en],
  ['bn', be],
  ['bn-BD,bn;q=0.9,en;q=0.5', be],
  ['be', be],
  ['ar', ar],
  ['fr, ar;q=0.9, en;q=0.8', ar],
  ['en;q=0.1, ar;q=0.2', ar],
  ['*', en],
  [';;;q=x,,', en],
])('a refusal to a reader of %j is in their language', async (language, sentences) => {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
  const missing = await world.call('GET', '/api/borrow/findOne?id=987654321', { headers });
  expect(refusal(missing)).toBe('404 not_found');
  expect(missing.body.detail).toBe(sentences.not_found);
  const wrong = await world.call('GET', '/api/borrow/findOne?id=x', { headers });
  expect(wrong.body.errors).toEqual([{ path: 'id', message: sentences.invalid }]);
});

test('the order of judgement: sign in, then permission, then state, then values', async () => {
  const [loan, whole, draft] = [await newLoan(), await newLoan({ status: 4 }), await newLoan({ status: 1 })];
  const [stranger] = (await people(world, 1)) as [Person];
  const send = (as: Person | null, id: string) =>
    world.call('POST', BACK, { as, body: { proposalId: id, amount: 'x', extra: 1 } });
  expect(refusal(await send(null, loan.id))).toBe('401 sign_in_required');
  expect(refusal(await send(stranger, draft.id))).toBe('404 not_found');
  expect(refusal(await send(loan.owner, loan.id))).toBe('403 not_permitted');
  expect(refusal(await send(stranger, whole.id))).toBe('409 wrong_status');
  expect(refusal(await send(stranger, loan.id))).toBe('422 invalid_request');
});

test.each(['{', '', 'null', '[]', '"text"', '{"a":1}'])(
  'a call without a token is 401 even with a wrong body: %s',
  async (body) => {
    for (const [method, url] of [
      ['POST', BACK],
      ['POST', '/api/borrow'],
      ['PATCH', '/api/borrow/update?id=1'],
      ['DELETE', '/api/borrow'],
    ] as const) {
      const answer = await world.call(method, url, { body, headers: json });
      expect(refusal(answer)).toBe('401 sign_in_required');
    }
  },
);

test.each([
  'Bearer nonsense',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'bearer',
  `Bearer ${'x'.repeat(43)}`,
  "Bearer ' or 1=1",
])('a dead token is 401 everywhere: %s', async (authorization) => {
  const loan = await newLoan();
  for (const url of [`/api/borrow/findOne?id=${loan.id}`, '/api/mfi', '/api/borrow/userStats']) {
    expect(refusal(await world.call('GET', url, { headers: { authorization } }))).toBe('401 session_ended');
  }
});

test.each([
  ['{', 400],
  ['{"amount":}', 400],
  ['{"__proto__":{"x":1}}', 400],
  ['{"constructor":{"prototype":{}}}', 400],
  ['[1]', 422],
  ['"text"', 422],
  ['5', 422],
  ['null', 422],
  ['', 422],
  [`{"proposalId":${'['.repeat(20)}${']'.repeat(20)}}`, 422],
  [`{"proposalId":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400],
  ['{"proposalId":"1","amount":1,"amount":2,"\\u0000":1}', 422],
  [`{"proposalId":"${'9'.repeat(70_000)}"}`, 413],
])('a body that is no request is told so: %s', async (body, status) => {
  const [as] = (await people(world, 1)) as [Person];
  for (const key of [undefined, 'a key']) {
    const answer = await world.call('POST', BACK, { as, body, headers: json, ...(key && { key }) });
    expect(answer.status).toBe(status);
    refusal(answer);
  }
});

test.each([
  ['POST', '/api/mfi/tills/entries?id=999999&', { entries: rows(200, { clientId: 'a', number: 1, note: LONG }) }],
  ['POST', '/api/mfi/batches?', { accountId: '999999', items: rows(1000, { kind: 'withdrawal', id: '9'.repeat(9) }) }],
  ['PATCH', '/api/mfi/batches?id=999999&', { remove: rows(1000, { kind: 'withdrawal', id: '1', reason: LONG }) }],
  [
    'PATCH',
    '/api/mfi/batches?id=999999&',
    { sent: rows(1000, { kind: 'withdrawal', id: '1', bankReference: 'Z'.repeat(120) }) },
  ],
  [
    'POST',
    '/api/mfi/lines/book?',
    { lines: rows(500, { id: '1', target: { reference: 'R'.repeat(40) }, restAs: 'own_money' }) },
  ],
  [
    'POST',
    '/api/mfi/days/agree?',
    { accountId: '999999', day: '2026-01-05', reasons: rows(500, { document: '1', reason: LONG }) },
  ],
] as const)(
  'a list of an office as long as the contract allows is judged, not too large (R22.5): %s %s',
  async (method, url, body) => {
    const as = await world.newPerson({ staffOf: [ROI] });
    const sent = JSON.stringify(body, null, 4);
    expect(Buffer.byteLength(sent)).toBeGreaterThan(64 * 1024);
    const answer = await world.call(method, `${url}mfiId=${ROI}`, { as, body: sent, headers: json });
    expect([200, 404]).toContain(answer.status);
  },
);

test('another content type is 415', async () => {
  const [as] = (await people(world, 1)) as [Person];
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ]) {
    const answer = await world.call('POST', BACK, { as, body: 'amount=1', headers: { 'content-type': type } });
    expect(refusal(answer)).toBe('415 unsupported_media_type');
  }
});

test('a path that does not exist is 404, also when it looks like a file of the machine', async () => {
  for (const [method, url] of [
    ['GET', '/api/borrow/nothing'],
    ['GET', '/api/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', '/api/signing-key'],
  ] as const) {
    expect(refusal(await world.call(method, url))).toBe('404 not_found');
  }
});

test('R6.7: a person named in the address or the body must be the caller', async () => {
  const loan = await newLoan();
  const [me, other] = (await people(world, 2)) as [Person, Person];
  const lists = ['proposalsByUserAddress', 'proposalsNotByUserAddress', 'userIgnoredProposals', 'stats/', 'userStats'];
  for (const path of lists) {
    for (const query of [`userId=${other.id}`, 'userAddress=0xabc', 'address=0xabc', `proposalOwner=${other.id}`]) {
      expect(refusal(await world.call('GET', `/api/borrow/${path}?${query}`, { as: me }))).toBe('403 not_permitted');
    }
    for (const query of [`userId=${me.id}`, 'userId=', 'userAddress=', '']) {
      expect((await world.call('GET', `/api/borrow/${path}?${query}`, { as: me })).status).toBe(200);
    }
  }
  const ignore = `/api/borrow/ignoreProposal?proposalId=${loan.id}&userId=${other.id}`;
  expect(refusal(await world.call('POST', ignore, { as: me }))).toBe('403 not_permitted');
  const backing = (named: object) =>
    world.call('POST', '/api/borrow/backProposal', { as: me, body: { proposalId: loan.id, amount: 1, ...named } });
  expect(refusal(await backing({ proposalOwner: other.id }))).toBe('403 not_permitted');
  expect((await backing({ proposalOwner: me.id, username: me.subject, userAddress: '' })).status).toBe(201);
  const approve = `/api/mfi/approveProposal?mfiId=3&proposalId=${loan.id}&userId=${other.id}`;
  expect(refusal(await world.call('POST', approve, { as: loan.officer }))).toBe('403 not_permitted');
});

test('an answer to a signed-in person is not cached on the way', async () => {
  const [me] = (await people(world, 1)) as [Person];
  const answer = await world.call('GET', '/api/borrow/userStats', { as: me });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('R7.1: an amount is read as it was written, not as a computer rounds it', async () => {
  const as = await world.newPerson();
  const rest = '"title":"1.2345","description":"1e3","startDate":"2026-03-01","monthsToRepay":12,"status":1';
  for (const [amount, status] of [
    ['10.99', 201],
    ['10.50', 201],
    ['10.999999999999999999', 422],
    ['10.000', 422],
    ['1e1', 422],
    ['0.1e2', 422],
  ] as const) {
    const answer = await world.call('POST', '/api/borrow', { as, body: `{"amount":${amount},${rest}}`, headers: json });
    expect([amount, answer.status]).toEqual([amount, status]);
    if (status === 422) expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['amount']);
  }
});

test('without a body every field that is missing is named', async () => {
  const as = await world.newPerson();
  const answer = await world.call('POST', '/api/borrow', { as });
  expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
    'title',
    'description',
    'startDate',
    'monthsToRepay',
    'amount',
  ]);
});

test('security 3.6: the answer to many wrong fields, with long names, is at most 4 KB', async () => {
  const as = await world.newPerson();
  const many = Array.from({ length: 300 }, (_, index) => [`${index}`.padStart(60, '\u0995'), 1]);
  for (const fields of [Object.fromEntries(many), { ['x'.repeat(60_000)]: 1 }]) {
    const answer = await world.call('POST', '/api/borrow', { as, body: fields, headers: { 'accept-language': 'bn' } });
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(4096);
  }
});

test('every list says where its next page begins', async () => {
  const loan = await newLoan({ status: 5 });
  for (const url of ['/api/mfi/all', '/api/dev/inbox', `/api/borrow/withdrawals?proposalId=${loan.id}`]) {
    expect((await world.call('GET', url, { as: loan.owner })).body.nextCursor).toBeNull();
  }
});

test.each([
  ['an address too long', 431, `GET /api/mfi?name=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a header without a colon', 400, 'GET /api/mfi HTTP/1.1\r\nno header\r\n\r\n'],
  [
    'two lengths',
    400,
    'POST /api/mfi HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('a message with %s is refused with %i in the same form', async (_, status, text) => {
  const server = await createApp(world.outside);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`, 'i'));
  expect(JSON.parse(body)).toMatchObject({ status, code: 'malformed_request', detail: en.malformed_request });
  await server.close();
});
