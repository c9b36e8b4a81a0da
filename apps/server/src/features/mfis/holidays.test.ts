import { beforeEach, describe, expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { remindBorrowers } from '../repayments/loan-reminders.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { heard } = useBells(world);

const URL = `/api/mfi/holidays?mfiId=${ROI}`;
const set = (as: Person, holidays: unknown) => world.call('PUT', URL, { as, body: { holidays } });
const read = (as: Person) => world.call('GET', URL, { as });
const HOLI = { day: '2026-02-25', name: 'Holi' } as const;

let manager: Person;
beforeEach(async () => {
  world.now = NOW;
  manager = await world.newPerson({ staffOf: [ROI] });
  done(await set(manager, []));
});

test('a manager sets the days on which the institution is closed, and its staff read them in order', async () => {
  const later = { day: '2026-05-01', name: 'May Day' } as const;
  expect(done(await set(manager, [later, HOLI]))).toEqual([HOLI, later]);
  expect(done(await read(manager))).toEqual([HOLI, later]);
  done(await set(manager, [later]));
  expect(done(await read(manager))).toEqual([later]);
});

test('a list of more than a page is read whole, because it is saved whole, and in pages by who names a limit', async () => {
  const days = Array.from({ length: 60 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10),
    name: 'Closed',
  }));
  done(await set(manager, days));
  expect(done(await read(manager))).toEqual(days);
  const first = (await world.call('GET', `${URL}&limit=50`, { as: manager })).body;
  expect(first.data).toEqual(days.slice(0, 50));
  const rest = (await world.call('GET', `${URL}&limit=50&cursor=${first.nextCursor}`, { as: manager })).body;
  expect(rest).toEqual({ success: true, data: days.slice(50), nextCursor: null });
});

test('others neither set nor read them', async () => {
  const stranger = await world.newPerson();
  expect(refusal(await set(stranger, [HOLI]))).toBe('403 not_permitted');
  expect(refusal(await read(stranger))).toBe('403 not_permitted');
});

test.each([
  ['a day that is none', [{ ...HOLI, day: '2026-02-30' }]],
  ['a day without a name', [{ ...HOLI, name: ' ' }]],
  ['too many', Array.from({ length: 101 }, () => HOLI)],
  ['no list', undefined],
])('%s is refused', async (_, holidays) => {
  expect(refusal(await set(manager, holidays))).toBe('422 invalid_request');
  expect(done(await read(manager))).toEqual([]);
});

describe('reminders keep away from the holidays of the institution (R27.1)', () => {
  test('a reminder that falls on one is given on the next day that is none', async () => {
    const { owner } = await newLoan({ status: 5, officer: manager });
    done(await set(manager, [HOLI, { day: '2026-02-26', name: 'The day after' }]));
    const told: number[] = [];
    for (const day of ['25', '26', '27', '28']) {
      world.now = new Date(`2026-02-${day}T06:30:00.000Z`);
      await remindBorrowers(world.outside);
      told.push((await heard(owner)).filter((words) => words.startsWith('repayment_due')).length);
    }
    expect(told).toEqual([0, 0, 1, 2]);
  });
});
