import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { openDesk } from '../../test/statements/desk.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, withdraw } = useLoans(world);
const { heard } = useBells(world);
const { rich, waiting, own } = usePayouts(world);

const HOUR_MS = 3_600_000;
let officer: Person;
let desk: Awaited<ReturnType<typeof openDesk>>;
/** Funded before the institution awaited money. */
let loan: Loan;
beforeAll(async () => {
  [officer] = (await Promise.all([1, 2].map(() => world.newPerson({ staffOf: [ROI] })))) as [Person, Person];
  loan = await newLoan({ status: 5, form: { amount: 40 } });
  await expectMoney(world, ROI);
  desk = await openDesk(world, ROI, officer);
});
beforeEach(() => {
  world.now = NOW;
});

let lines = 0;
/** Hands in one line of a request, and books it. @returns its id */
async function booked(dollars: number, reference: string): Promise<string> {
  lines += 1;
  const day = world.now.toISOString().slice(2, 10).replaceAll('-', '');
  done(await desk.handIn([{ dollars, text: reference, id: `TOLD${lines}Q` }], { day }));
  const [line] = await desk.lines(`&q=TOLD${lines}Q`);
  await book(line!.id, reference);
  return line!.id;
}
async function book(id: string, reference: string): Promise<void> {
  const { results } = done(await desk.book([{ id, target: { reference } }]));
  expect(results[0].result).toBe('booked');
}
const undo = async (id: string) => done(await desk.undo(id));
const later = async (hours: number) => {
  world.now = new Date(world.now.getTime() + hours * HOUR_MS);
  await runJobs(world);
};
const told = async (person: Person, what: string) => (await heard(person)).filter((news) => news.startsWith(what));

test('R25.4: a withdrawal whose sending or failing was undone and made again is told again', async () => {
  const { reference } = done(await withdraw(loan));
  const debit = await booked(-40, reference);
  await later(1);
  expect(await told(loan.owner, 'withdrawal_sent')).toHaveLength(1);
  await undo(debit);
  await later(1);
  await book(debit, reference);
  await later(1);
  expect(await told(loan.owner, 'withdrawal_sent')).toHaveLength(2);
  const back = await booked(40, reference);
  await later(1);
  await undo(back);
  await later(1);
  await book(back, reference);
  await later(1);
  expect(await told(loan.owner, 'withdrawal_failed')).toHaveLength(2);
  expect(await told(loan.owner, 'withdrawal_sent')).toHaveLength(2);
});

test('R25.4: credit that was booked as sent at night and taken back is not told in the morning, its next sending is', async () => {
  const mine = await rich(officer, 1500);
  await waiting(mine, 15);
  const [{ reference }] = await own(mine.me);
  // 20:30 in Kolkata.
  world.now = new Date('2026-02-12T15:00:00.000Z');
  const debit = await booked(-15, reference);
  await undo(debit);
  await later(14);
  expect(await told(mine.me, 'payout_sent')).toEqual([]);
  await book(debit, reference);
  await later(0);
  expect(await told(mine.me, 'payout_sent')).toEqual(['payout_sent 15']);
  await undo(debit);
  await later(1);
  await book(debit, reference);
  await later(1);
  expect(await told(mine.me, 'payout_sent')).toHaveLength(2);
  await booked(15, reference);
  await later(1);
  expect(await told(mine.me, 'payout_failed')).toEqual(['payout_failed 15']);
});
