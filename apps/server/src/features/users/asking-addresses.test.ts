import { expect, test } from 'vitest';
import { bearer, profileOf, registered, signIn, signUp } from '../../test/accounts.ts';
import { useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan } = useLoans(world);

test('R13.10: saving a profile tells of taken addresses twenty times an hour, with a proof or without', async () => {
  const other = await registered(world);
  const { id, phone } = await registered(world);
  const { token } = await signIn(world, phone);
  const put = (email: string) => {
    const body = { firstName: 'Amina', lastName: 'Rahman', phone, email, bio: 'I sew.' };
    return world.call('PUT', `/api/users/${id}`, { body, ...bearer(token) });
  };
  const codes: string[] = [];
  for (let asked = 0; asked < 21; asked += 1) {
    codes.push((await put(asked % 2 === 0 ? other.email : `free${asked}@example.org`)).body.code);
  }
  expect(new Set(codes.slice(0, 20))).toEqual(new Set(['email_exists', 'step_up_required']));
  expect(codes[20]).toBe('too_many_requests');
});

test('R13.10: a change of a phone tells staff of taken ones twenty times an hour', async () => {
  const other = await registered(world);
  const as = await world.newPerson({ staffOf: [ROI] });
  const { owner } = await newLoan({ status: 5 });
  const body = { oldPhone: owner.phone, newPhone: other.phone, idSeen: true, reason: 'The phone was stolen.' };
  const codes: string[] = [];
  for (let asked = 0; asked < 21; asked += 1) {
    codes.push((await world.call('POST', `/api/mfi/phoneChanges?mfiId=${ROI}`, { as, body })).body.code);
  }
  expect(new Set(codes.slice(0, 20))).toEqual(new Set(['phone_exists']));
  expect(codes[20]).toBe('too_many_requests');
});

test('R13.10: making a profile tells of taken addresses ten times a minute and network, then for a proof of work', async () => {
  const other = await registered(world);
  const account = await signUp(world);
  world.now = new Date(world.now.getTime() + 60_000);
  const codes: string[] = [];
  for (let asked = 0; asked < 11; asked += 1) {
    const body = { ...profileOf(account), email: other.email };
    codes.push((await world.call('POST', '/api/users', { body })).body.code);
  }
  expect(new Set(codes.slice(0, 10))).toEqual(new Set(['email_exists']));
  expect(codes[10]).toBe('challenge_required');
});
