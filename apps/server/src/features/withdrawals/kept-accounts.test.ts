import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, proveNow, provenPerson, registered, runJobs, signIn } from '../../test/accounts.ts';
import { expectMoney, payInAccount, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { DCBS, NOW, openSession, type Person, ROI, useWorld } from '../../test/world.ts';
import { confirmSilentPayouts } from './payouts.service.ts';
import { forgetPayoutAccounts } from './forget-destinations.ts';
import { askForFormerMembers } from './kept-accounts.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);
const { keep, step, waiting } = usePayouts(world);

const DAY_MS = 86_400_000;
let officers: readonly [Person, Person];
let paysOut: string;
let numbers = 70_000;
beforeAll(async () => {
  await expectMoney(world, ROI);
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  paysOut = await payInAccount(world, officers[0], { forPayOut: true });
});
beforeEach(() => {
  world.now = NOW;
});

const later = (days: number) => {
  world.now = new Date(world.now.getTime() + days * DAY_MS);
};
const close = async (me: Person, payoutAccountId: string) => {
  const token = await openSession(world, me.subject);
  await proveNow(world, me);
  return world.call('POST', '/api/users/close', { ...bearer(token), body: { payoutAccountId } });
};
const ask = () => askForFormerMembers(world.outside);
const forget = () => {
  const lastPayoutBefore = new Date(world.now.getTime() - 90 * DAY_MS);
  return forgetPayoutAccounts(world.db, world.outside.secret, { lastPayoutBefore }, world.now);
};
/** Requests for the credit of a person, the oldest first. */
const asked = ({ id }: Person) =>
  world.db
    .selectFrom('payouts')
    .select(['id', 'amountCents', 'state'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute();
/** Their accounts of which a number is still there. */
const numbersOf = async ({ id }: Person) => {
  const accounts = world.db.selectFrom('payoutAccounts').select('accountLast4').where('userId', '=', id);
  return (await accounts.execute()).map(({ accountLast4 }) => accountLast4).filter((last4) => last4 !== '');
};
const move = async (id: number, body: object) => {
  await proveNow(world, officers[1]);
  return done(await step(officers[1], String(id), body));
};
const send = (id: number) =>
  move(id, {
    state: 'sent',
    accountId: paysOut,
    bankReference: `TX-${id}`,
    sentOn: world.now.toISOString().slice(0, 10),
  });

type Former = { readonly me: Person; readonly loan: Loan; readonly last4: string };
/** A person who left on 1 February, with a running loan of $30 and an account that they kept. */
async function former(): Promise<Former> {
  const me = await provenPerson(world);
  const loan = await newLoan({ officer: officers[0], form: { amount: 30 } });
  done(await back(loan, me, 30));
  await receiveAtRoi(world, officers[0], me, 3000);
  done(await decide('approveProposal', loan, { as: officers[0] }));
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  await keep(me, { accountNumber: '5550001' });
  const last4 = String((numbers += 1)).slice(-4);
  const accountId = await keep(me, { accountNumber: `3${numbers}` });
  later(1);
  done(await close(me, accountId));
  await runJobs(world);
  return { me, loan, last4 };
}

test('money that comes after closing is asked out to the kept account once a month, from a dollar on (R33.5)', async () => {
  const { me, loan, last4 } = await former();
  expect(await numbersOf(me)).toEqual([last4]);
  await repay(loan, 0.5);
  expect(await ask()).toBe(0);
  later(28);
  expect(await ask(), 'half a dollar').toBe(0);
  await repay(loan, 9.5);
  expect((await Promise.all([ask(), ask()])).toSorted(), 'two servers at once').toEqual([0, 1]);
  await repay(loan, 5);
  expect(await ask(), 'a second time in March').toBe(0);
  later(31);
  expect(await ask()).toBe(1);
  expect(await asked(me)).toMatchObject([{ amountCents: 1000 }, { amountCents: 500 }]);
  const requests = done(await world.call('GET', `/api/mfi/payouts?mfiId=${ROI}&state=requested`, { as: officers[0] }));
  expect(requests.slice(0, 2)).toMatchObject([
    { kind: 'payout', name: 'Former member', last4, amount: 5, warnings: [] },
    { kind: 'payout', name: 'Former member', last4, amount: 10, warnings: [] },
  ]);
});

test('the number goes 90 days after the last payout, and not while a loan still owes (R33.5, R13.7)', async () => {
  const [paid, owed] = [await former(), await former()];
  await repay(paid.loan, 30);
  later(28);
  expect(await ask()).toBe(1);
  later(2);
  await send((await asked(paid.me))[0]?.id as number);
  later(8);
  await confirmSilentPayouts(world.db, world.now);
  later(81);
  await forget();
  expect(await numbersOf(paid.me)).toEqual([paid.last4]);
  later(2);
  await forget();
  expect([await numbersOf(paid.me), await numbersOf(owed.me)]).toEqual([[], [owed.last4]]);
});

test('to an account from which money came back nothing more is sent, and it is forgotten (R33.5, R25.4)', async () => {
  const { me, loan } = await former();
  await repay(loan, 10);
  later(28);
  expect(await ask()).toBe(1);
  later(2);
  const { id } = (await asked(me))[0] as { id: number };
  await send(id);
  await move(id, { state: 'failed', reason: 'ACCOUNT CLOSED' });
  later(31);
  expect(await ask()).toBe(0);
  later(91);
  await forget();
  expect(await numbersOf(me)).toEqual([]);
});

test('an account from which money came back before closing is paid to, as it was afterwards (R33.5, R25.4)', async () => {
  const me = await provenPerson(world);
  const loan = await newLoan({ officer: officers[0], form: { amount: 30 } });
  done(await back(loan, me, 30));
  await receiveAtRoi(world, officers[0], me, 5000);
  done(await decide('approveProposal', loan, { as: officers[0] }));
  done(await decide('releaseFunds', loan, { as: officers[1] }));
  const mine = { me, payoutAccountId: await keep(me, { accountNumber: '5550002' }) };
  later(11);
  mine.me = { ...me, token: await openSession(world, me.subject) };
  for (const state of ['failed', 'confirmed'] as const) {
    const id = Number(await waiting(mine, 10));
    await send(id);
    if (state === 'failed') await move(id, { state, reason: 'NO SUCH ACCOUNT' });
    else {
      later(8);
      await confirmSilentPayouts(world.db, world.now);
    }
  }
  expect(await asked(me)).toMatchObject([{ state: 'failed' }, { state: 'confirmed' }]);
  done(await close(me, mine.payoutAccountId));
  await runJobs(world);
  await repay(loan, 10);
  later(31);
  expect(await ask()).toBe(1);
  later(100);
  await forget();
  expect(await numbersOf(me)).toEqual(['0002']);
});

test('while payouts of a former member are stopped nothing is asked out (R33.5, R25.1)', async () => {
  const { me, loan } = await former();
  await repay(loan, 10);
  later(28);
  await world.db.insertInto('payoutStops').values({ userId: me.id, stoppedAt: world.now }).execute();
  expect(await ask()).toBe(0);
  await world.db.updateTable('payoutStops').set({ resumesAt: world.now }).where('userId', '=', me.id).execute();
  expect(await ask()).toBe(1);
});

test('while a former member is frozen nothing is asked out there, and elsewhere frozen they are paid (R33.5, R34.7)', async () => {
  const { me, loan } = await former();
  await repay(loan, 10);
  later(28);
  const freeze = { userId: me.id, reason: 'Their papers', frozenBy: officers[0].id, frozenAt: world.now };
  await world.db
    .insertInto('freezes')
    .values({ ...freeze, mfiId: ROI })
    .execute();
  expect(await ask()).toBe(0);
  await world.db.updateTable('freezes').set({ mfiId: DCBS }).where('userId', '=', me.id).execute();
  expect(await ask()).toBe(1);
});

test('only an own account that has rested can be kept (R33.5, R25.1)', async () => {
  const [me, other] = [await provenPerson(world), await provenPerson(world)];
  const [mine, theirs] = [await keep(me), await keep(other)];
  expect(refusal(await close(me, theirs))).toBe('404 not_found');
  expect(refusal(await close(me, mine))).toBe('409 cooling_off');
  later(1);
  done(await close(me, mine));
});

test('a person who comes back names an account anew, for the phone may be somebody else’s by now (R33.5)', async () => {
  const { me } = await former();
  later(1);
  await registered(world, me.phone);
  const { token } = await signIn(world, me.phone);
  expect(done(await world.call('GET', '/api/money/payoutAccounts', bearer(token)))).toEqual([]);
  await forget();
  expect(await numbersOf(me)).toEqual([]);
});

test('a person who comes back never sees the account that money of the former member is on its way to (R33.5, R13.7)', async () => {
  const { me, loan, last4 } = await former();
  await repay(loan, 10);
  later(28);
  expect(await ask()).toBe(1);
  later(2);
  await registered(world, me.phone);
  const { token } = await signIn(world, me.phone);
  expect(done(await world.call('GET', '/api/money/payoutAccounts', bearer(token)))).toEqual([]);
  await forget();
  expect(await numbersOf(me), 'while it waits').toEqual([last4]);
  const requests = done(await world.call('GET', `/api/mfi/payouts?mfiId=${ROI}&state=requested`, { as: officers[0] }));
  expect(requests.find((row: { last4: string }) => row.last4 === last4)).toMatchObject({ kind: 'payout', amount: 10 });
  await send((await asked(me))[0]?.id as number);
  await forget();
  expect(await numbersOf(me), 'while it is sent').toEqual([last4]);
  later(8);
  await confirmSilentPayouts(world.db, world.now);
  await forget();
  expect(await numbersOf(me)).toEqual([]);
});
