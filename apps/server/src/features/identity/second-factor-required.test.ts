import { expect, test } from 'vitest';
import { bearer, registered, signIn } from '../../test/accounts.ts';
import { useSecondFactor } from '../../test/second-factor.ts';
import { refusal } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { REQUIRE_SECOND_FACTOR: 'on' } });
const { withPasskey } = useSecondFactor(world);

async function staff() {
  const account = await registered(world);
  await world.db
    .insertInto('mfiStaff')
    .values({ mfiId: ROI, userId: Number(account.id) as never })
    .execute();
  return account;
}

test('staff without a second factor reach only what sets one up (R34.1)', async () => {
  const { phone, id } = await staff();
  const { token } = await signIn(world, phone);
  for (const url of [
    '/api/mfi/stats?name=ROI',
    `/api/users/${id}`,
    '/api/auth/',
    '/api/notifications',
    '/api/mfi?name=ROI',
  ]) {
    const answer = await world.call('GET', url, bearer(token));
    expect([url, answer.status, answer.body.code]).toEqual([url, 403, 'second_factor_required']);
  }
  const nonsense = await world.call('POST', '/api/mfi/approveProposal', { ...bearer(token), body: {} });
  expect(nonsense.body.code).toBe('second_factor_required');
  expect((await world.call('GET', '/api/identity/second-factor', bearer(token))).body.data.isRequired).toBe(true);
  expect((await world.call('POST', '/api/identity/sign-out', bearer(token))).status).toBe(200);
});

test('the first factor opens the rest at once, and the last one stays (R34.1)', async () => {
  const { phone } = await staff();
  const { token, id } = await withPasskey(phone);
  expect((await world.call('GET', '/api/mfi/stats?name=ROI', bearer(token))).status).toBe(200);
  const answer = await world.call('DELETE', `/api/identity/second-factor/factor?id=${id}`, bearer(token));
  expect(answer.body.code).toBe('factor_needed');
});

test('the first factor ends the other sessions of staff, which were opened by a password alone (R34.1)', async () => {
  const { phone } = await staff();
  const [before, later] = [await signIn(world, phone), await withPasskey(phone)];
  const stats = (token: string) => world.call('GET', '/api/mfi/stats?name=ROI', bearer(token));
  expect(refusal(await stats(before.token))).toBe('401 session_ended');
  expect((await stats(later.token)).status).toBe(200);
});

test('others need no second factor (R34.1)', async () => {
  const { phone, id } = await registered(world);
  const { token } = await signIn(world, phone);
  expect((await world.call('GET', `/api/users/${id}`, bearer(token))).status).toBe(200);
});
