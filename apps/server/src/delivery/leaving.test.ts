import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import {
  BUDGET_USED_UP,
  OutOfServiceError,
  SmsNotTakenError,
  TryLaterError,
  UndeliverableError,
} from '../errors/delivery-errors.ts';
import type { DeliveryPurpose } from '../http/limits/limits.ts';
import type { Delivery } from '../outside/outside.ts';
import { PASSWORD } from '../test/accounts.ts';
import { useWorld } from '../test/world.ts';
import { countTakenUp, guardLeaving } from './leaving.ts';

const ENV = {
  NODE_ENV: 'test',
  RATE_LIMITS: 'on',
  SMS_PROVIDER: 'sns',
  SMS_SNS_ACCESS_KEY_ID: 'key',
  SMS_SNS_SECRET_ACCESS_KEY: 'secret',
  SMS_BUDGET: 'sign_up=40,sign_up/TL=5,reset=20',
};
const world = useWorld({ env: ENV });
const sent: string[] = [];
let fails: Error | null = null;
let numbers = 0;

type Counts = { readonly values: ReadonlyArray<{ readonly labels: object; readonly value: number }> };
const SMS: Delivery = { channel: 'sms', to: '', subject: '', text: 'a code', html: '', dedupeKey: '1' };
const number = () => `+88017${String(10_000_000 + (numbers += 1))}`;
const hours = (count: number) => (world.now = new Date(world.now.getTime() + count * 3_600_000));
const alarms = (words: string) => world.logLines.filter((line) => line.includes(words)).length;

async function counted(of: { get: () => Promise<Counts> }, labels: object): Promise<number | undefined> {
  const wanted = JSON.stringify(labels);
  return (await of.get()).values.find((value) => JSON.stringify(value.labels) === wanted)?.value;
}

function guard(env: Record<string, string> = {}) {
  const deliver = async ({ to }: Delivery) => {
    if (fails) throw fails;
    sent.push(to);
  };
  const leave = guardLeaving({ ...world.outside, config: readConfig({ ...ENV, ...env }), deliver });
  return (delivery: Partial<Delivery>, purpose: DeliveryPurpose = 'notice') =>
    leave({ ...SMS, to: number(), ...delivery }, purpose).then(
      () => null,
      (error: Error) => error,
    );
}

beforeEach(() => {
  sent.length = 0;
  fails = null;
  world.now = new Date((Math.floor(world.now.getTime() / 86_400_000) + 2) * 86_400_000);
});

test('a phone that nobody has confirmed gets three SMS a day, one that is somebody’s gets thirty', async () => {
  const leave = guard();
  const stranger = number();
  for (let tries = 0; tries < 3; tries += 1) expect(await leave({ to: stranger })).toBeNull();
  expect(await leave({ to: stranger })).toBeInstanceOf(UndeliverableError);
  const { phone } = await world.newPerson();
  for (let tries = 0; tries < 30; tries += 1) expect(await leave({ to: phone })).toBeNull();
  expect(await leave({ to: phone })).toBeInstanceOf(UndeliverableError);
  hours(24);
  expect(await leave({ to: stranger })).toBeNull();
});

test('an address that nobody has confirmed gets three mails a day in all, whatever they are about (R33.2)', async () => {
  const leave = guard();
  const mail = { channel: 'email' as const, to: 'Victim@example.org' };
  for (const purpose of ['notice', 'sign_up', 'reset'] as const) expect(await leave(mail, purpose)).toBeNull();
  expect(await leave(mail)).toBeInstanceOf(UndeliverableError);
  const { subject } = await world.newPerson();
  await world.db
    .updateTable('identities')
    .set({ email: mail.to, emailVerifiedAt: world.now })
    .where('subject', '=', subject)
    .execute();
  for (let tries = 0; tries < 20; tries += 1) expect(await leave(mail)).toBeNull();
});

test('an SMS that the provider did not take is not counted, one that it may have taken is', async () => {
  const leave = guard();
  const to = number();
  fails = new SmsNotTakenError(new OutOfServiceError('503'));
  for (let tries = 0; tries < 20; tries += 1) expect(await leave({ to }, 'sign_up')).toBeInstanceOf(OutOfServiceError);
  fails = new OutOfServiceError('no answer');
  for (let tries = 0; tries < 3; tries += 1) await leave({ to }, 'sign_up');
  fails = null;
  expect(await leave({ to }, 'sign_up')).toBeInstanceOf(UndeliverableError);
});

test('each purpose has its budget, by hour and by day; above it its messages wait and the others go on', async () => {
  const processes = [guard(), guard()] as const;
  const perHour: number[] = [];
  for (let hour = 0; hour < 7; hour += 1) {
    let left = 0;
    for (let tries = 0; tries < 9; tries += 1) {
      const error = await processes[tries % 2 === 0 ? 0 : 1]({}, 'sign_up');
      if (error === null) left += 1;
      else expect(error).toBeInstanceOf(TryLaterError);
    }
    perHour.push(left);
    hours(1);
  }
  // Phones that are not known get 30 of 40 a day, and 6 of 8 an hour.
  expect(perHour).toEqual([6, 6, 6, 6, 6, 0, 0]);
  expect(await processes[0]({}, 'reset')).toBeNull();
});

