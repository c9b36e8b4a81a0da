import { beforeEach, expect, test } from 'vitest';
import { guardLeaving } from '../../delivery/leaving.ts';
import { newPhone, runJobs } from '../../test/accounts.ts';
import { done, refusal } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { tellOfImports } from './imports.jobs.ts';

// Two notices in an hour, so that SMS paid from another budget show.
const world = useWorld({ env: { RATE_LIMITS: 'on', SMS_BUDGET: 'notice=10' } });
const HOUR_MS = 3_600_000;

let day = 0;
let officer: Person;
beforeEach(async () => {
  // A day of its own for each test.
  day += 10;
  world.now = new Date(NOW.getTime() + day * 24 * HOUR_MS);
  officer = await world.newPerson({ staffOf: [ROI] });
});

const sheetOf = (count: number) =>
  ['phone,first_name,last_name', ...Array.from({ length: count }, () => `${newPhone()},Asha,Begum`)].join('\n');
const bring = (count: number, { as = officer, mfi = ROI } = {}) =>
  world.call('POST', `/api/mfi/imports?mfiId=${mfi}`, { as, body: { name: 'gosaba.csv', text: sheetOf(count) } });

test('an institution brings 2,000 people along in a day, whoever of its staff does, and another its own (R31.5)', async () => {
  const colleague = await world.newPerson({ staffOf: [ROI] });
  const elsewhere = await world.newPerson({ staffOf: [DCBS] });
  for (const as of [officer, colleague]) done(await bring(1000, { as }));
  const refused = await bring(1, { as: colleague });
  expect(refusal(refused)).toBe('429 too_many_requests');
  const midnight = Math.ceil(world.now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  expect(Number(refused.headers['retry-after'])).toBe(Math.ceil((midnight - world.now.getTime()) / 1000));
  done(await bring(1, { as: elsewhere, mfi: DCBS }));
  world.now = new Date(midnight);
  done(await bring(1));
});

test('sheets that come at once are counted together, and one that was undone is not (R31.5)', async () => {
  const staff = [officer, await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  const answers = await Promise.all(staff.map((as) => bring(800, { as })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429]);
  const { id } = answers.find(({ status }) => status === 201)!.body.data;
  done(await world.call('DELETE', `/api/mfi/imports?mfiId=${ROI}&id=${id}`, { as: officer }));
  done(await bring(1000));
});

test('the SMS to imported people leave the budget of notices alone (security 1.7)', async () => {
  // The people of other tests have been told.
  await world.db.updateTable('imports').set({ toldAt: world.now }).where('undoneAt', 'is', null).execute();
  done(await bring(6));
  world.now = new Date(world.now.getTime() + 30 * HOUR_MS);
  world.sent.length = 0;
  await tellOfImports(world.outside);
  await runJobs(world).catch(() => undefined);
  expect(world.sent.filter(({ channel }) => channel === 'sms')).toHaveLength(6);
  const notice = { channel: 'sms' as const, subject: '', text: 'Money came.', html: '', dedupeKey: 'a notice' };
  await guardLeaving(world.outside)({ ...notice, to: newPhone() }, 'notice');
  expect(world.sent.at(-1)).toMatchObject({ text: 'Money came.' });
});
