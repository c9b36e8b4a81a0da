import { addDays, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { DAY_MS, hoursAfter } from '@sathi/domain/durations.ts';
import {
  HELD_DAYS,
  PAYOUT_CENTS_MIN,
  PAYOUT_REST_HOURS,
  payableCents,
  type PayoutStep,
} from '@sathi/domain/payouts.ts';
import { paidOutMinor } from '@sathi/domain/batches.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import { CONFIRM_AFTER_DAYS } from '@sathi/domain/withdrawals.ts';
import type { Keyring } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { rateOf } from './paying-rates.repository.ts';
import {
  type PayoutRow,
  findPayout,
  insertPayout,
  listFreshReceipts,
  listUnconfirmedPayouts,
  lockPayout,
  setPayout,
} from './payouts.repository.ts';
import { openPayoutAccount } from './payout-account-seals.ts';
import type { PayoutAccountRow } from './payout-accounts.repository.ts';
import { dropPayout, failPayout, postPayout, sendPayout, type Stepping } from './paying-out.repository.ts';

type Asked = {
  readonly mfi: { readonly id: MfiId; readonly timeZone: string };
  readonly kept: PayoutAccountRow;
  readonly amountCents: Cents;
  readonly keys: Keyring;
};

/**
 * Asks credit out to an account that its person keeps, which is locked (R25.6). It leaves the credit at once.
 *
 * @throws RefusalError `amount_below_minimum`, `amount_above_credit`; `paid_in_lately` with `availableAmount`
 */
export async function askPayout(change: Change, { mfi, kept, amountCents, keys }: Asked): Promise<PayoutRow> {
  const { tx, viewer, now } = change;
  const { id: userId } = viewer;
  if (amountCents < PAYOUT_CENTS_MIN) throw new RefusalError('amount_below_minimum');
  const { creditCents, payable } = await creditFor(tx, { userId, mfi, kept, keys, now });
  if (amountCents > creditCents) throw new RefusalError('amount_above_credit');
  if (amountCents > payable) {
    throw new RefusalError('paid_in_lately', { facts: { availableAmount: dollarsOf(payable) } });
  }
  return enterPayout(steppingOf(change), { mfiId: mfi.id, userId, amountCents, payoutAccountId: kept.id });
}

type Credit = Omit<Asked, 'amountCents'> & { readonly userId: UserId; readonly now: Date };

/** The credit of a person with an institution, held, and the part of it that may go to this account now (R25.6). */
export async function creditFor(tx: Tx, { userId, mfi, kept, keys, now }: Credit) {
  const creditCents = ((await lockCredits(tx, [userId], mfi.id)).get(userId) ?? 0) as Cents;
  const today = calendarDateIn(mfi.timeZone, now);
  const receipts = await listFreshReceipts(tx, { mfiId: mfi.id, userId }, addDays(today, -HELD_DAYS));
  const { accountNumber } = openPayoutAccount(keys, kept);
  return { creditCents, payable: payableCents(creditCents, receipts, { today, accountNumber }) };
}

/** Enters a request; it may be sent a day later. */
export async function enterPayout(
  step: Stepping,
  asked: Pick<PayoutRow, 'mfiId' | 'userId' | 'amountCents' | 'payoutAccountId'>,
): Promise<PayoutRow> {
  const { tx, now } = step;
  const rest = { requestedAt: now, payableFrom: hoursAfter(now, PAYOUT_REST_HOURS) };
  const payout = found(await findPayout(tx, await insertPayout(tx, { ...asked, ...rest })));
  await postPayout(step, 'payout_asked', payout);
  return payout;
}

export function steppingOf({ tx, viewer, now, attempt }: Change): Stepping {
  return { tx, actorId: viewer.id, now, requestHash: attempt.requestHash };
}

type Step = {
  readonly state: PayoutStep;
  readonly bankReference?: string | undefined;
  readonly sentOn?: CalendarDate | undefined;
  readonly reason?: string | undefined;
};

type Moving = Change & {
  readonly payout: PayoutRow;
  readonly account: MoneyAccountRow | null;
  readonly body: Step;
};

/** Moves a locked payout on, outside of batches (R25.4). @throws RefusalError `rate_too_old` */
export async function updatePayout(change: Moving) {
  const { tx, now, payout, body } = change;
  const step = steppingOf(change);
  const { state } = body;
  switch (state) {
    case 'sent':
      await sendPayout(step, payout, await sentBy(change));
      break;
    case 'failed':
      await failPayout(step, payout, given('reason', body.reason));
      break;
    case 'rejected':
      await dropPayout(step, payout, { state, reason: given('reason', body.reason) });
      break;
    case 'cancelled':
      await dropPayout(step, payout, { state });
      break;
    case 'confirmed':
      await setPayout(tx, payout.id, { state, closedAt: now, closedBy: change.viewer.id });
  }
  return found(await findPayout(tx, payout.id));
}

/**
 * The facts of a sent payout, by the account that staff name, at the rate of the day.
 * @throws RefusalError `rate_too_old`
 */
async function sentBy({ tx, now, payout: { mfiId, amountCents, timeZone }, body, ...named }: Moving) {
  const [account, sentOn] = [found(named.account), given('sentOn', body.sentOn)];
  if (sentOn > calendarDateIn(timeZone, now)) throw invalidField('sentOn', 'invalid');
  const paidMinor = paidOutMinor(amountCents, await rateOf(tx, mfiId, account, sentOn));
  return { accountId: account.id, paidMinor, bankReference: given('bankReference', body.bankReference), sentOn };
}

const CONFIRM_BATCH = 1000;

/** A person who says nothing for seven days has received the money. Safe to run twice and beside itself. */
export async function confirmSilentPayouts(db: Db, now: Date): Promise<number> {
  const sentBefore = new Date(now.getTime() - CONFIRM_AFTER_DAYS * DAY_MS);
  const silent = await listUnconfirmedPayouts(db, sentBefore, CONFIRM_BATCH);
  return doOneByOne(silent, ({ id }) =>
    transaction(db, async (tx) => {
      const payout = await lockPayout(tx, id);
      if (payout?.state !== 'sent') return false;
      await setPayout(tx, id, { state: 'confirmed', closedAt: now });
      return true;
    }),
  );
}