test('a part of a budget is kept for phones that are known', async () => {
  const leave = guard();
  const outcomes: unknown[] = [];
  for (let tries = 0; tries < 7; tries += 1) outcomes.push(await leave({}, 'sign_up'));
  expect(outcomes.at(-1)).toBeInstanceOf(TryLaterError);
  const { phone } = await world.newPerson();
  expect(await leave({ to: phone }, 'sign_up')).toBeNull();
});

test('a country may have a budget of its own', async () => {
  const leave = guard();
  const timorese = (index: number) => leave({ to: `+67077212${String(300 + index)}` }, 'sign_up');
  expect(await timorese(1)).toBeNull();
  expect(await timorese(2)).toBeInstanceOf(TryLaterError);
  expect(await leave({}, 'sign_up')).toBeNull();
});

test('a sign-up is refused while its country, or a budget of nothing, has no code left', async () => {
  const leave = guard();
  const app = await createApp({ ...world.outside, config: readConfig({ ...ENV, SMS_BUDGET: 'sign_up=0' }) });
  const signUp = async (username: string, to = world.app) => {
    const payload = { username, password: PASSWORD, attributes: { phone_number: username } };
    const answer = await to.inject({ method: 'POST', url: '/api/identity/sign-up', payload });
    return { status: answer.statusCode, code: answer.json().code, wait: Number(answer.headers['retry-after'] ?? 0) };
  };
  expect((await signUp('+67077212401')).status).toBe(201);
  hours(1);
  expect(await leave({ to: '+67077212402' }, 'sign_up')).toBeNull();
  const ofHour = { channel: 'sms', purpose: 'sign_up', of: 'hour' };
  const usedUp = await counted(world.outside.metrics.budgetsUsedUp, ofHour);
  expect(await signUp('+67077212403')).toEqual({ status: 429, code: 'too_many_requests', wait: 3600 });
  expect(await signUp('+67077212404')).toMatchObject({ status: 429 });
  // The SMS that left last has already raised the alarm for this hour.
  expect(await counted(world.outside.metrics.budgetsUsedUp, ofHour)).toBe(usedUp);
  expect((await signUp(number())).status).toBe(201);
  expect(await signUp(number(), app)).toMatchObject({ status: 429, code: 'too_many_requests' });
  await app.close();
});

test('a code is paid from the budget of its own way alone (R17.7)', async () => {
  const leave = guard();
  const codes = '/api/identity/resend-code';
  const ask = async (url: string, payload: object, to = world.app) =>
    (await to.inject({ method: 'POST', url, payload })).statusCode;
  const timorese = '+67077212501';
  const attributes = { phone_number: timorese, email: 'timorese@example.org' };
  expect(await ask('/api/identity/sign-up', { username: timorese, password: PASSWORD, attributes })).toBe(201);
  for (let resent = 0; resent < 2; resent += 1) {
    hours(0.02);
    expect(await ask(codes, { username: timorese })).toBe(200);
  }
  expect(await leave({ to: '+67077212502' }, 'sign_up')).toBeNull();
  hours(0.02);
  expect(await ask(codes, { username: timorese })).toBe(429);
  expect(await ask(codes, { username: timorese, medium: 'EMAIL' })).toBe(200);

  const phonesAlone = await createApp({ ...world.outside, config: readConfig({ ...ENV, MAIL_BUDGET: 'sign_up=0' }) });
  const username = number();
  const newcomer = { username, password: PASSWORD, attributes: { phone_number: username } };
  expect(await ask('/api/identity/sign-up', newcomer, phonesAlone)).toBe(201);
  await phonesAlone.close();
});

test('one alarm is raised when half of a budget is gone, and one when all of it is; both are counted from zero on', async () => {
  const leave = guard({ SMS_BUDGET: 'reset=1000' });
  const { phone } = await world.newPerson();
  const before = [alarms('half of a budget'), alarms('a budget for deliveries is used up')];
  const { budgetsHalf, budgetsUsedUp } = world.outside.metrics;
  const ofReset = { channel: 'sms', purpose: 'reset', of: 'hour' };
  const countsBefore = [await counted(budgetsHalf, ofReset), await counted(budgetsUsedUp, ofReset)];
  expect(await counted(budgetsHalf, { ...ofReset, channel: 'email', purpose: 'import' })).toBe(0);
  await world.db.deleteFrom('limitCounters').execute();
  for (let tries = 0; tries < 200; tries += 1) {
    const { phone: to } = tries === 0 ? { phone } : await world.newPerson();
    expect(await leave({ to }, 'reset')).toBeNull();
  }
  expect(await leave({ to: phone }, 'reset')).toEqual(new TryLaterError(BUDGET_USED_UP));
  expect(await counted(budgetsHalf, ofReset)).toBe((countsBefore[0] ?? 0) + 1);
  expect(await counted(budgetsUsedUp, ofReset)).toBe((countsBefore[1] ?? 0) + 1);
  expect(alarms('half of a budget') - before[0]!).toBe(1);
  expect(alarms('a budget for deliveries is used up') - before[1]!).toBe(1);
});

