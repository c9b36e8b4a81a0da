import type { ReceiptId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { expectMoney, receiveAtRoi, takeBackAtRoi } from '../../test/expected.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { usePayouts } from '../../test/payouts.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);
const { keep, ask, credits } = usePayouts(world);

const after = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

test('a part that the institution took over was not given back, and holds nothing of later repayments (R25.6, R20.8)', async () => {
  const officers = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [ROI] })] as const;
  await expectMoney(world, ROI);
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
