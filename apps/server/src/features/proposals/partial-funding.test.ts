import type { ProposalId } from '@sathi/domain/ids.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../errors/refusal-error.ts';
import { expectMoney, receiveAt } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';
import { postponeUnpaid } from '../pay-ins/parts.repository.ts';
import { expireProposals } from './approvals.service.ts';
import { takePart } from './partial-funding.repository.ts';
import { lockProposal } from './proposals.repository.ts';

const world = useWorld();
const { newLoan, back, find, history, decide, edit, setStatus, create } = useLoans(world);

const DAY_MS = 86_400_000;
/** The end of the 30th day in Kolkata. */
const DEADLINE = new Date('2026-03-02T18:29:59.999Z');
const TAKES_PART = { acceptPartial: true } as object;
const night = async (days = 0) => {
  world.now = new Date(DEADLINE.getTime() + 2 + days * DAY_MS);
  await lapseBackings(world.db, world.outside.now);
  return expireProposals(world.db, world.outside.now);
};
const kindsOf = async ({ id }: Person) =>
  (await world.db.selectFrom('notifications').select(['kind', 'amountCents']).where('userId', '=', id).execute()).map(
    ({ kind, amountCents }) => `${kind} ${amountCents}`,
  );
const tellAll = () => world.call('GET', '/api/dev/inbox');
afterEach(async () => {
  world.now = new Date(NOW.getTime() + 400 * DAY_MS);
  while ((await expireProposals(world.db, world.outside.now)) > 0);
  world.now = NOW;
});

describe('R5.5, R31.2: an owner takes what came together, from half of the amount on', () => {
  test('half of it goes ahead at the deadline: the amount is what came, the approval stays, all are told', async () => {
    const loan = await newLoan({ status: 3, isApproved: true, backings: [30, 20], form: TAKES_PART });
    expect(done(await find(loan))).toMatchObject({ acceptPartial: true, amountAsked: null, amount: 100 });
    expect(await night()).toBe(0);
    const card = done(await find(loan, loan.owner));
    expect(card).toMatchObject({ status: 4, amount: 50, amountAsked: 100, currentBalance: 50, isMFIApproved: true });
    expect((await history(loan)).at(-1)).toBe('backed');
    await tellAll();
    for (const person of [loan.owner, loan.officer, ...loan.backers]) {
      expect(await kindsOf(person)).toContain('partly_backed 5000');
      expect(await kindsOf(person)).not.toContain('fully_backed 5000');
    }
    done(await decide('releaseFunds', loan));
    const released = done(await find(loan, loan.owner));
    expect(released).toMatchObject({ status: 5, fundedAmount: 50, amountAsked: 100 });
    expect(released.schedule.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBeCloseTo(50);
  });

  test('less than half closes it, and so does half where its owner wants the whole', async () => {
    const short = await newLoan({ status: 3, backings: [49.99], form: TAKES_PART });
    const whole = await newLoan({ status: 3, backings: [60] });
    expect(await night()).toBe(2);
    for (const loan of [short, whole]) {
      expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, amount: 100, closedReason: 'expired' });
    }
  });

  test('jobs that run at once take the part once, and what is returned later is of the amount that was asked', async () => {
    const loan = await newLoan({ status: 3, backings: [70], form: TAKES_PART });
    world.now = new Date(DEADLINE.getTime() + 2);
    await Promise.all([expireProposals(world.db, world.outside.now), expireProposals(world.db, world.outside.now)]);
    expect((await history(loan)).filter((kind) => kind === 'backed')).toHaveLength(1);
    done(await decide('returnProposal', loan));
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 1, amount: 100, amountAsked: null });
    done(await setStatus(loan, loan.owner, 2));
    expect(done(await find(loan)).acceptPartial).toBe(true);
  });

  test('it is released at once where the institution does that and it was checked', async () => {
    const release = (releaseOnApproval: boolean) =>
      world.db.updateTable('mfis').set({ releaseOnApproval }).where('id', '=', ROI).execute();
    await release(true);
    const loan = await newLoan({ status: 3, isApproved: true, backings: [80], form: TAKES_PART });
    await night();
    await release(false);
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 5, fundedAmount: 80 });
  });

  test('its owner chooses it in the form, and may change it until somebody backs', async () => {
    const owner = await world.newPerson();
    const { id } = done(await create(owner));
    done(await edit({ id }, owner, TAKES_PART));
    expect(done(await find({ id })).acceptPartial).toBe(true);
    done(await edit({ id }, owner, { acceptPartial: false }));
    expect(done(await find({ id })).acceptPartial).toBe(false);
    done(await back({ id }, await world.newPerson(), 10));
    expect((await edit({ id }, owner, TAKES_PART)).status).toBe(409);
  });
});

