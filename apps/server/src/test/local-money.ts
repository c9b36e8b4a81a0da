import { afterEach, beforeEach } from 'vitest';
import { done, type Loan, useLoans } from './loans.ts';
import { type Person, ROI, type World } from './world.ts';

export const taka = (minor: number | string) => ({
  amount: typeof minor === 'string' ? minor : (minor / 100).toFixed(2),
  currency: 'BDT',
});

/** Loans in taka at ROI: the rate of the vectors, 122.35, is in force when a test begins. */
export function useLocalMoney(world: World) {
  const { find, decidePayment, pay } = useLoans(world);

  /** Sets the rate that is in force from the day `validFrom` on. */
  async function setRate(perUsd: number, validFrom = '2026-01-25'): Promise<void> {
    const { id } = await world.newPerson();
    const by = { enteredBy: id, enteredAt: world.now, decidedBy: id, decidedAt: world.now, state: 'approved' as const };
    const rate = { mfiId: ROI, currency: 'BDT' as const, validFrom, source: 'Bangladesh Bank', reason: '', ...by };
    const rateMillionths = Math.round(perUsd * 1_000_000) as never;
    await world.db
      .insertInto('moneyRates')
      .values({ ...rate, rateMillionths })
      .execute();
  }

  const setLocalMoney = (localMoney: boolean) =>
    world.db.updateTable('mfis').set({ localMoney, localCurrency: 'BDT' }).where('id', '=', ROI).execute();

  const enterLocal = (loan: Loan, minor: number | string, facts: object = {}) =>
    pay(loan, undefined, { body: { proposalId: loan.id, localAmount: taka(minor), ...facts } });

  async function repayLocal(loan: Loan, minor: number | string, facts: object = {}) {
    const entered = done(await enterLocal(loan, minor, facts));
    return done(await decidePayment('approvePayment', loan, entered.id));
  }

  const page = async (loan: Pick<Loan, 'id'>, as: Person | null) => done(await find(loan, as));

  beforeEach(async () => {
    await setLocalMoney(true);
    await setRate(122.35);
  });
  afterEach(async () => {
    await setLocalMoney(false);
    await world.db.deleteFrom('moneyRates').execute();
  });

  return { setRate, setLocalMoney, enterLocal, repayLocal, page };
}
