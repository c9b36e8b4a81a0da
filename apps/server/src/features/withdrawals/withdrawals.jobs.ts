import { DAY_MS } from '@sathi/domain/durations.ts';
import type { PayoutId, UserId, WithdrawalId } from '@sathi/domain/ids.ts';
import { BANK_DATA_DAYS } from '@sathi/domain/own-data.ts';
import { hasStayed } from '@sathi/domain/withdrawals.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { JobHandler } from '../../outbox/outbox.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tell } from '../notifications/tell.ts';
import { findToldProposal } from '../notifications/told.repository.ts';
import { endBatches } from './end-batches.ts';
import { forgetDestinations, forgetPayoutAccounts } from './forget-destinations.ts';
import { askForFormerMembers } from './kept-accounts.ts';
import { notMeToken } from './not-me-token.ts';
import { findShow } from './payout-stops.repository.ts';
import { findPayout } from './payouts.repository.ts';
import { confirmSilentPayouts } from './payouts.service.ts';
import { findWithdrawal } from './withdrawals.repository.ts';
import { confirmSilentWithdrawals } from './withdrawals.service.ts';

type PayoutNews = {
  readonly what: 'payout_sent' | 'payout_failed';
  readonly payoutId: PayoutId;
  /** Absent in jobs that an older version wrote. */
  readonly at?: string;
};
type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config' | 'log'>;

/** Money that was sent and not answered for seven days counts as received; owners hear of their destinations. */
export function withdrawalJobs(outside: Port): Partial<Jobs> {
  const { db, now } = outside;
  return {
    handlers: {
      payout_account_added: tellAdded(outside),
      payout_account_shown: tellShown(outside),
      payout_news: tellPayout(outside),
      forget_destinations: forgetOf(outside),
    },
    schedules: [
      { name: 'withdrawals', everyMinutes: 60, work: () => confirmSilentWithdrawals(db, now()) },
      { name: 'payouts', everyMinutes: 60, work: () => confirmSilentPayouts(db, now()) },
      { name: 'batches', everyMinutes: 60, work: () => endBatches(db, now()) },
      { name: 'kept accounts', everyMinutes: 60, work: () => askForFormerMembers(outside) },
      { name: 'bank data', everyMinutes: 60, work: () => forgetOld(outside) },
    ],
  };
}

function tellAdded(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { withdrawalId } = payload as { withdrawalId: WithdrawalId };
    const told = await toldOf(outside, withdrawalId);
    if (!told) return;
    const token = notMeToken(outside.secret, { id: withdrawalId, ownerId: told.ownerId });
    const url = `${publicOrigin(outside.config)}/App/NotMe?token=${token}`;
    const key = `payout_account_added:${withdrawalId}`;
    await tell(outside, 'payout_account_added', { ...told, key, url, facts: { url } });
  };
}

function tellShown(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { showId } = payload as { showId: number };
    const show = await findShow(outside.db, showId);
    if (show === undefined) return;
    const { withdrawalId, payoutId, reason: why } = show;
    const ofLoan = withdrawalId && (await toldOf(outside, withdrawalId));
    const told = ofLoan && { ...ofLoan, byDay: { timeZone: ofLoan.timeZone } };
    const key = `payout_account_shown:${showId}`;
    if (told) await tell(outside, 'payout_account_shown', { ...told, key, facts: { why, what: 'loan' } });
    const ofCredit = payoutId && (await toldOfCredit(outside, payoutId));
    if (ofCredit) await tell(outside, 'payout_credit_shown', { ...ofCredit, key, facts: { why, what: 'credit' } });
  };
}

/** Its person hears that credit was sent to them, or came back, unless that was undone before the morning. */
function tellPayout(outside: Port): JobHandler {
  return async ({ payload, dedupeKey: key }) => {
    const { what, payoutId, at } = payload as PayoutNews;
    const payout = await findPayout(outside.db, payoutId);
    const step = what === 'payout_sent' ? 'sent' : 'failed';
    if (payout === undefined || !hasStayed(payout, step, at)) return;
    const told = await toldOfCredit(outside, payoutId);
    if (told) await tell(outside, what, { ...told, key, facts: { mfiName: told.mfiName } });
  };
}

async function toldOfCredit({ db, config }: Port, id: PayoutId) {
  const payout = await findPayout(db, id);
  if (payout === undefined) return undefined;
  const { mfiName, timeZone, userId, amountCents } = payout;
  const hearers = (await listHearers(db, [userId])).map((person) => ({ ...person, amountCents }));
  return { mfiName, hearers, url: `${publicOrigin(config)}/App/Portfolio`, byDay: { timeZone } };
}

/** Forgets the accounts of a person who left. */
function forgetOf({ db, secret, now }: Port): JobHandler {
  return async ({ payload }) => {
    const of = payload as { ownerId: UserId };
    await forgetDestinations(db, secret, of, now());
    await forgetPayoutAccounts(db, secret, of, now());
  };
}

/** Forgets old bank data, which the log counts and never names (R33.3). */
async function forgetOld({ db, secret, now, log }: Port): Promise<void> {
  const lastPayoutBefore = new Date(now().getTime() - BANK_DATA_DAYS * DAY_MS);
  const which = { lastPayoutBefore };
  const bankData =
    (await forgetDestinations(db, secret, which, now())) + (await forgetPayoutAccounts(db, secret, which, now()));
  if (bankData > 0) log.info({ erased: { bankData } }, 'retention');
}

async function toldOf({ db }: Port, id: WithdrawalId) {
  const withdrawal = await findWithdrawal(db, id);
  const proposal = withdrawal && (await findToldProposal(db, withdrawal.proposalId));
  return proposal && { ...proposal, amountCents: withdrawal.amountCents, inLoan: null };
}