describe('R31.2: where money is awaited it is decided when nothing is awaited any more', () => {
  const atDcbs = async (...backings: number[]): Promise<Loan> => {
    world.now = NOW;
    const officer = await world.newPerson({ staffOf: [DCBS] });
    const { collection } = await world.db
      .selectFrom('mfis')
      .select('collection')
      .where('id', '=', DCBS)
      .executeTakeFirstOrThrow();
    if (collection === 'trust') await expectMoney(world, DCBS);
    const loan = await newLoan({ mfiId: DCBS, officer, form: TAKES_PART });
    world.now = new Date(DEADLINE.getTime() - DAY_MS);
    const backers: Person[] = [];
    for (const dollars of backings) {
      const backer = await world.newPerson();
      done(await back(loan, backer, dollars));
      backers.push(backer);
    }
    return { ...loan, backers };
  };
  const statusOf = async (loan: Loan) => done(await find(loan, loan.owner)).status;

  test('it waits for what is promised, and goes ahead with what came in time; the rest ends', async () => {
    const loan = await atDcbs(40, 20, 10);
    const [first, second] = loan.backers as [Person, Person, Person];
    expect(await night()).toBe(0);
    expect(await statusOf(loan)).toBe(3);
    await receiveAt(world, DCBS, loan.officer, first, 4000);
    await receiveAt(world, DCBS, loan.officer, second, 2000);
    expect(await night(1)).toBe(0);
    expect(await statusOf(loan)).toBe(3);
    const { fundingDeadline } = done(await find(loan, loan.owner));
    expect(await night(30)).toBe(0);
    expect(done(await find(loan, loan.owner))).toMatchObject({
      status: 4,
      amount: 60,
      amountAsked: 100,
      awaitedAmount: 0,
      fundingDeadline,
    });
    expect(await history(loan)).not.toContain('reopened');
  });

  test('ended by it, money that was not yet due is no lapse of its backer (R20.3, R20.10)', async () => {
    const loan = await atDcbs(60, 20, 10);
    const [first, told, late] = loan.backers as [Person, Person, Person];
    await receiveAt(world, DCBS, loan.officer, first, 6000);
    const { payDays } = await world.db
      .selectFrom('mfis')
      .select('payDays')
      .where('id', '=', DCBS)
      .executeTakeFirstOrThrow();
    // "I have paid" moves the last day (R20.2).
    await transaction(world.db, (tx) => postponeUnpaid(tx, { mfiId: DCBS, userId: told.id }, 5));
    await night(payDays + 4);
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 4, amount: 60, awaitedAmount: 0 });
    const lapsesOf = async ({ id }: Person) =>
      (
        await world.db
          .selectFrom('payInOrders')
          .select('lapsedOn')
          .where('mfiId', '=', DCBS)
          .where('userId', '=', id)
          .executeTakeFirstOrThrow()
      ).lapsedOn;
    expect([await lapsesOf(told), await lapsesOf(late)]).toEqual([null, expect.any(String)]);
  });

  test('judged again under its lock it waits, whatever chose it', async () => {
    const loan = await atDcbs(60, 10);
    const now = new Date(DEADLINE.getTime() + 2);
    const unfunded = await transaction(world.db, async (tx) =>
      takePart(tx, found(await lockProposal(tx, Number(loan.id) as ProposalId)), now),
    );
    expect(unfunded).toBeNull();
    expect(done(await find(loan, loan.owner))).toMatchObject({ status: 3, awaitedAmount: 70 });
  });

  test('its deadline decides at once when all of it came, and too little gives it back', async () => {
    const [enough, little] = [await atDcbs(60), await atDcbs(60)];
    await receiveAt(world, DCBS, enough.officer, enough.backers[0] as Person, 6000);
    await receiveAt(world, DCBS, little.officer, little.backers[0] as Person, 4999);
    await night();
    expect([await statusOf(enough), await statusOf(little)]).toEqual([4, 3]);
    // Its money would have lapsed by then, had that job not been late.
    world.now = new Date(DEADLINE.getTime() + 30 * DAY_MS);
    expect(await expireProposals(world.db, world.outside.now)).toBe(1);
    expect(done(await find(little, little.owner))).toMatchObject({ status: 1, amount: 100, closedReason: 'expired' });
  });
});
