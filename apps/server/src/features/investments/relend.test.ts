import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { claimRelendDay } from './relend.repository.ts';
import { relendCredit } from './relend.ts';

const world = useWorld();
const { newLoan, back, decide } = useLoans(world);
const { sentTo } = useBells(world);

const DAY_MS = 86_400_000;
let officer: Person;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  await expectMoney(world, ROI);
});
beforeEach(async () => {
  world.now = NOW;
  await world.db.deleteFrom('relendRules').execute();
  await world.db
    .updateTable('proposals')
    .set({ fundingDeadline: NOW })
    .where('fundingDeadline', 'is not', null)
    .execute();
});

const checked = (amount = 100, more: object = {}) => newLoan({ officer, isApproved: true, form: { amount }, ...more });
/** A person with this much credit at ROI. */
async function lender(dollars: number): Promise<Person> {
  const person = await world.newPerson();
  const first = await newLoan({ officer });
  done(await back(first, person, 1));
  await receiveAtRoi(world, officer, person, dollars * 100 + 100);
  return person;
}
const rules = (as: Person, body: readonly object[]) => world.call('PUT', '/api/money/relend', { as, body });
const rule = async (as: Person, more: object = {}) => done(await rules(as, [{ mfiId: '3', on: true, ...more }]));
const nextMorning = () => {
  world.now = new Date(world.now.getTime() + DAY_MS);
  return relendCredit(world.outside);
};
const backedIn = async (person: Person, loans: readonly Loan[]) => {
  const rows = await world.db
    .selectFrom('investments')
    .select(['proposalId', 'amountCents'])
    .where('investorId', '=', person.id)
    .execute();
  return loans.map(({ id }) => rows.find(({ proposalId }) => String(proposalId) === id)?.amountCents ?? 0);
};
const creditOf = async (as: Person): Promise<number> =>
  done(await world.call('GET', '/api/borrow/portfolio', { as })).credit;

