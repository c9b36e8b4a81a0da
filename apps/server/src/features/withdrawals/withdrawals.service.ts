import { isPaidIn, ownMinor, paidOutMinor } from '@sathi/domain/batches.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { MoneyAccountId, WithdrawalId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import { payableFrom } from '@sathi/domain/destinations.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import { CONFIRM_AFTER_DAYS, type WithdrawalMethod, type WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Change } from '../../http/call.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Keyring } from '../../config/secret.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { askedAccount } from '../money-accounts/approved-account.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { type Destination, lastFour, sealDestination, thoseTo } from './destinations.ts';
import { rateOf } from './paying-rates.repository.ts';
import { listPayoutAccounts, type PayoutAccountRow } from './payout-accounts.repository.ts';
import { accountsAt } from './payout-account-seals.ts';
import { failWithdrawal, sendWithdrawal, type SentHow, tellOwner } from './sending.repository.ts';
import {
  findWithdrawal,
  insertWithdrawal,
  listStanding,
  listUnconfirmed,
  nextWithdrawalId,
  setWithdrawal,
  type WithdrawalRow,
} from './withdrawals.repository.ts';

type LocalSum = { readonly amount: Minor; readonly currency: Currency };
type OnWithdrawal = { readonly proposal: ProposalRow; readonly withdrawal: WithdrawalRow };

/**
 * The owner asks for the whole funded amount (R4.1). Where destinations rest, a new one does so for a day; one that they
 * named before, in a request that stands or was sent, goes on from there. Of a new one they hear at once (R25.1).
 */
export async function requestWithdrawal({
  tx,
  now,
  proposal,
  method,
  destination,
  kept,
  sealKeys,
  sessionSince,
  rests,
}: Change & {
  readonly proposal: ProposalRow;
  readonly method: WithdrawalMethod;
  readonly destination: Destination;
  /** The kept account that was named; null for one that was typed. */
  readonly kept: PayoutAccountRow | null;
  readonly sealKeys: Keyring;
  readonly sessionSince: Date;
  /** Whether a new destination rests. */
  readonly rests: boolean;
}): Promise<WithdrawalRow> {
  const { id: proposalId, ownerId, fundedCents: amountCents } = proposal;
  const destined = { id: await nextWithdrawalId(tx), proposalId, ownerId, amountCents };
  const same = thoseTo(sealKeys, await listStanding(tx, ownerId), method, destination);
  const owned = same.filter(({ destinationSince, disownedAt }) => destinationSince !== null && disownedAt === null);
  const accounts = accountsAt(sealKeys, await listPayoutAccounts(tx, ownerId), method, destination);
  const known = [...owned.map(({ destinationSince }) => destinationSince), ...accounts.map(({ addedAt }) => addedAt)];
  const since = known.toSorted(byTime)[0] ?? null;
  if (since === null) {
    const dedupeKey = `payout_account_added:${destined.id}`;
    await enqueue(tx, [{ kind: 'payout_account_added', dedupeKey, payload: { withdrawalId: destined.id } }], now);
  }
  return insertWithdrawal(tx, {
    ...destined,
    method,
    sealedDestination: sealDestination(sealKeys, destined, destination),
    accountLast4: lastFour(destination),
    requestedAt: now,
    // A kept account rests wherever it is named.
    payableFrom: payableFrom(now, since, rests || kept !== null),
    payoutAccountId: kept?.id ?? null,
    destinationSince: since ?? now,
    sessionSince,
    localMinor: proposal.local?.payoutMinor ?? null,
    localCurrency: proposal.local?.currency ?? null,
  });
}

function byTime(one: Date | null, other: Date | null): number {
  return Number(one) - Number(other);
}

/** A withdrawal is looked up twice: its state may have moved while the lock of its proposal was waited for. */
export async function askedWithdrawal({
  tx,
  asked,
}: {
  readonly tx: Tx;
  readonly asked: { readonly id?: WithdrawalId | undefined };
}): Promise<OnWithdrawal> {
  const { id, proposalId } = found(await findWithdrawal(tx, given('id', asked.id)));
  const proposal = found(await lockProposal(tx, proposalId));
  return { proposal, withdrawal: found(await findWithdrawal(tx, id)) };
}

type AskedStep = { readonly id?: WithdrawalId | undefined; readonly accountId?: MoneyAccountId | undefined };

