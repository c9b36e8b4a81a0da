import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { createJobs } from '../jobs.ts';
import { listViolations } from '../ledger/audit.ts';
import { runJobs } from './accounts.ts';
import { done, type Loan, useLoans } from './loans.ts';
import { NOW, type Person, useWorld } from './world.ts';

/** Two years go by, day by day, with all that happens by the clock, for a loan that is paid and one that never is, in each time zone. */
const world = useWorld();
const { newLoan, repay, find, withdraw, moveWithdrawal } = useLoans(world);

const DAYS = 730;
/** The news of backers by the middle of April and by the first days of October: a bell is erased after half a year. */
const HEARD_BY: Readonly<Record<number, readonly string[]>> = { 70: ['loan_late'], 246: ['loan_defaulted'] };
const DAY_MS = 86_400_000;
/** From the morning in Kolkata and Dhaka, afternoon in Dili, to an hour at which it is night or early in all three. */
const BY_NIGHT_MS = 16.5 * 3_600_000;
const MFIS = [1, 2, 3] as readonly number[] as readonly MfiId[];
/** Schedules that are about no days; the chain would cost more than all else. */
const LEFT_OUT = /chain|audit|snapshot|pictures|push/;

/** The last day of each of the twelve months from February on: the loans are released on 31 January. */
const DUE_DAYS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, 2 + month, 0)).toISOString().slice(0, 10),
);
const later = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

type Both = { readonly mfiId: MfiId; readonly paid: Loan; readonly unpaid: Loan };

async function begin(mfiId: MfiId): Promise<Both> {
  const officer = await world.newPerson({ staffOf: [mfiId] });
  const sent = async () => {
    const loan = await newLoan({ status: 5, officer, mfiId });
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, officer, { state: 'sent', reference: 'B-77' }));
    return loan;
  };
  return { mfiId, paid: await sent(), unpaid: await sent() };
}

const schedules = () => createJobs(world.outside).schedules.filter(({ name }) => !LEFT_OUT.test(name));

/** One moment of all schedules, and what they send. */
async function tick(at: Date): Promise<readonly { readonly to: string; readonly channel: string }[]> {
  world.now = at;
  const before = world.sent.length;
  for (const { work } of schedules()) await work();
  await runJobs(world);
  return world.sent.slice(before);
}

async function remindedOn({ id }: Loan): Promise<string[]> {
  const rows = await world.db
    .selectFrom('loanReminders')
    .select('toldOn')
    .where('proposalId', '=', Number(id) as ProposalId)
    .orderBy('toldOn')
    .execute();
  return rows.map(({ toldOn }) => toldOn);
}

test('two years of days: reminders, lateness and default come on the right day in each time zone, and never by night', async () => {
  const all: Both[] = [];
  for (const mfiId of MFIS) all.push(await begin(mfiId));
  await runJobs(world);
  const owners = new Map(all.flatMap(({ paid, unpaid }) => [paid, unpaid]).map(({ owner }) => [owner.phone, owner]));
  for (let day = 0; day <= DAYS; day += 1) {
    const morning = new Date(NOW.getTime() + day * DAY_MS);
    const sms = (await tick(morning)).filter(({ to, channel }) => channel === 'sms' && owners.has(to));
    expect(new Set(sms.map(({ to }) => to)).size, `one SMS a day at most, on day ${day}`).toBe(sms.length);
    const due = DUE_DAYS.indexOf(morning.toISOString().slice(0, 10));
    for (const { paid } of due < 0 ? [] : all) await repay(paid, due === 11 ? 8.37 : 8.33);
    // Their news is of the payment, not of a day.
    await runJobs(world);
    for (const { unpaid } of day in HEARD_BY ? all : []) {
      for (const backer of unpaid.backers) expect(await heardKinds(backer)).toEqual(HEARD_BY[day]);
    }
    if (day % 10 > 0) continue;
    const night = await tick(new Date(NOW.getTime() + day * DAY_MS + BY_NIGHT_MS));
    expect(
      night.filter(({ channel }) => channel === 'sms'),
      `no SMS by night, on day ${day}`,
    ).toEqual([]);
  }
  for (const { paid, unpaid } of all) {
    expect(await remindedOn(paid)).toEqual(DUE_DAYS.flatMap((dueOn) => [later(dueOn, -3), dueOn]));
    const page = done(await find(paid));
    expect(page).toMatchObject({ status: 6, repaymentState: null });
    expect(page.schedule.map(({ dueOn }: { dueOn: string }) => dueOn)).toEqual(DUE_DAYS);
    const [first = ''] = DUE_DAYS;
    const late = [4, 14, ...Array.from({ length: 22 }, (_, month) => 30 * (month + 1))].map((days) =>
      later(first, days),
    );
    expect(await remindedOn(unpaid)).toEqual(expect.arrayContaining(late));
    const asked = await world.db
      .selectFrom('loanDefaults')
      .select(['askedAt', 'closedAt', 'cause'])
      .where('proposalId', '=', Number(unpaid.id) as ProposalId)
      .execute();
    expect(asked.map(({ askedAt, closedAt, cause }) => [dayOf(askedAt), dayOf(closedAt), cause])).toEqual([
      ['2026-08-31', '2026-09-30', 'unknown'],
    ]);
  }
  expect(await listViolations(world.db)).toEqual([]);
}, 600_000);

const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10);

/** The news that a person heard of the loan that is never paid, oldest first. */
async function heardKinds({ id }: Person): Promise<string[]> {
  const rows = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', id)
    .where('kind', 'in', ['loan_late', 'loan_defaulted'])
    .orderBy('at')
    .execute();
  return rows.map(({ kind }) => kind);
}