test('half and end of a budget are told whoever is known among those it is spent on', async () => {
  const leave = guard({ SMS_BUDGET: 'reset=100' });
  const { budgetsHalf, budgetsUsedUp } = world.outside.metrics;
  const ofReset = { channel: 'sms', purpose: 'reset', of: 'hour' };
  const counts = async () => [await counted(budgetsHalf, ofReset), await counted(budgetsUsedUp, ofReset)];
  const [half = 0, usedUp = 0] = await counts();
  const toKnown = async () => leave({ to: (await world.newPerson()).phone }, 'reset');
  const toUnknown = () => leave({}, 'reset');
  // Phones that are not known get 15 of 20 an hour; half of that would be the eighth.
  for (let pair = 0; pair < 5; pair += 1) {
    expect(await counts()).toEqual([half, usedUp]);
    expect([await toKnown(), await toUnknown()]).toEqual([null, null]);
  }
  expect(await counts()).toEqual([half + 1, usedUp]);
  for (let known = 0; known < 6; known += 1) expect(await toKnown()).toBeNull();
  expect(await counts()).toEqual([half + 1, usedUp]);
  // The sixteenth went to a phone that is known: those that are not wait from now on.
  for (let refused = 0; refused < 3; refused += 1) expect(await toUnknown()).toBeInstanceOf(TryLaterError);
  expect(await counts()).toEqual([half + 1, usedUp + 1]);
});

test('a sign-up that finds nothing left for new people raises the alarm, though known ones used it up', async () => {
  const leave = guard();
  const ofHour = { channel: 'sms', purpose: 'sign_up', of: 'hour' };
  const before = await counted(world.outside.metrics.budgetsUsedUp, ofHour);
  // New people get 6 of 8 an hour.
  for (let tries = 0; tries < 7; tries += 1) {
    expect(await leave({ to: (await world.newPerson()).phone }, 'sign_up')).toBeNull();
  }
  expect(await counted(world.outside.metrics.budgetsUsedUp, ofHour)).toBe(before);
  const username = number();
  const payload = { username, password: PASSWORD, attributes: { phone_number: username } };
  const { statusCode } = await world.app.inject({ method: 'POST', url: '/api/identity/sign-up', payload });
  expect(statusCode).toBe(429);
  expect(await counted(world.outside.metrics.budgetsUsedUp, ofHour)).toBe((before ?? Number.NaN) + 1);
});

test('a budget of nothing is used up without an alarm', async () => {
  const leave = guard({ SMS_BUDGET: 'reset=0' });
  const ofReset = { channel: 'sms', purpose: 'reset', of: 'day' };
  const before = await counted(world.outside.metrics.budgetsUsedUp, ofReset);
  expect(await leave({}, 'reset')).toBeInstanceOf(TryLaterError);
  expect(await counted(world.outside.metrics.budgetsUsedUp, ofReset)).toBe(before);
});

test('an alarm when fewer than 30 of 100 codes by SMS are taken up, and none when enough are', async () => {
  for (const [takenUp, alarmsExpected] of [
    [29, 1],
    [30, 0],
  ] as const) {
    hours(24);
    const leave = guard({ SMS_BUDGET: 'sign_up=5000' });
    const before = alarms('sms_taken_up');
    const countedBefore = await counted(world.outside.metrics.alarms, { what: 'few_codes_taken_up' });
    for (let codes = 0; codes < takenUp; codes += 1) await countTakenUp(world.db, world.outside);
    for (let sends = 0; sends < 100; sends += 1) expect(await leave({ code: '123456' }, 'sign_up')).toBeNull();
    expect(alarms('sms_taken_up') - before).toBe(alarmsExpected);
    expect(await counted(world.outside.metrics.alarms, { what: 'few_codes_taken_up' })).toBe(
      (countedBefore ?? Number.NaN) + alarmsExpected,
    );
  }
});

test.each([
  ['a country that is not served', '+14165550123'],
  ['a country beside ours with the same code', '+18765551234'],
  ['a premium number', '+19005551234'],
  ['a number that is nobody’s', '+670999'],
  ['a landline', '+912255010103'],
  ['no number', 'amina@example.org'],
])('no SMS is sent to %s', async (_, to) => {
  expect(await guard()({ to })).toBeInstanceOf(UndeliverableError);
  expect(sent).toEqual([]);
});

test('the countries of the MFIs and the United States are served, or those that are configured', async () => {
  const leave = guard();
  for (const to of ['+8801700000001', '+919876543210', '+67077212345', '+12025550110'])
    expect(await leave({ to })).toBeNull();
  expect(sent).toHaveLength(4);
  const elsewhere = guard({ SMS_COUNTRIES: 'NP' });
  expect(await elsewhere({})).toBeInstanceOf(UndeliverableError);
  expect(await elsewhere({ to: '+9779841234567' })).toBeNull();
});

test('the counters tell no number', async () => {
  await guard()({});
  const keys = (await world.db.selectFrom('limitCounters').select('key').execute()).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every((key) => /^[\w-]{43}$/.test(key))).toBe(true);
});
