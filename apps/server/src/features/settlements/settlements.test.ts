import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, NOW, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal, repay } = useLoans(world);
const { heard } = useBells(world);

const at = (instant: string): void => {
  world.now = new Date(instant);
};
const list = async (as: Person) => done(await world.call('GET', '/api/mfi/settlements?mfiId=3', { as }));
const find = (as: Person, month = '2026-01') => world.call('GET', `/api/mfi/settlement?mfiId=3&month=${month}`, { as });
const sign = (as: Person, month = '2026-01') =>
  world.call('POST', '/api/mfi/settlements?mfiId=3', { as, body: { month } });
const confirm = (as: Person, month = '2026-01') =>
  world.call('PATCH', '/api/mfi/settlements?mfiId=3', { as, body: { month, state: 'approved' } });

test('the statement of a month tells what happened and what was held at both ends', async () => {
  world.now = NOW;
  const loan = await newLoan({ status: 5 });
  await newLoan({ status: 3 });
  at('2026-02-10T06:00:00Z');
  const { id } = done(await withdraw(loan));
  at('2026-02-12T06:00:00Z');
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'TX 1' }));
  await repay(loan, 25);
  at('2026-03-02T06:00:00Z');
  const january = done(await find(loan.officer));
  expect(january).toMatchObject({ state: 'open', first: null, second: null });
  expect(january.places).toEqual([{ place: 'escrow', opening: 0, closing: 140 }]);
  expect(january.events).toEqual([
    { event: 'backing', count: 2, amount: 140, selfApproved: 0 },
    { event: 'funds_released', count: 1, amount: 100, selfApproved: 0 },
  ]);
  const february = done(await find(loan.officer, '2026-02'));
  expect(february.places).toContainEqual({ place: 'escrow', opening: 140, closing: 40 });
  expect((await list(loan.officer)).map(({ month }: { month: string }) => month)).toEqual(['2026-02', '2026-01']);
  expect(refusal(await find(loan.officer, '2026-03'))).toBe('409 wrong_status');
  expect(refusal(await find(loan.owner))).toBe('403 not_permitted');
});

test('two of an office sign a month, which nobody can change then', async () => {
  at('2026-03-02T06:00:00Z');
  const [first, second] = [
    await world.newPerson({ staffOf: [ROI] }),
    await world.newPerson({ firstName: 'Second', staffOf: [ROI] }),
  ];
  expect(refusal(await confirm(second))).toBe('404 not_found');
  expect(refusal(await sign(first, '2026-03'))).toBe('409 wrong_status');
  expect(done(await sign(first))).toEqual({ month: '2026-01', state: 'entered' });
  expect([await heard(first), await heard(second)]).toEqual([[], ['to_confirm null']]);
  expect(refusal(await sign(second))).toBe('409 already_approved');
  expect(refusal(await confirm(first))).toBe('403 second_person_needed');
  expect(done(await confirm(second))).toEqual({ month: '2026-01', state: 'locked', selfApproved: false });
  expect(refusal(await confirm(second))).toBe('409 already_approved');
  expect(refusal(await sign(first))).toBe('409 already_approved');
  const locked = done(await find(first));
  expect(locked).toMatchObject({ state: 'locked', second: { name: expect.stringContaining('Second') } });
  await expect(sql`update settlements set content = '{}'`.execute(world.db)).rejects.toThrow('locked');
  await expect(sql`delete from settlements`.execute(world.db)).rejects.toThrow('append-only');
});

test('a first signature ends after 30 days, and does not hold for other figures', async () => {
  at('2026-03-02T06:00:00Z');
  const [first, second] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  done(await sign(first, '2026-02'));
  await sql`update settlements set content = jsonb_set(content, '{events}', '[]') where month = '2026-02-01'`.execute(
    world.db,
  );
  expect(refusal(await confirm(second, '2026-02'))).toBe('409 changed_meanwhile');
  at('2026-04-02T06:00:00Z');
  expect(refusal(await confirm(second, '2026-02'))).toBe('404 not_found');
  done(await sign(second, '2026-02'));
  expect(await heard(first)).toEqual(['to_confirm null']);
  expect(done(await confirm(first, '2026-02')).state).toBe('locked');
});
