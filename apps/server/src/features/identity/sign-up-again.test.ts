import { expect, test } from 'vitest';
import { codeFor, moveClock, newPhone, PASSWORD, runJobs, signIn } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

const from = (ip: string, device: string) => ({ 'x-forwarded-for': ip, cookie: `sathi_device=${device.repeat(43)}` });
const owner = from('192.0.2.1', 'o');
const stranger = from('198.51.100.7', 's');
const another = from('203.0.113.9', 'a');
const post = (headers: typeof owner, path: string, body: object) =>
  world.call('POST', `/api/identity/${path}`, { body, headers });

/** The owner's sign-up, and a minute later a stranger's with the same phone. */
async function replaced(): Promise<string> {
  const phone = newPhone();
  expect((await post(owner, 'sign-up', { username: phone, password: PASSWORD })).status).toBe(201);
  moveClock(world, 60);
  const attributes = { email: `stranger${phone.slice(1)}@example.org` };
  const body = { username: phone, password: 'a password of a stranger', attributes };
  expect((await post(stranger, 'sign-up', body)).status).toBe(201);
  await runJobs(world);
  moveClock(world, 60);
  return phone;
}

test('R17.7: a person whose sign-up was replaced is sent no code for the one of a stranger, and signs up again', async () => {
  const phone = await replaced();
  const before = world.sent.length;
  expect((await post(owner, 'resend-code', { username: phone })).body.code).toBe('code_expired');
  await runJobs(world);
  expect(world.sent).toHaveLength(before);

  expect((await post(owner, 'sign-up', { username: phone, password: PASSWORD })).status).toBe(201);
  const code = await codeFor(world, phone);
  expect((await post(owner, 'confirm-sign-up', { username: phone, code })).status).toBe(200);
  expect((await signIn(world, phone)).token).toBeTruthy();
});

test('R17.7: a device that had no code is sent none, and the answer is the same', async () => {
  const phone = await replaced();
  const before = world.sent.length;
  const waiting = await post(another, 'resend-code', { username: phone });
  const unknown = await post(another, 'resend-code', { username: newPhone() });
  expect(waiting.status).toBe(200);
  expect(Object.keys(waiting.body.data.codeDelivery)).toEqual(Object.keys(unknown.body.data.codeDelivery));
  moveClock(world, 60);
  expect((await post(another, 'resend-code', { username: phone })).status).toBe(200);
  await runJobs(world);
  expect(world.sent).toHaveLength(before);
});

test('R17.7: another device is sent a code once it signs in with the password, and then again', async () => {
  const phone = newPhone();
  await post(owner, 'sign-up', { username: phone, password: PASSWORD });
  expect((await post(another, 'sign-in', { username: phone, password: PASSWORD })).body.code).toBe(
    'user_not_confirmed',
  );
  await runJobs(world);
  moveClock(world, 60);
  expect((await post(another, 'resend-code', { username: phone })).status).toBe(200);
  const code = await codeFor(world, phone);
  expect((await post(another, 'confirm-sign-up', { username: phone, code })).status).toBe(200);
});
