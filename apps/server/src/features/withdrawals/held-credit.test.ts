import type { ReceiptId } from '@sathi/domain/ids.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);
const { keep, ask, credits } = usePayouts(world);

let officers: readonly [Person, Person];
beforeAll(async () => {
  officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })];
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

const after = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

test('a part that the institution took over was not given back, and holds nothing of later repayments (R25.6, R20.8)', async () => {
  const me = await world.newPerson();
  const loans: Loan[] = [];
  const receipts: Awaited<ReturnType<typeof receiveAtRoi>>[] = [];
  for (const _ of [1, 2]) {
    const loan = await newLoan({ officer: officers[0], form: { amount: 30 } });
    done(await back(loan, me, 30));
    receipts.push(await receiveAtRoi(world, officers[0], me, 3000));
    done(await decide('approveProposal', loan, { as: officers[0] }));
    done(await decide('releaseFunds', loan, { as: officers[1] }));
    loans.push(loan);
  }
  const payoutAccountId = await keep(me);
  world.now = after(2);
  // The money of the second receipt stays, though its loan covers what the bank took back of the first.
  await takeBackAtRoi(world, officers[1], me, receipts[0]?.id as ReceiptId);
  await repay(loans[0] as Loan, 10);
  expect(await credits(me)).toMatchObject([{ amount: 10 }]);
  await proveNow(world, me);
  done(await ask({ me, payoutAccountId }, 10));
});

/**
 * Two backings of 30, each paid by a receipt of its own; the bank takes the older receipt back, which leaves the later backing
 * unpaid. So the money of the younger receipt pays the earlier one now (R20.8).
 */
async function bouncedUnderAnother() {
  const [officer, other] = officers;
  const me = await world.newPerson();
  const open = () => newLoan({ officer, form: { amount: 60 } });
  const [earlier, later] = [await open(), await open()];
  done(await back(earlier, me, 30));
  const bounced = await receiveAtRoi(world, officer, me, 3000);
  world.now = after(1);
  done(await back(later, me, 30));
  await receiveAtRoi(world, officer, me, 3000);
  const payoutAccountId = await keep(me);
  world.now = after(3);
  const { reopened } = await takeBackAtRoi(world, other, me, bounced.id);
  expect(reopened).toEqual([{ proposalId: Number(later.id), amountCents: 3000 }]);
  return { me, earlier, later, payoutAccountId };
}

/** A loan of 20 that this person backed, of which 10 came back as credit; the receipt that paid it stays in it. */
async function repaidTo(me: Person): Promise<void> {
  const loan = await newLoan({ officer: officers[0], isApproved: true, form: { amount: 20 } });
  done(await back(loan, me, 20));
  await receiveAtRoi(world, officers[0], me, 2000);
  done(await decide('releaseFunds', loan));
  await repay(loan, 10);
}

/** The part of their credit that this person may have now, told to a person who asks for more. */
async function available(me: Person, payoutAccountId: string): Promise<unknown> {
  await proveNow(world, me);
  const [{ amount }] = (await credits(me)) as [{ amount: number }];
  const { body } = await ask({ me, payoutAccountId }, amount);
  expect(body.code).toBe('paid_in_lately');
  return { credit: amount, available: body.availableAmount };
}

describe('a bounced receipt leaves a part unpaid that another receipt paid (R20.8, R25.6)', () => {
  test('the part that stays is given back, and is held as money of the receipt that stays', async () => {
    const { me, earlier, payoutAccountId } = await bouncedUnderAnother();
    done(await decide('returnProposal', earlier));
    expect(await available(me, payoutAccountId)).toEqual({ credit: 30, available: 0 });
  });

  test('the unpaid part is given back, and holds nothing of credit from repayments', async () => {
    const { me, later, payoutAccountId } = await bouncedUnderAnother();
    done(await decide('returnProposal', later));
    expect(await credits(me)).toEqual([]);
    await repaidTo(me);
    expect(await credits(me)).toMatchObject([{ amount: 10 }]);
    await proveNow(world, me);
    done(await ask({ me, payoutAccountId }, 10));
  });

  test('the unpaid part is paid anew and given back, and holds the money that came last alone', async () => {
    const { me, later, payoutAccountId } = await bouncedUnderAnother();
    await receiveAtRoi(world, officers[0], me, 3000);
    await repaidTo(me);
    done(await decide('returnProposal', later));
    expect(await available(me, payoutAccountId)).toEqual({ credit: 40, available: 10 });
  });
});
