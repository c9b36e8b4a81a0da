import type { ProposalId } from '@sathi/domain/ids.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { runJobs } from '../../test/accounts.ts';
import { useBells } from '../../test/bells.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { useTills } from '../../test/tills.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';
import { remindOfPayIns } from '../pay-ins/reminders.ts';
import { expireProposals } from '../proposals/approvals.service.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const { heard } = useBells(world);
const { open, results, change, cash, sum } = useTills(world, 'USD');

const DAY_MS = 86_400_000;
let other: Person;
beforeAll(async () => {
  other = await world.newPerson({ staffOf: [ROI] });
});

const unpaidOf = async ({ id }: Loan) =>
  (
    await world.db
      .selectFrom('proposals')
      .select('unpaidCents')
      .where('id', '=', Number(id) as ProposalId)
      .executeTakeFirstOrThrow()
  ).unpaidCents;
const listed = async () => done(await world.call('GET', '/api/mfi/receipts?mfiId=3', { as: other })) as any[];

test('R22.7 the borrower has an SMS with number and short link when cash is taken, and another when it counts', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5 });
  const till = await open(officer, '0.00');
  await runJobs(world);
  world.sent.length = 0;
  const texts = () =>
    world.sent.filter(({ channel, to }) => channel === 'sms' && to === loan.owner.phone).map(({ text }) => text);
  const [{ receipt }] = await results(till, [await cash(loan, 1, '10.00')]);
  await runJobs(world);
  const written = `receipt ROI-${till.number}-001 `;
  const link = new RegExp(`/r/${receipt.code}$`);
  expect(texts()).toEqual([expect.stringMatching(link)]);
  expect(texts()[0]).toContain(`Sathi: Taken: ${written}`);
  done(await change(till, 'closed', officer, '10.00'));
  done(await change(till, 'received', other, '10.00'));
  await runJobs(world);
  expect(texts()).toEqual([texts()[0], expect.stringMatching(link)]);
  expect(texts()[1]).toContain(`Sathi: Confirmed: ${written}`);
});

const backed = async (of: Loan, as: Person) =>
  done(await world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: of.id, amount: 15 } })).order
    .reference as string;

describe('cash of a backer (R22.10)', () => {
  beforeAll(() => expectMoney(world, ROI));

  test('is collected at once and theirs when the till is received', async () => {
    const officer = await world.newPerson({ staffOf: [ROI] });
    const [loan, waiting] = [await newLoan({ form: { amount: 40 } }), await newLoan({ form: { amount: 40 } })];
    const [backer, late] = (await people(world, 2)) as [Person, Person];
    const [personReference] = [await backed(loan, backer), await backed(waiting, late)];

    const till = await open(officer, '0.00');
    const entry = { clientId: 'x1', number: 1, personReference, localAmount: sum('20.00'), paidOn: '2026-01-31' };
    const tooMuch = { ...entry, localAmount: sum('100000000.01') };
    expect(await results(till, [tooMuch])).toMatchObject([{ result: 'invalid_request' }]);
    const [taken] = await results(till, [entry]);
    expect(taken).toMatchObject({ result: 'taken', receipt: { number: `ROI-${till.number}-001` } });
    expect((await listed())[0]).toMatchObject({ state: 'collected', amount: 20, settled: [], toCredit: 0 });
    expect(await unpaidOf(loan)).toBe(1500);
    const page = done(await world.call('GET', `/api/receipts/${taken.receipt.code}`));
    expect(page).toMatchObject({ state: 'collected', amount: 20, loanEnding: personReference.slice(-4), mfi: 'ROI' });
    const shown = await world.app.inject({ method: 'GET', url: `/r/${taken.receipt.code}` });
    expect(shown.body, 'R22.7').toContain(
      `<dt>Reference ending in</dt><dd><bdi>${personReference.slice(-4)}</bdi></dd>`,
    );
    const reverse = `/api/mfi/receipts/reverse?mfiId=3&id=${taken.receiptId}`;
    expect(refusal(await world.call('POST', reverse, { as: other, body: { reason: 'No' } }))).toBe('409 wrong_status');

    // The days of both are over: what is in the till holds up the one (R22.10).
    await lapseBackings(world.db, () => new Date(NOW.getTime() + 12 * DAY_MS));
    expect([await unpaidOf(loan), await unpaidOf(waiting)]).toEqual([1500, 0]);

    done(await change(till, 'closed', officer, '20.00'));
    expect(done(await change(till, 'received', other, '20.00'))).toEqual({ state: 'received', approved: 0, left: [] });
    expect(await unpaidOf(loan)).toBe(0);
    expect((await listed())[0]).toMatchObject({
      state: 'booked',
      toCredit: 5,
      confirmed: true,
      bookedBy: String(other.id),
    });
    expect(done(await world.call('GET', `/api/receipts/${taken.receipt.code}`)).state).toBe('confirmed');
  });

  test('ends the reminders once it covers what they owe, and the news of a lapse that it holds up (R20.2, R20.3)', async () => {
    const officer = await world.newPerson({ staffOf: [ROI] });
    const [all, some, none] = (await people(world, 3)) as [Person, Person, Person];
    const till = await open(officer, '0.00');
    for (const [number, person, amount] of [
      [1, all, '15.00'],
      [2, some, '5.00'],
      [3, none, null],
    ] as const) {
      const personReference = await backed(await newLoan({ form: { amount: 15 } }), person);
      const entry = { clientId: `cash-${number}`, number, personReference, paidOn: '2026-01-31' };
      if (amount === null) continue;
      expect(await results(till, [{ ...entry, localAmount: sum(amount) }])).toMatchObject([{ result: 'taken' }]);
    }
    for (const days of [0, 5, 7, 9]) {
      world.now = new Date(NOW.getTime() + days * DAY_MS + 2 * 60_000);
      await remindOfPayIns(world.outside);
    }
    world.now = NOW;
    const told = async (person: Person) => (await heard(person)).filter((one) => /asked|due|lapse/.test(one));
    expect(await told(all)).toEqual([]);
    for (const person of [some, none]) {
      expect(await told(person)).toEqual(['pay_in_due 15', 'pay_in_due 15', 'pay_in_asked 15']);
    }
    // Any cash holds up the lapse of all that its person owes.
    expect(await told(officer)).toEqual(['lapse_near 15']);
  });
});

test('a part that is decided while cash lies in a till ends the backing, and is no lapse of its payer (R22.10)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ form: { amount: 40, acceptPartial: true } as object });
  const [paid, handed] = (await people(world, 2)) as [Person, Person];
  const backed = async (as: Person, amount: number) =>
    done(await world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: loan.id, amount } })).order;
  await backed(paid, 20);
  await receiveAtRoi(world, officer, paid, 2000);
  const { reference: personReference } = await backed(handed, 15);
  const till = await open(officer, '0.00');
  const entry = { clientId: 'x2', number: 1, personReference, localAmount: sum('15.00'), paidOn: '2026-01-31' };
  expect(await results(till, [entry])).toMatchObject([{ result: 'taken' }]);
  await expireProposals(world.db, () => new Date(NOW.getTime() + 60 * DAY_MS));
  expect(await unpaidOf(loan)).toBe(0);
  const { lapsedOn } = await world.db
    .selectFrom('payInOrders')
    .select('lapsedOn')
    .where('userId', '=', handed.id)
    .executeTakeFirstOrThrow();
  expect(lapsedOn).toBeNull();
});
