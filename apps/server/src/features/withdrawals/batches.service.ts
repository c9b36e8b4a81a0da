import {
  type BatchItemRefusal,
  batchItemRefusal,
  type BatchRequest,
  heldRefusal,
  isPaidIn,
  ownMinor,
  paidOutMinor,
} from '@sathi/domain/batches.ts';
import { calendarDateIn, msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MfiId, PayoutBatchId, UserId } from '@sathi/domain/ids.ts';
import type { Currency, Minor } from '@sathi/domain/local-money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmersOf, officeWithout } from '@sathi/domain/staff.ts';
import type { AppSecret, Keyring } from '../../config/secret.ts';
import type { Tx } from '../../db/db.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById, findMfiSettings } from '../mfis/mfis.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { askToConfirm, tellWithin } from '../notifications/tell.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import { csvFile, painFile } from './batch-file.ts';
import { type BatchRow, insertBatch, insertDownload } from './batches.repository.ts';
import { rateOf } from './paying-rates.repository.ts';
import { isSameRequest, listRequests, type PayoutRequest, type RequestName } from './payout-requests.repository.ts';
import { insertShow } from './payout-stops.repository.ts';
import { openRequest } from './request-destination.ts';

export type Teller = { readonly secret: AppSecret; readonly origin: string };
type Within = Pick<Change, 'tx' | 'viewer' | 'now'> & { readonly mfiId: MfiId; readonly teller: Teller };

export function requestOf(row: PayoutRequest, keys: Keyring): BatchRequest {
  const { accountNumber } = openRequest(keys, row);
  return { ...row, accountNumber, isInBatch: row.batchId !== null };
}

type Refusing = {
  readonly viewer: SignedIn;
  readonly now: Date;
  readonly keys: Keyring;
  /** The currency of the account that is to pay. */
  readonly currency: Currency;
};

/** The refusal of each request that may not be in a new batch; one that is not of the institution is not found. */
export function refusalsOf(
  names: readonly RequestName[],
  rows: readonly PayoutRequest[],
  { viewer, now, keys, currency }: Refusing,
): (RequestName & { code: BatchItemRefusal | 'not_found' | 'wrong_currency' })[] {
  const refusalOf = (row: PayoutRequest | undefined) => {
    if (row === undefined) return 'not_found';
    const refusal = batchItemRefusal(viewer, requestOf(row, keys), now);
    return refusal ?? (isPaidIn(currency, row) ? null : 'wrong_currency');
  };
  return names.flatMap(({ kind, id }) => {
    const code = refusalOf(rows.find(isSameRequest({ kind, id })));
    return code === null ? [] : [{ kind, id, code }];
  });
}

/** @throws RefusalError `invalid_request` for a list that names a request twice: its money would leave twice */
export function refuseRepeated(path: string, names: readonly RequestName[]): void {
  if (new Set(names.map(({ kind, id }) => `${kind} ${id}`)).size !== names.length) throw invalidField(path, 'invalid');
}

/** @throws RefusalError `payouts_stopped`, `frozen`, `credit_below_zero`, `cooling_off` for requests of a batch that must not be sent now, each by name */
export function refuseHeld(rows: readonly PayoutRequest[], now: Date): void {
  const items = rows.flatMap((row) => {
    const code = row.state === 'requested' ? heldRefusal(row, now) : null;
    return code === null ? [] : [{ kind: row.kind, id: String(row.id), code }];
  });
  if (items[0]) throw new RefusalError(items[0].code, { facts: { items } });
}

/**
 * Puts requests together that one account pays, each at the rate of today; a second person approves (R25.3).
 *
 * @throws RefusalError `rate_too_old` without a rate of the account's currency
 */
export async function makeBatch(
  { tx, viewer, now, mfiId, teller, office }: Within & { readonly office: OfficeRows },
  account: MoneyAccountRow,
  requests: readonly PayoutRequest[],
): Promise<{ id: PayoutBatchId; count: number; total: Minor }> {
  const { timeZone } = found(await findMfiSettings(tx, mfiId));
  const isFixed = requests.every((request) => ownMinor(request, account.currency) !== null);
  const rate = isFixed ? null : await rateOf(tx, mfiId, account, calendarDateIn(timeZone, now));
  const items = requests.map((request) => ({
    request,
    paidMinor: ownMinor(request, account.currency) ?? paidOutMinor(request.amountCents, rate),
  }));
  const batch = { mfiId, accountId: account.id, enteredBy: viewer.id, enteredAt: now };
  const id = await insertBatch(tx, batch, items);
  const ownerIds = requests.map(({ ownerId }) => ownerId);
  const confirmers = confirmersOf({ enteredBy: viewer.id }, officeWithout(office, ownerIds));
  await askToConfirm({ tx, viewer, now }, teller, { mfiId, what: 'batch', id, page: 'MFIPayouts', confirmers });
  const total = items.reduce((sum, { paidMinor }) => sum + paidMinor, 0) as Minor;
  return { id, count: items.length, total };
}

type About = { readonly mfiId: MfiId; readonly teller: Teller; readonly actorId: UserId; readonly key: string };

async function aboutBatch(tx: Tx, { mfiId, teller, actorId, key }: About) {
  const { name: mfiName } = found(await findMfiById(tx, mfiId));
  const url = `${teller.origin}/App/MFIPayouts/${encodeURIComponent(mfiName)}`;
  return { key, url, actorId, mfiId, mfiName };
}

type Shown = Within & { readonly office: OfficeRows; readonly keys: Keyring; readonly format: 'csv' | 'pain.001' };

/**
 * The file of an approved batch, which is locked, of what is still to be sent: the bank would pay anything else a second time
 * (R25.4). All staff hear of it, and each number in it counts as shown (R25.2, R25.3).
 *
 * @throws RefusalError as {@link refuseHeld}
 */
export async function batchFile({ tx, viewer, now, mfiId, teller, office, keys, format }: Shown, batch: BatchRow) {
  const { timeZone } = found(await findMfiSettings(tx, mfiId));
  const rows = await listRequests(tx, { mfiId, now, batchId: batch.id, state: 'requested' }, { limit: batch.count });
  refuseHeld(rows, now);
  const payments = rows.toReversed().map((row) => ({
    ...openRequest(keys, row),
    method: row.method,
    reference: row.reference,
    paidMinor: found(row.paidMinor),
  }));
  const download = await insertDownload(tx, {
    batchId: batch.id,
    format,
    downloadedBy: viewer.id,
    downloadedAt: now,
  });
  const delayMs = msUntilDaytime(timeZone, now);
  for (const { kind, id, key } of rows) {
    const show = { kind, id, shownBy: viewer.id, reason: `${batch.account}, ${batch.id}`, shownAt: now };
    const showId = await insertShow(tx, show);
    // Its owner hears of the first download.
    const dedupeKey = `payout_account_shown:batch:${batch.id}:${key}`;
    await enqueue(tx, [{ kind: 'payout_account_shown', dedupeKey, payload: { showId }, delayMs }], now);
  }
  const actorName = office.members.find(({ userId }) => userId === viewer.id)?.name ?? '';
  const event = await aboutBatch(tx, { mfiId, teller, actorId: viewer.id, key: `batch_downloaded:${download}` });
  await tellWithin(tx, teller, 'batch_downloaded', { ...event, facts: { actorName, label: batch.account } }, now);
  const { id, currency, holder, accountNumber: number, bankName, bic } = batch;
  const day = calendarDateIn(timeZone, now);
  const file = { id, currency, day, at: now, payer: { holder, number, bankName, bic }, payments };
  return format === 'csv' ? csvFile(file) : painFile(file);
}
