import { ENDPOINTS } from '@sathi/contract/all.ts';
import ar from '@sathi/texts/ar/refusals.json' with { type: 'json' };
import be from '@sathi/texts/be/refusals.json' with { type: 'json' };
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { ZodObject } from 'zod';
import { CAMPAIGN } from '../test/matrix/office-rows.ts';
import { done, refusal, useLoans } from '../test/loans.ts';
import { logPicture } from '../test/logged-pictures.ts';
import { ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const json = { 'content-type': 'application/json' };
const pathsOf = (answer: { readonly body: any }) => answer.body.errors.map(({ path }: { path: string }) => path);

test('an edit with several mistakes is told its own', async () => {
  const { id, owner: as } = await newLoan({ status: 1 });
  const edit = (body: object) => world.call('PATCH', `/api/borrow/update?id=${id}`, { as, body });
  expect(pathsOf(await edit({ amount: 'x' }))).toEqual(['amount']);
  expect(pathsOf(await edit({ amount: 'x', startDate: 'x' }))).toEqual(['amount', 'startDate']);
  expect(pathsOf(await edit({ amount: 'x', startDate: 'x', surprise: 1 }))).toEqual([
    'amount',
    'startDate',
    'surprise',
  ]);
  expect(pathsOf(await edit({ status: 7 }))).toEqual(['status']);
});

test('a body that is missing or null is refused, where only an empty one may be sent', async () => {
  const loan = await newLoan({ status: 1 });
  const { updateId } = await logPicture(world, loan);
  const { id } = done(await world.call('POST', '/api/campaign', { as: loan.officer, body: CAMPAIGN }));
  for (const [as, url] of [
    [loan.officer, '/api/mfi?mfiId=3'],
    [loan.officer, `/api/campaign?id=${id}`],
    [loan.owner, `/api/borrow/proposalImage?id=${updateId}`],
    [loan.owner, `/api/borrow/update?id=${loan.id}`],
  ] as const) {
    for (const body of [undefined, '', 'null']) {
      const answer = await world.call('PATCH', url, { as, body, ...(body !== undefined && { headers: json }) });
      expect([url, refusal(answer), pathsOf(answer)]).toEqual([url, '422 invalid_request', ['body']]);
    }
    expect((await world.call('PATCH', url, { as, body: '{}', headers: json })).status).toBe(200);
  }
  expect((await world.call('POST', '/api/identity/sign-out', { as: loan.owner })).status).toBe(200);
});

test('a call without a body refuses the fields of one, but for those that say who is acting', async () => {
  const { id, owner, officer: as } = await newLoan({ status: 3 });
  for (const path of ['borrow/ignoreProposal?', 'borrow/unignoreProposal?', 'mfi/approveProposal?mfiId=3&']) {
    const send = (body: object) => world.call('POST', `/api/${path}proposalId=${id}`, { as, body });
    const bent = await send({ status: 5, currentBalance: 9 });
    expect([path, refusal(bent), pathsOf(bent)]).toEqual([path, '422 invalid_request', ['status', 'currentBalance']]);
    expect(refusal(await send([1]))).toBe('422 invalid_request');
    expect(refusal(await send({ userId: owner.id }))).toBe('403 not_permitted');
    expect((await send({ userId: as.id, username: as.subject, address: '' })).status).toBe(200);
  }
  const draft = await newLoan({ status: 1 });
  const remove = (body: object) => world.call('DELETE', `/api/borrow?id=${draft.id}`, { as: draft.owner, body });
  expect(refusal(await remove({ status: 5 }))).toBe('422 invalid_request');
  expect((await remove({})).status).toBe(200);
});

test.each([
  ['en', en],
  ['bn', be],
  ['ar', ar],
])('a missing body is told in a sentence, in the language of the reader: %s', async (language, sentences) => {
  const as = await world.newPerson({ staffOf: [ROI] });
  const headers = { 'accept-language': language };
  const { body } = await world.call('PATCH', '/api/mfi?mfiId=3', { as, headers });
  expect(body.errors).toEqual([{ path: 'body', message: sentences.unsupported_media_type }]);
});

test.each(['0x10', '1e0', '1.0', '%20%203%20', '+5', '0', '51', '-1', ''])(
  'a page of limit=%s is refused',
  async (limit) => {
    expect(refusal(await world.call('GET', `/api/mfi/all?limit=${limit}`))).toBe('422 invalid_request');
  },
);

test('a body in another encoding than UTF-8 is refused, and not read as that', async () => {
  const { owner: as } = await newLoan();
  const send = (type: string) =>
    world.call('POST', '/api/borrow/backProposal', { as, body: '{}', headers: { 'content-type': type } });
  for (const charset of ['iso-8859-1', '"utf-16"', 'windows-1252']) {
    const answer = await send(`application/json; charset=${charset}`);
    expect([charset, refusal(answer)]).toEqual([charset, '415 unsupported_media_type']);
  }
  for (const charset of ['utf-8', 'UTF-8', '"utf8"']) {
    expect(refusal(await send(`application/json; charset=${charset}`))).toBe('422 invalid_request');
  }
});

test('a malformed body is 400 after 401, and before the foreign person that the address names', async () => {
  const { owner: as } = await newLoan();
  const url = '/api/borrow/update?id=1&userId=987654321';
  const send = (who: typeof as | null) => world.call('PATCH', url, { as: who, body: '{', headers: json });
  expect(refusal(await send(null))).toBe('401 sign_in_required');
  expect(refusal(await send(as))).toBe('400 malformed_request');
});

test('a proposal that is needed in a year beyond the calendar is refused', async () => {
  const { id, owner: as } = await newLoan({ status: 1 });
  for (const [startDate, status] of [
    ['2999-12-31', 200],
    ['3000-01-01', 422],
    ['9999-12-31', 422],
    ['1899-12-31', 422],
  ] as const) {
    const answer = await world.call('PATCH', `/api/borrow/update?id=${id}`, { as, body: { startDate } });
    expect([startDate, answer.status]).toEqual([startDate, status]);
  }
});

test('a parameter that is given twice is refused, whichever of the two would be right', async () => {
  const as = await world.newPerson({ staffOf: [ROI] });
  let tried = 0;
  for (const { method, path, query } of ENDPOINTS) {
    const [name] = query instanceof ZodObject ? Object.keys(query.shape) : [];
    if (method !== 'GET' || name === undefined) continue;
    const url = `${path.replaceAll(/:\w+/g, '1')}?${name}=3&${name}=1`;
    // 403 and 404 come before the values are judged.
    expect([403, 404, 422], url).toContain((await world.call('GET', url, { as })).status);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(40);
});
