import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { DAY, resultsOf, useInvitations } from '../../test/invitations.ts';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const { invite, mailsTo, bells, emailOf } = useInvitations(world);

let serial = 0;
const fresh = () => `tired${(serial += 1)}@example.org`;

async function linkFor(address: string): Promise<string> {
  const url = new URL((await mailsTo(address))[0]?.unsubscribeUrl ?? '');
  return `${url.pathname}${url.search}`;
}

const oneClick = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  world.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

test('R12.6, RFC 8058: one click without a session and without JSON, as often as it comes', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const url = await linkFor(address);
  for (let times = 0; times < 3; times += 1) {
    const answer = await oneClick(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, data: { kind: 'invitations' } });
  }
  const rows = await world.db.selectFrom('suppressedAddresses').selectAll().where('address', '=', address).execute();
  expect(rows).toMatchObject([{ kind: 'invitations', reason: 'unsubscribed' }]);
});

test('RFC 8058: the page of a mail program may send it, and no other call', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const post = async (url: string) =>
    (await world.app.inject({ method: 'POST', url, headers: { origin: 'https://mail.example' } })).statusCode;
  expect(await post(await linkFor(address))).toBe(200);
  expect(await post('/api/identity/refresh')).toBe(403);
});

test.each([
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['application/json', '{}'],
  ['application/json', ''],
])('a body as %s does it too', async (type, payload) => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  expect((await oneClick(await linkFor(address), type, payload)).statusCode).toBe(200);
});

test('RFC 8058: looking at the link unsubscribes no address', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const url = await linkFor(address);
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await world.app.inject({ method, url })).statusCode).toBe(405);
  }
  expect(await world.db.selectFrom('suppressedAddresses').selectAll().where('address', '=', address).execute()).toEqual(
    [],
  );
});

test('R12.6: silently obeyed: the answers are those of any address, no mail and no bell follow', async () => {
  const first = await newLoan();
  const person = await world.newPerson();
  const address = await emailOf(person);
  await invite(first.owner, first.id, [address]);
  await oneClick(await linkFor(address));
  moveClock(world, 4 * DAY);
  const second = await newLoan();
  expect(resultsOf(await invite(second.owner, second.id, [address]))).toEqual([`${address} sent`]);
  expect(resultsOf(await invite(second.owner, second.id, [address]))).toEqual([`${address} already_invited`]);
  expect(resultsOf(await invite(first.owner, first.id, [address]))).toEqual([`${address} sent`]);
  expect(await mailsTo(address)).toHaveLength(1);
  expect(await bells(person)).toEqual(['invited']);
});

test('a token that we did not make unsubscribes no address', async () => {
  const loan = await newLoan();
  const address = fresh();
  await invite(loan.owner, loan.id, [address]);
  const url = await linkFor(address);
  for (const token of ['x', `${url.split('token=')[1]}A`, 'A'.repeat(2000)]) {
    expect((await oneClick(`/api/mail/unsubscribe?token=${token}`)).statusCode, token.slice(0, 9)).toBe(404);
  }
  expect((await oneClick('/api/mail/unsubscribe')).statusCode).toBe(422);
});

test('forms are read nowhere else', async () => {
  const answer = await oneClick('/api/identity/sign-in', undefined, 'username=x');
  expect(answer.statusCode).toBe(415);
});
