import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { payInAccount, rateAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { remindBorrowers } from './loan-reminders.ts';

const world = useWorld();
const { newLoan, pay, decidePayment } = useLoans(world);
const { heard, sentTo, choose } = useBells(world);

const DAY_MS = 86_400_000;
let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
});
beforeEach(async () => {
  world.now = NOW;
  await world.db.updateTable('mfis').set({ loansRemindedOn: null, timeZone: 'Asia/Kolkata' }).execute();
});

/** Released on 31 January: $8.33 a month from 28 February on. */
const running = () => newLoan({ status: 5, officer });

/** Noon of that day, and the reminders of it, twice and by two processes, so that telling twice shows. */
async function remindOn(day: string, time = '06:30'): Promise<void> {
  world.now = new Date(`${day}T${time}:00.000Z`);
  await world.db.updateTable('mfis').set({ loansRemindedOn: null }).execute();
  await Promise.all([remindBorrowers(world.outside), remindBorrowers(world.outside)]);
  await remindBorrowers(world.outside);
  await runJobs(world);
}
const reminded = async (loan: Loan) => (await heard(loan.owner)).filter((told) => told.startsWith('repayment'));
/** The days on which reminders of the loan were given. */
const remindersOf = async (loan: Loan): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('loanReminders')
    .select('toldOn')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .orderBy('toldOn')
    .execute();
  return rows.map(({ toldOn }) => toldOn);
};
const smsOf = async (loan: Loan) =>
  (await sentTo(loan.owner)).filter((text) => /^sms Sathi: (Due|Was due|Late)/.test(text));
const read = async (loan: Loan, as = loan.owner) =>
  done(await world.call('GET', `/api/borrow/howToPay?proposalId=${loan.id}`, { as }));