describe('credit is lent again by rule (R25.8)', () => {
  test('to loans that are checked, open and not backed yet, the nearest deadline first, and one mail says so', async () => {
    const person = await lender(60);
    const unchecked = await newLoan({ officer });
    const mine = await checked(100, { owner: person });
    const backed = await checked();
    done(await back(backed, person, 5));
    const [later, sooner] = [await checked(), await checked(20)];
    const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    for (const [loan, days] of [
      [later, 9],
      [sooner, 8],
    ] as const)
      await world.db
        .updateTable('proposals')
        .set({ fundingDeadline: at(days) })
        .where('id', '=', Number(loan.id) as never)
        .execute();
    await rule(person, { perLoan: 25, keep: 15 });
    expect(await nextMorning()).toBe(1);
    expect(await backedIn(person, [unchecked, mine, backed, sooner, later])).toEqual([0, 0, 500, 2000, 2000]);
    expect(await creditOf(person)).toBe(15);
    expect(await relendCredit(world.outside)).toBe(0);
    await runJobs(world);
    const mails = (await sentTo(person)).filter((text) => text.includes('lent again'));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('$40 ');
    expect(mails[0]).toContain('2 loans');
    const { rows } = done(await world.call('GET', '/api/borrow/statement', { as: person }));
    expect(rows.slice(0, 2)).toMatchObject([
      { purpose: 'backing', credit: -20, outside: 0 },
      { purpose: 'backing', credit: -20, outside: 0 },
    ]);
  });

  test('not before nine, not on the day of the switch after nine, and never while it is off', async () => {
    const [person, loan] = [await lender(10), await checked()];
    world.now = new Date('2026-01-31T04:00:00Z');
    await rule(person);
    expect(await relendCredit(world.outside)).toBe(0);
    world.now = new Date('2026-02-01T03:29:59Z');
    expect(await relendCredit(world.outside)).toBe(0);
    await rule(person, { on: false });
    world.now = new Date('2026-02-01T03:30:00Z');
    expect(await relendCredit(world.outside)).toBe(0);
    await rule(person);
    expect(await nextMorning()).toBe(1);
    expect(await backedIn(person, [loan])).toEqual([1000]);
  });

  test('to the loans of one campaign alone, and not to what its person put away', async () => {
    const person = await lender(30);
    const body = { name: 'Goats', description: 'x', startDate: '2026-01-01', endDate: '2027-01-01', published: true };
    const { id } = done(await world.call('POST', '/api/campaign', { as: officer, body: { ...body, mfiId: '3' } }));
    const [inside, away, outside] = [await checked(), await checked(), await checked()];
    for (const loan of [inside, away])
      done(
        await world.call('POST', '/api/campaign/addProposalTo', {
          as: officer,
          body: { proposalId: loan.id, campaignIds: [id] },
        }),
      );
    done(await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${away.id}`, { as: person }));
    expect(await rule(person, { campaignId: id, perLoan: 10 })).toMatchObject([
      { campaignId: id, campaignName: 'Goats' },
    ]);
    await nextMorning();
    expect(await backedIn(person, [inside, away, outside])).toEqual([1000, 0, 0]);
  });

  test('a day that was cut off goes on, and lends to no loan twice', async () => {
    const [person, first, second] = [await lender(50), await checked(), await checked()];
    await rule(person, { perLoan: 20 });
    world.now = new Date(NOW.getTime() + DAY_MS);
    await Promise.all([relendCredit(world.outside), relendCredit(world.outside), relendCredit(world.outside)]);
    expect(await backedIn(person, [first, second])).toEqual([2000, 2000]);
    expect(await creditOf(person)).toBe(10);
    const day = { userId: person.id, mfiId: ROI };
    expect(await transaction(world.db, (tx) => claimRelendDay(tx, day, '2026-02-01'))).toBe(false);
  });

  test('lending again × the own backing: nothing is awaited that nobody asked for (R24.4)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [person, own] = [await lender(10), await newLoan({ officer })];
      const loan = await checked();
      await rule(person);
      world.now = new Date(NOW.getTime() + DAY_MS);
      await Promise.all([
        relendCredit(world.outside),
        world.call('POST', '/api/borrow/backProposal', { as: person, body: { proposalId: own.id, amount: 6 } }),
      ]);
      const [relent] = await backedIn(person, [loan]);
      const credit = await creditOf(person);
      expect([0, 400, 1000]).toContain(relent);
      expect(credit).toBeGreaterThanOrEqual(0);
      const { unpaidCents } = (await world.db
        .selectFrom('investments')
        .select('unpaidCents')
        .where('investorId', '=', person.id)
        .where('proposalId', '=', Number(loan.id) as never)
        .executeTakeFirst()) ?? { unpaidCents: 0 };
      expect(unpaidCents).toBe(0);
      world.now = NOW;
      await world.db.deleteFrom('relendRules').execute();
      done(await decide('returnProposal', loan, { as: officer }));
    }
  });
});

describe('the rules of a person', () => {
  test('are exactly what was sent, and begin with 25 dollars a loan and nothing kept', async () => {
    const person = await world.newPerson();
    const own = async () => done(await world.call('GET', '/api/money/relend', { as: person }));
    expect(await own()).toEqual([]);
    const first = { mfiId: '3', mfiName: 'ROI', on: true, campaignId: null, campaignName: null, perLoan: 25, keep: 0 };
    expect(await rule(person)).toEqual([first]);
    expect(await rule(person, { on: false, perLoan: 10, keep: 5 })).toEqual([
      { ...first, on: false, perLoan: 10, keep: 5 },
    ]);
    expect(done(await rules(person, []))).toEqual([]);
    expect(await own()).toEqual([]);
  });

  test('stand and go off though the campaign of one of them ended or is hidden again, and none begins for it (R25.8)', async () => {
    const person = await world.newPerson();
    const values = { description: 'x', startDate: '2026-01-01', endDate: '2027-01-01', published: true, mfiId: '3' };
    const { id } = done(await world.call('POST', '/api/campaign', { as: officer, body: { ...values, name: 'Bees' } }));
    const set = (values: { archivedAt?: Date | null; published?: boolean }) =>
      world.db
        .updateTable('campaigns')
        .set(values)
        .where('id', '=', Number(id) as never)
        .execute();
    const [bees, other] = [
      { mfiId: '3', on: true, campaignId: id },
      { mfiId: '2', on: false },
    ];
    const off = { ...bees, on: false };
    for (const [gone, back, told] of [
      [{ archivedAt: NOW }, { archivedAt: null }, '409 campaign_ended'],
      [{ published: false }, { published: true }, '404 not_found'],
    ] as const) {
      done(await rules(person, [bees]));
      await set(gone);
      expect(done(await rules(person, [bees, other]))).toMatchObject([other, bees]);
      expect(done(await rules(person, [off, other]))).toMatchObject([other, off]);
      expect(refusal(await rules(person, [bees, other]))).toBe(told);
      done(await rules(person, []));
      expect(refusal(await rules(person, [bees]))).toBe(told);
      await set(back);
    }
  });

  test('are refused at trust, for a campaign that is not there, below a dollar, and twice for one institution', async () => {
    const person = await world.newPerson();
    const told = async (...body: readonly object[]) => refusal(await rules(person, body));
    expect(await told({ mfiId: '1', on: true })).toBe('409 needs_expected');
    expect(await told({ mfiId: '98765', on: true })).toBe('404 not_found');
    expect(await told({ mfiId: '3', on: true, campaignId: '98765' })).toBe('404 not_found');
    expect(await told({ mfiId: '3', on: true, perLoan: 0.99 })).toBe('422 amount_below_minimum');
    expect(await told({ mfiId: '3', on: true }, { mfiId: '3', on: false })).toBe('422 invalid_request');
    expect(await told({ mfiId: '3' })).toBe('422 invalid_request');
  });
});
