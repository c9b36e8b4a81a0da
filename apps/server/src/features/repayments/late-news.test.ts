import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { remindBorrowers } from './loan-reminders.ts';

const world = useWorld();
const { newLoan, repay } = useLoans(world);
const { emailOf, heard, onMorning, sentTo } = useBells(world);

let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
});
beforeEach(() => {
  world.now = NOW;
});

/** First due on 28 February, and so 30 days late on 30 March. */
const running = (title: string, backers?: readonly Person[]) =>
  newLoan({ status: 5, officer, form: { title }, ...(backers && { backers }) });
const bells = async (person: Person) => (await heard(person)).filter((told) => told.startsWith('loan_late'));
const mails = async (person: Person) => (await sentTo(person)).filter((subject) => subject.includes('30 days late'));
const say = async (loan: Loan, forBackers: string) =>
  done(
    await world.call('POST', `/api/mfi/contact?proposalId=${loan.id}`, {
      as: officer,
      body: { way: 'call', outcome: 'unreachable', note: 'For us alone.', forBackers },
    }),
  );

describe('R27.2: backers hear once that a loan is 30 days late', () => {
  test('by bell and mail, with the words of the institution for them and no others', async () => {
    const loan = await running('A loom');
    const [backer] = loan.backers as [Person];
    world.now = new Date('2026-02-27T06:30:00.000Z');
    await say(loan, 'From before it was late.');
    await onMorning('2026-03-29');
    expect(await bells(backer)).toEqual([]);
    await say(loan, 'The loom is broken; the repair is under way.');
    await onMorning('2026-03-30');
    await onMorning('2026-03-31');
    expect(await bells(backer)).toHaveLength(1);
    expect(await mails(backer)).toEqual(['“A loom” is 30 days late']);
    const email = await emailOf(backer);
    const mail = world.sent.find(({ to, subject }) => to === email && subject.includes('30 days late'));
    expect(mail?.text).toContain('the repair is under way');
    expect(mail?.text).not.toMatch(/For us alone|From before/);
  });

  test('although one borrower cannot be reminded of theirs, as all the others are (R27.1)', async () => {
    const [stuck, next] = [await running('A loom'), await running('A kiln')];
    await sql`create function fail_for_test() returns trigger language plpgsql as 'begin raise exception $$stuck$$; end'`.execute(
      world.db,
    );
    await sql`create trigger fail_for_test before insert on loan_reminders for each row
      when (new.proposal_id = ${sql.lit(Number(stuck.id))}) execute function fail_for_test()`.execute(world.db);
    world.now = new Date('2026-03-30T06:30:00.000Z');
    await expect(remindBorrowers(world.outside)).rejects.toThrow('failed');
    await sql`drop trigger fail_for_test on loan_reminders`.execute(world.db);
    await runJobs(world);
    for (const { backers } of [stuck, next]) expect(await bells(backers[0] as Person)).toHaveLength(1);
    const reminded = async ({ owner }: Loan) =>
      (await heard(owner)).filter((told) => told.startsWith('repayment')).length;
    expect([await reminded(stuck), await reminded(next)]).toEqual([0, 1]);
    await remindBorrowers(world.outside);
    await runJobs(world);
    expect([await reminded(stuck), await reminded(next)]).toEqual([1, 1]);
  });

  test('several loans of one day are one mail that names them, and a bell each', async () => {
    const backer = await world.newPerson();
    const first = await running('A loom', [backer]);
    await running('A kiln', [backer]);
    await say(first, '');
    await onMorning('2026-03-30');
    expect(await bells(backer)).toHaveLength(2);
    expect(await mails(backer)).toEqual(['2 loans that you back are 30 days late']);
    const email = await emailOf(backer);
    const mail = world.sent.find(({ to, subject }) => to === email && subject.includes('30 days late'));
    expect(mail?.text).toMatch(/A loom: http.+\n\nA kiln: http/);
  });

  test('a loan whose oldest instalment was paid in time is not told of', async () => {
    const loan = await running('A loom');
    await repay(loan, 8.33);
    await onMorning('2026-03-30');
    expect(await bells(loan.backers[0] as Person)).toEqual([]);
    // The second month was due on 31 March.
    await onMorning('2026-04-30');
    expect(await bells(loan.backers[0] as Person)).toHaveLength(1);
  });

  test('its borrower does not hear what is told to the backers', async () => {
    const loan = await running('A loom');
    await onMorning('2026-03-30');
    expect(await bells(loan.owner)).toEqual([]);
  });
});
