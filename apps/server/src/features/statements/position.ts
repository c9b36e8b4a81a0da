import type { findPosition } from '@sathi/contract/account-days.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { type Minor, writeLocal } from '@sathi/domain/local-money.ts';
import { addCents, type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { type RateMillionths, writeRate } from '@sathi/domain/rates.ts';
import { centsAtRate } from '@sathi/domain/statement-candidates.ts';
import type { Db } from '../../db/db.ts';
import { findHeld, type LastBalance, listLastBalances } from './position.repository.ts';
import { findRatesOf } from './statement-candidates.repository.ts';

/** The sum that must be held, beside the last balances at the rates of the day (R24.7). */
export async function positionOf(db: Db, mfiId: MfiId, today: CalendarDate): Promise<DataOf<typeof findPosition>> {
  const held = await findHeld(db, mfiId);
  const accounts = await Promise.all(
    (await listLastBalances(db, mfiId)).map((account) => worthOf(db, mfiId, account, today)),
  );
  const isKnown = accounts.length > 0 && accounts.every(({ inUsd }) => inUsd !== null);
  const there = accounts.reduce((sum, { inUsd }) => addCents(sum, inUsd ?? ZERO_CENTS), ZERO_CENTS);
  return {
    mustHold: held.mustHoldCents,
    pending: held.pendingCents,
    accounts,
    covered: isKnown ? there >= held.mustHoldCents : null,
    house: { stillOut: held.houseOwedCents, credit: held.houseCreditCents },
    fund: { stillOut: held.fundOwedCents, credit: held.fundCreditCents },
  };
}

async function worthOf(db: Db, mfiId: MfiId, { balanceMinor, ...account }: LastBalance, today: CalendarDate) {
  const rates = await findRatesOf(db, mfiId, account.currency);
  const rate = account.currency === 'USD' ? null : rates.on(today);
  return {
    ...account,
    balance: balanceMinor === null ? null : writeLocal(balanceMinor as Minor),
    inUsd: balanceMinor === null ? null : (centsAtRate(balanceMinor, today, account.currency, rates) as Cents | null),
    rate: rate === null ? null : writeRate(rate as RateMillionths),
  };
}