/** The withdrawal, and the account by which staff say that its money left. */
export async function askedStep({ tx, viewer, asked }: Pick<Change, 'tx' | 'viewer'> & { readonly asked: AskedStep }) {
  const on = await askedWithdrawal({ tx, asked });
  const { mfiId } = on.proposal;
  return { ...on, account: isStaffOf(viewer, mfiId) ? await askedAccount(tx, mfiId, asked.accountId) : null };
}

type Step = Change & OnWithdrawal;

/** Moves a withdrawal on (R4.2): the money leaves escrow when it is sent and comes back when sending failed (R4.3). */
export async function updateWithdrawal({
  body: { state, reason = '', localAmount, ...how },
  ...change
}: Step & {
  readonly body: Partial<SentHow> & {
    readonly state: WithdrawalStep;
    readonly reason?: string | undefined;
    readonly localAmount?: LocalSum | undefined;
  };
}): Promise<WithdrawalRow> {
  const { tx, viewer, now, withdrawal } = change;
  const closed = { closedAt: now, closedBy: viewer.id };
  switch (state) {
    case 'sent':
      return sendWithdrawal(change, {
        reference: '',
        ...how,
        ...(localAmount && (await localSent(tx, change.proposal, localAmount))),
      });
    case 'failed':
      return failWithdrawal(change, reason);
    case 'rejected':
      await tellOwner(tx, 'withdrawal_failed', withdrawal, now);
      return setWithdrawal(tx, withdrawal, { state: 'rejected', reason, ...closed });
    case 'confirmed':
    case 'cancelled':
      return setWithdrawal(tx, withdrawal, { state, ...closed });
  }
}

/** @throws RefusalError `wrong_currency`, `amount_not_positive`; `invalid_request` for a loan whose rate says the sum */
async function localSent(tx: Tx, { mfiId, local }: ProposalRow, { amount, currency }: LocalSum) {
  if (local !== null) throw invalidField('localAmount', 'invalid');
  const { localCurrency } = found(await findMoneySettings(tx, mfiId));
  if (currency !== localCurrency) throw new RefusalError('wrong_currency');
  if (amount <= 0) throw new RefusalError('amount_not_positive', { path: 'localAmount' });
  return { localMinor: amount, localCurrency };
}

/**
 * The account and the day by which staff say that money left, and the sum there: what the loan fixed, else what they say they
 * sent, else the worth of the dollars at the rate of that day (R25.3).
 *
 * @throws RefusalError `wrong_currency`, `rate_too_old`; `invalid_request` for a day to come
 */
export async function sentHow(
  { tx, now, proposal, account }: Pick<Step, 'tx' | 'now' | 'proposal'> & { readonly account: MoneyAccountRow | null },
  {
    sentOn,
    localAmount,
  }: {
    readonly sentOn?: CalendarDate | undefined;
    readonly localAmount?: LocalSum | undefined;
  },
): Promise<Omit<SentHow, 'reference'>> {
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  const day = sentOn ?? today;
  if (day > today) throw invalidField('sentOn', 'invalid');
  if (account === null) return sentOn === undefined ? {} : { sentOn };
  const { payoutMinor: localMinor = null, currency: localCurrency = null } = proposal.local ?? {};
  if (!isPaidIn(account.currency, { localMinor, localCurrency })) throw new RefusalError('wrong_currency');
  const said = localAmount?.currency === account.currency ? localAmount.amount : null;
  const paidMinor =
    ownMinor({ localMinor, localCurrency }, account.currency) ??
    said ??
    paidOutMinor(proposal.fundedCents, await rateOf(tx, proposal.mfiId, account, day));
  return { accountId: account.id, sentOn: day, paidMinor };
}

const CONFIRM_BATCH = 1000;

/** An owner who says nothing for seven days has received the money (R4.2). Safe to run twice and beside itself. */
export async function confirmSilentWithdrawals(db: Db, now: Date): Promise<number> {
  const sentBefore = new Date(now.getTime() - CONFIRM_AFTER_DAYS * DAY_MS);
  const silent = await listUnconfirmed(db, sentBefore, CONFIRM_BATCH);
  return doOneByOne(silent, ({ id, proposalId }) =>
    transaction(db, async (tx) => {
      await lockProposal(tx, proposalId);
      const withdrawal = await findWithdrawal(tx, id);
      if (withdrawal?.state !== 'sent') return false;
      await setWithdrawal(tx, withdrawal, { state: 'confirmed', closedAt: now });
      return true;
    }),
  );
}
