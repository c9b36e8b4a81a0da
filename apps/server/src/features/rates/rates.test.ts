import { afterEach, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { runJobs } from '../../test/accounts.ts';
import { payInAccount } from '../../test/expected.ts';
import { done, refusal } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { tellOldRates } from './rates.jobs.ts';

const world = useWorld();
const { emailOf, heard } = useBells(world);

const DAY_MS = 86_400_000;
const RATES = '/api/mfi/rates?mfiId=1';
const enter = (as: Person, validFrom: string, perUsd: string, more: object = {}) =>
  world.call('POST', RATES, {
    as,
    body: { currency: 'BDT', validFrom, perUsd, source: 'Bangladesh Bank', ...more },
  });
const decide = (as: Person, id: string, state: string) =>
  world.call('PATCH', `${RATES}&id=${id}`, { as, body: { state } });
const list = async (as: Person) => done(await world.call('GET', RATES, { as })) as any[];
const rateOn = (on = '') => world.call('GET', `/api/rates?mfiId=1${on && `&on=${on}`}`);

/** Two managers of an institution without rates, which knows taka. */
async function newOffice(): Promise<[Person, Person]> {
  await world.db.deleteFrom('mfiStaff').where('mfiId', '=', DCBS).execute();
  await world.db.deleteFrom('moneyRates').execute();
  await world.db.updateTable('mfis').set({ localCurrency: 'BDT' }).where('id', '=', DCBS).execute();
  return [await world.newPerson({ staffOf: [DCBS] }), await world.newPerson({ staffOf: [DCBS] })];
}
async function inForce([first, second]: [Person, Person], validFrom: string, perUsd: string): Promise<string> {
  const { id } = done(await enter(first, validFrom, perUsd, { reason: 'As announced' }));
  done(await decide(second, id, 'approved'));
  return id;
}

afterEach(() => {
  world.now = NOW;
});

test('a rate is entered by one and approved by another (R19.8, R23.2)', async () => {
  const [first, second] = await newOffice();
  const answer = await enter(first, '2026-01-20', '122.350');
  expect(answer.status).toBe(201);
  const { id } = done(answer);
  expect(done(answer)).toEqual({ id, state: 'entered' });
  expect(refusal(await rateOn())).toBe('409 rate_too_old');
  expect(await heard(second)).toEqual(['to_confirm null']);
  expect(refusal(await decide(first, id, 'approved'))).toBe('403 second_person_needed');
  expect(done(await decide(second, id, 'approved'))).toEqual({ id, state: 'approved' });
  expect(done(await rateOn())).toEqual({ currency: 'BDT', perUsd: '122.35', validFrom: '2026-01-20' });
  expect(refusal(await decide(second, id, 'refused'))).toBe('409 rate_in_force');
  expect((await list(first))[0]).toMatchObject({
    id,
    perUsd: '122.35',
    source: 'Bangladesh Bank',
    state: 'approved',
    enteredByName: 'Amina Rahman',
    decidedByName: 'Amina Rahman',
  });
  const [entry] = done(await world.call('GET', '/api/mfi/auditLog?mfiId=1&limit=1', { as: first }));
  expect(entry).toMatchObject({ action: 'decideRate', enteredById: String(first.id), selfApproved: false });
});

test('the rate of a day is the last on or before it, and at most 30 days old (R23.2)', async () => {
  const office = await newOffice();
  await inForce(office, '2026-01-10', '122.35');
  await inForce(office, '2026-01-20', '123.1');
  const on = async (day: string) => (await rateOn(day)).body.data?.perUsd ?? refusal(await rateOn(day));
  expect(await on('2026-01-09')).toBe('409 rate_too_old');
  expect(await on('2026-01-10')).toBe('122.35');
  expect(await on('2026-01-19')).toBe('122.35');
  expect(await on('2026-01-20')).toBe('123.1');
  expect(await on('2026-02-19')).toBe('123.1');
  expect(await on('2026-02-20')).toBe('409 rate_too_old');
});

test('a rate for a past day counts from that day, and the later of two for one day (R23.2)', async () => {
  const office = await newOffice();
  await inForce(office, '2026-01-20', '123.1');
  await inForce(office, '2026-01-15', '122');
  expect(done(await rateOn('2026-01-16')).perUsd).toBe('122');
  expect(done(await rateOn('2026-01-25')).perUsd).toBe('123.1');
  world.now = new Date(NOW.getTime() + 1000);
  await inForce(office, '2026-01-20', '123.2');
  expect(done(await rateOn('2026-01-25')).perUsd).toBe('123.2');
});

test('a rate more than 5 % off the last needs a reason (R23.2)', async () => {
  const office = await newOffice();
  await inForce(office, '2026-01-10', '100');
  expect(refusal(await enter(office[0], '2026-01-20', '105.000001'))).toBe('422 reason_required');
  expect(refusal(await enter(office[0], '2026-01-20', '12.235'))).toBe('422 reason_required');
  expect((await enter(office[0], '2026-01-20', '105')).status).toBe(201);
  expect((await enter(office[0], '2026-01-20', '150', { reason: 'Devalued overnight' })).status).toBe(201);
  expect((await enter(office[0], '2026-01-01', '150')).status).toBe(201);
});

test('a rate that is refused or waits for 30 days is never in force (R34.3)', async () => {
  const [first, second] = await newOffice();
  const { id } = done(await enter(first, '2026-01-20', '122'));
  done(await decide(second, id, 'refused'));
  expect(refusal(await decide(second, id, 'approved'))).toBe('409 already_decided');
  const { id: later } = done(await enter(first, '2026-01-20', '122'));
  world.now = new Date(NOW.getTime() + 30 * DAY_MS);
  expect(refusal(await decide(second, later, 'approved'))).toBe('404 not_found');
  expect((await list(second)).map(({ state }) => state)).toEqual(['refused']);
  expect(refusal(await rateOn('2026-01-25'))).toBe('409 rate_too_old');
});

test('an institution whose people pay in dollars has no rate, and one that is not there is not found', async () => {
  await newOffice();
  expect(refusal(await world.call('GET', '/api/rates?mfiId=3'))).toBe('409 rate_too_old');
  expect(refusal(await world.call('GET', '/api/rates?mfiId=999'))).toBe('404 not_found');
});

test.each(['0', '1,5', '-1', '1.0000001', 'much'])('%j is no rate', async (perUsd) => {
  const [first] = await newOffice();
  const { status, body } = await enter(first, '2026-01-20', perUsd);
  expect([status, body.errors[0].path]).toEqual([422, 'perUsd']);
});

test('staff hear once a week before the rate of an account is too old, and once when it is (R23.2)', async () => {
  const office = await newOffice();
  const [first, second] = office;
  const elsewhere = await world.newPerson({ staffOf: [ROI] });
  await inForce(office, '2026-01-20', '122.35');
  await payInAccount(world, first, { mfiId: DCBS, currency: 'BDT' });
  const toldBy = async (instant: string) => {
    world.now = new Date(instant);
    for (let run = 0; run < 2; run += 1) await tellOldRates(world.outside);
    const [one, other] = [await heard(first), await heard(second)].map(
      (bells) => bells.filter((bell) => bell === 'account_changed null').length,
    );
    expect(other).toBe(one);
    return one;
  };
  expect(await toldBy('2026-02-12T06:00:00Z')).toBe(0);
  // In Dhaka it is night.
  expect(await toldBy('2026-02-12T20:00:00Z')).toBe(0);
  expect(await toldBy('2026-02-13T06:00:00Z')).toBe(1);
  expect(await toldBy('2026-02-19T06:00:00Z')).toBe(1);
  expect(await toldBy('2026-02-20T06:00:00Z')).toBe(2);
  expect(await toldBy('2026-03-20T06:00:00Z')).toBe(2);
  await runJobs(world);
  const email = await emailOf(first);
  const texts = world.sent.filter(({ to }) => to === email).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('The last rate of BDT at DCBS is too old within a week.'))).toHaveLength(
    1,
  );
  expect(texts.filter((text) => text.includes('DCBS has no rate of BDT for today.'))).toHaveLength(1);
  expect(await heard(elsewhere)).toEqual([]);
});

test('staff hear of a currency without any rate once people are to pay in it (R23.1, R23.2)', async () => {
  const [first] = await newOffice();
  await world.db.deleteFrom('moneyAccounts').execute();
  const told = async () => {
    await tellOldRates(world.outside);
    return heard(first);
  };
  expect(await told()).toEqual([]);
  await payInAccount(world, first, { mfiId: DCBS, currency: 'BDT', approvedBy: null, approvedAt: null });
  await payInAccount(world, first, { mfiId: DCBS });
  expect(await told()).toEqual([]);
  await world.db.updateTable('mfis').set({ localMoney: true }).where('id', '=', DCBS).execute();
  expect(await told()).toEqual(['account_changed null']);
  await world.db.updateTable('mfis').set({ localMoney: false }).where('id', '=', DCBS).execute();
});
