import type { UserId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi } from '../../test/expected.ts';
import { done, type Loan, people, refusal, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lapseBackings } from '../pay-ins/lapse.service.ts';
import { relendCredit } from './relend.ts';

const world = useWorld();
const { newLoan, back, balance, find, decide } = useLoans(world);
const { keep, ask } = usePayouts(world);

const DAY_MS = 86_400_000;
let officer: Person;
/** Backed while the institution took a backing as paid. */
let before: Loan;
beforeAll(async () => {
  officer = await world.newPerson({ staffOf: [ROI] });
  before = await newLoan({ officer, status: 3 });
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

const cancel = (loan: Loan, as: Person, id: string) =>
  world.call('POST', '/api/borrow/cancelBacking', { as, body: { proposalId: loan.id, id } });
const creditOf = ({ id }: Person) => balanceCents(world.db, { kind: 'wallet', userId: id as UserId, mfiId: ROI });
const open = (amount = 100) => newLoan({ officer, form: { amount } });

describe('R31.1, R20.9: at an institution that awaits money', () => {
  test('the unpaid part ends and the paid part becomes credit, as in vector V9', async () => {
    const loan = await open();
    const [backer, other] = (await people(world, 2)) as [Person, Person];
    await receiveAtRoi(world, officer, backer, 3000);
    const { id } = done(await back(loan, backer, 50));
    done(await back(loan, other, 5));
    await receiveAtRoi(world, officer, backer, 400);
    expect(await balance('awaited', { loan })).toBe(-2100);
    expect(done(await cancel(loan, backer, id))).toEqual({
      amount: 50,
      awaited: 16,
      toCredit: 34,
      outside: 0,
      proposal: { status: 3, currentBalance: 5, remainingAmount: 95 },
    });
    expect(await creditOf(backer)).toBe(3400);
    expect(await balance('world', { user: backer })).toBe(-3400);
    expect(await balance('awaited', { loan })).toBe(-500);
    expect(await balance('escrow', { loan })).toBe(500);
    const orders = done(await world.call('GET', '/api/money/orders', { as: backer }));
    expect(orders[0]).toMatchObject({ amountDue: 0, items: [] });
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('a part paid by a fresh receipt is held back like the receipt, and may be lent again at once (R25.6)', async () => {
    const loan = await open();
    const me = await world.newPerson();
    const { id } = done(await back(loan, me, 30));
    await receiveAtRoi(world, officer, me, 3000);
    const payoutAccountId = await keep(me);
    world.now = new Date(NOW.getTime() + 2 * DAY_MS);
    done(await cancel(loan, me, id));
    await proveNow(world, me);
    expect(refusal(await ask({ me, payoutAccountId }, 30))).toBe('409 paid_in_lately');
    expect(done(await back(await open(), me, 30))).toMatchObject({ fromCredit: 30, toPay: 0 });
  });

  test('a backing from before goes back to where it came from, and the position explains it (R24.8, R24.7)', async () => {
    const [backer] = before.backers as [Person];
    const own = await world.call('GET', `/api/borrow/backings?proposalId=${before.id}`, { as: backer });
    const answer = await cancel(before, backer, done(own).backings[0].id);
    expect(done(answer)).toMatchObject({ amount: 40, awaited: 0, toCredit: 0, outside: 40, proposal: { status: 2 } });
    expect(await balance('world', { user: backer })).toBe(0);
    expect(await listViolations(world.db)).toEqual([]);
  });

  test('a rule for lending again does not lend to what its person took back (R25.8)', async () => {
    const loan = await open();
    const me = await world.newPerson();
    await receiveAtRoi(world, officer, me, 3000);
    done(await decide('approveProposal', loan, { as: officer }));
    const { id } = done(await back(loan, me, 25));
    done(await cancel(loan, me, id));
    const rules = [{ mfiId: '3', on: true, perLoan: 25, keep: 0 }];
    done(await world.call('PUT', '/api/money/relend', { as: me, body: rules as unknown as Record<string, unknown> }));
    world.now = new Date(NOW.getTime() + DAY_MS);
    await relendCredit(world.outside);
    expect(await creditOf(me)).toBe(3000);
  });

  test.each([1, 2, 3, 4])('cancel × lapse: the part ends once (round %i)', async (round) => {
    const loan = await open();
    const [backer, other] = (await people(world, 2)) as [Person, Person];
    const { id } = done(await back(loan, backer, 30));
    await receiveAtRoi(world, officer, other, 1000);
    done(await back(loan, other, 10));
    await receiveAtRoi(world, officer, backer, 1200);
    world.now = new Date(NOW.getTime() + 11 * DAY_MS);
    const lapse = () => lapseBackings(world.db, world.outside.now);
    const take = () => cancel(loan, backer, id);
    const [answer] =
      round % 2 ? await Promise.all([take(), lapse()]) : (await Promise.all([lapse(), take()])).toReversed();
    expect((answer as Awaited<ReturnType<typeof take>>).status).toBe(200);
    expect(await creditOf(backer)).toBe(1200);
    expect(await balance('awaited', { loan })).toBe(0);
    expect(done(await find(loan))).toMatchObject({ status: 3, currentBalance: 10 });
  });
});