describe('R27.1: a borrower is reminded', () => {
  test('three days before, on the day and while late, each once, by bell and SMS', async () => {
    const loan = await running();
    const told: string[][] = [];
    for (const day of ['02-24', '02-25', '02-26', '02-28', '03-03', '03-04', '03-05', '03-14', '03-28', '03-30']) {
      await remindOn(`2026-${day}`);
      told.push([day, ...(await reminded(loan)).slice(0, 1), String((await reminded(loan)).length)]);
    }
    expect(told).toEqual([
      ['02-24', '0'],
      ['02-25', 'repayment_due 8.33', '1'],
      ['02-26', 'repayment_due 8.33', '1'],
      ['02-28', 'repayment_due 8.33', '2'],
      ['03-03', 'repayment_due 8.33', '2'],
      ['03-04', 'repayment_late 8.33', '3'],
      ['03-05', 'repayment_late 8.33', '3'],
      ['03-14', 'repayment_late 8.33', '4'],
      // The next month is reminded of too, while the one before is open.
      ['03-28', 'repayment_due 16.66', '5'],
      ['03-30', 'repayment_late 8.33', '6'],
    ]);
    expect(await smsOf(loan)).toHaveLength(6);
  });

  test('the SMS names sum, number and reference, or the short link where no account is named', async () => {
    const loan = await running();
    await remindOn('2026-02-25');
    const { reference } = await read(loan);
    const spaced = reference.replaceAll(/(.{4})(?=.)/g, '$1 ');
    expect(await smsOf(loan)).toEqual([
      expect.stringMatching(
        new RegExp(`^sms Sathi: Due on Feb 28: \\$8\\.33\\. How: \\S+/l/${loan.id} Reference ${reference}\\.$`),
      ),
    ]);
    const page = await world.call('GET', `/l/${loan.id}`);
    expect([page.status, page.headers['location']]).toEqual([302, `/App/proposal?id=${loan.id}`]);
    await payInAccount(world, officer);
    await remindOn('2026-02-28');
    expect(await smsOf(loan)).toContain(`sms Sathi: Due today: $8.33. Pay to 3011 7788, reference ${spaced}.`);
    await world.db.deleteFrom('moneyAccounts').execute();
  });

  test('in the money that the borrower pays in', async () => {
    const loan = await running();
    await payInAccount(world, officer, { currency: 'INR' });
    await rateAtRoi(world, officer, '2026-02-20', 84_000_000);
    await remindOn('2026-02-25');
    expect(await smsOf(loan)).toEqual([expect.stringContaining('INR 700.00. Pay to 3011 7788')]);
    const { data } = (await world.call('GET', '/api/notifications', { as: loan.owner })).body;
    const bell = data.find(({ kind }: { kind: string }) => kind === 'repayment_due');
    expect(bell).toMatchObject({ amount: 8.33, local: { amount: '700.00', currency: 'INR' } });
    await world.db.deleteFrom('moneyAccounts').execute();
    await world.db.deleteFrom('moneyRates').execute();
  });

  test('never between 20:00 and 08:00 at the place of the institution', async () => {
    const loan = await running();
    for (const time of ['14:30', '20:00', '23:59']) {
      await remindOn('2026-02-24', time);
      expect(await reminded(loan)).toEqual([]);
    }
    await remindOn('2026-02-25', '02:29');
    expect(await reminded(loan)).toEqual([]);
    await remindOn('2026-02-25', '02:30');
    expect(await reminded(loan)).toEqual(['repayment_due 8.33']);
  });

  test('of nothing that was entered and waits; a rejected payment is open again', async () => {
    const loan = await running();
    const { id } = done(await pay(loan, 8.33));
    await remindOn('2026-02-28');
    expect(await reminded(loan)).toEqual([]);
    done(await decidePayment('rejectPayment', loan, id));
    await remindOn('2026-03-01');
    expect(await reminded(loan)).toEqual(['repayment_due 8.33']);
  });

  test('of the open part alone, and of nothing once all is repaid', async () => {
    const loan = await running();
    const { id } = done(await pay(loan, 8));
    done(await decidePayment('approvePayment', loan, id));
    await remindOn('2026-02-28');
    expect(await reminded(loan)).toEqual(['repayment_due 0.33']);
    const rest = done(await pay(loan, 92));
    done(await decidePayment('approvePayment', loan, rest.id));
    await remindOn('2026-03-30');
    expect(await reminded(loan)).toEqual(['repayment_due 0.33']);
  });

  test('once a day, whatever falls on it', async () => {
    const loan = await running();
    // The first month is 30 days late, the second due tomorrow.
    await remindOn('2026-03-30');
    await remindOn('2026-03-30', '10:00');
    expect(await reminded(loan)).toEqual(['repayment_late 8.33']);
    await remindOn('2026-03-31');
    expect(await reminded(loan)).toHaveLength(2);
    expect(await remindersOf(loan)).toEqual(['2026-03-30', '2026-03-31']);
  });
});

describe('R27.4: what was sent is kept with its time and way', () => {
  test('the borrower and staff read when and how, newest first', async () => {
    const loan = await running();
    await remindOn('2026-02-25');
    await choose(loan.owner, 'repayment_due', { inApp: true, email: false, sms: false });
    await remindOn('2026-02-28');
    for (const as of [loan.owner, officer]) {
      expect((await read(loan, as)).reminders).toEqual([
        { at: '2026-02-28T06:30:00.000Z', way: 'bell' },
        { at: '2026-02-25T06:30:00.000Z', way: 'sms' },
      ]);
    }
  });

  test('an institution is gone through once a day', async () => {
    const loan = await running();
    world.now = new Date('2026-02-25T02:30:00.000Z');
    await remindBorrowers(world.outside);
    const { loansRemindedOn } = await world.db
      .selectFrom('mfis')
      .select('loansRemindedOn')
      .where('id', '=', ROI)
      .executeTakeFirstOrThrow();
    expect(loansRemindedOn).toBe('2026-02-25');
    // Forgotten, it would be given once more, but the institution is done for today.
    await world.db.deleteFrom('loanReminders').execute();
    await remindBorrowers(world.outside);
    expect(await remindersOf(loan)).toEqual([]);
    world.now = new Date(world.now.getTime() + 3 * DAY_MS);
    await remindBorrowers(world.outside);
    expect(await remindersOf(loan)).toEqual(['2026-02-28']);
  });
});
