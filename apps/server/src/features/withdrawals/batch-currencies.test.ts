import { expect, test } from 'vitest';
import { useBatches } from '../../test/batches.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { moveWithdrawal } = useLoans(world);
const { office, list, make, change, newAccount, asked } = useBatches(world);

test('an account in another currency pays at the rate of the day, rounded down, and not without one (R25.3)', async () => {
  const { maker, second } = office;
  const taka = await newAccount('BDT');
  const { id } = await asked();
  expect(refusal(await make(maker, taka, [id]))).toBe('409 rate_too_old');
  await world.db
    .insertInto('moneyRates')
    .values({
      mfiId: ROI,
      currency: 'BDT',
      validFrom: '2026-01-01',
      rateMillionths: 122_345_678 as never,
      source: 'Bank',
      reason: '',
      state: 'approved',
      enteredBy: maker.id,
      enteredAt: NOW,
      decidedBy: second.id,
      decidedAt: NOW,
    })
    .execute();
  expect(done(await make(maker, taka, [id]))).toMatchObject({ count: 1, total: '12234.56' });
  const shut = await newAccount('USD', false);
  const other = await asked();
  expect(refusal(await make(maker, shut, [other.id]))).toBe('422 invalid_request');
});

test('a request with a rate of its own is worth its local money, and goes with no other account than one of its currency or dollars (R25.3)', async () => {
  const { maker, second, account } = office;
  await world.db.updateTable('mfis').set({ localMoney: true, localCurrency: 'BDT' }).where('id', '=', ROI).execute();
  const by = { enteredBy: maker.id, enteredAt: NOW, decidedBy: second.id, decidedAt: NOW, state: 'approved' as const };
  const rate = { mfiId: ROI, currency: 'BDT' as const, source: 'Bangladesh Bank', reason: '', ...by };
  const rateMillionths = 122_350_000 as never;
  await world.db
    .insertInto('moneyRates')
    .values({ ...rate, validFrom: '2026-01-30', rateMillionths })
    .execute();
  const local = await asked();
  const shown = async () => (await list(maker)).find(({ id }: { id: string }) => id === local.id).local;
  expect(await shown(), 'before a batch').toEqual({ amount: '12235.00', currency: 'BDT' });
  await world.db.deleteFrom('moneyRates').execute();
  await world.db.updateTable('mfis').set({ localMoney: false, localCurrency: null }).where('id', '=', ROI).execute();
  const taka = await newAccount('BDT');
  const other = await newAccount('INR');
  expect(refusal(await make(maker, other, [local.id]))).toBe('422 wrong_currency');
  // The refusals come in the order of the contract, regardless of which request is named first.
  const over = await asked();
  done(await moveWithdrawal(over.id, over.loan.owner, { state: 'cancelled' }));
  expect(refusal(await make(maker, other, [local.id, over.id]))).toBe('409 wrong_status');
  expect(refusal(await make(maker, other, [over.id, '987654321', local.id]))).toBe('404 not_found');
  // No rate of today is needed.
  const made = done(await make(maker, taka, [local.id]));
  expect(made).toMatchObject({ count: 1, total: '12235.00' });
  done(await change(maker, made.id, { state: 'cancelled', reason: 'Another account' }));
  expect(done(await make(maker, account, [local.id])).total).toBe('100.00');
  expect(await shown(), 'in a batch of dollars').toEqual({ amount: '100.00', currency: 'USD' });
});
