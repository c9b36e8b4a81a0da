import { msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import { hoursAfter } from '@sathi/domain/durations.ts';
import type { MfiId, PayoutResumeId } from '@sathi/domain/ids.ts';
import { RESUME_HOURS, SHOWS_PER_HOUR } from '@sathi/domain/destinations.ts';
import { confirmersOf, officeWithout } from '@sathi/domain/staff.ts';
import type { Change } from '../../http/call.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { AppSecret, Keyring } from '../../config/secret.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { askToConfirm, tellWithin } from '../notifications/tell.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { lockUser } from '../users/users.repository.ts';
import {
  approveResume,
  insertResume,
  insertShow,
  listShownAt,
  type ResumeRow,
  type StopRow,
} from './payout-stops.repository.ts';
import type { PayoutRequest } from './payout-requests.repository.ts';
import { openRequest } from './request-destination.ts';

type Teller = { readonly secret: AppSecret; readonly origin: string };
type Within = Pick<Change, 'tx' | 'viewer' | 'now'>;

/** One of the office has seen the person's ID paper; a second person confirms (R34.3). */
export async function enterResume(
  { mfiId, stop, ...change }: Within & { readonly mfiId: MfiId; readonly stop: StopRow },
  teller: Teller,
  reason: string,
): Promise<PayoutResumeId> {
  const { tx, viewer, now } = change;
  const enteredBy = viewer.id;
  const id = await insertResume(tx, { stopId: stop.id, mfiId, reason, enteredBy, enteredAt: now });
  const confirmers = confirmersOf({ enteredBy }, officeWithout(await findOffice(tx, mfiId, now), [stop.personId]));
  await askToConfirm(change, teller, { mfiId, what: 'payouts', id, page: 'MFIPayouts', confirmers });
  return id;
}

/** The second person confirms: payouts go on a day later, and the person hears of it by every way. */
export async function confirmResume(
  { tx, viewer, now, stop, entry }: Within & { readonly stop: StopRow; readonly entry: ResumeRow },
  teller: Teller,
): Promise<{ id: PayoutResumeId; state: 'approved'; resumesAt: Date }> {
  const resumesAt = hoursAfter(now, RESUME_HOURS);
  await approveResume(tx, entry, { approvedBy: viewer.id, approvedAt: now, resumesAt });
  const { personId: userId, email, language } = stop;
  const told = { key: `payouts_resumed:${stop.id}`, url: `${teller.origin}/App/Security` };
  await tellWithin(tx, teller, 'payouts_resumed', { ...told, hearers: [{ userId, email, language }] }, now);
  return { id: entry.id, state: 'approved', resumesAt };
}

/**
 * Opens a destination for staff, writes down who looked and why, and has its owner told (R25.2).
 *
 * @throws RefusalError `too_many_requests` after thirty within an hour
 */
export async function showDestination(
  { tx, viewer, now, mfiId, request }: Within & { readonly mfiId: MfiId; readonly request: PayoutRequest },
  reason: string,
  keys: Keyring,
) {
  await lockUser(tx, viewer.id);
  const shownAt = await listShownAt(tx, viewer.id, hoursAfter(now, -1));
  if (shownAt.length >= SHOWS_PER_HOUR) {
    const freeAt = hoursAfter(shownAt.at(-SHOWS_PER_HOUR) ?? now, 1);
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
    throw new RefusalError('too_many_requests', { retryAfterSeconds });
  }
  const { kind, id } = request;
  const showId = await insertShow(tx, { kind, id, shownBy: viewer.id, reason, shownAt: now });
  const dedupeKey = `payout_account_shown:${showId}`;
  const delayMs = msUntilDaytime(found(await findMfiSettings(tx, mfiId)).timeZone, now);
  await enqueue(tx, [{ kind: 'payout_account_shown', dedupeKey, payload: { showId }, delayMs }], now);
  return openRequest(keys, request);
}
