import { msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import type { MfiId, PayoutResumeId } from '@sathi/domain/ids.ts';
import { RESUME_HOURS, SHOWS_PER_HOUR, hoursAfter } from '@sathi/domain/payouts.ts';
import type { Change } from '../../http/call.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { AppSecret, Keyring } from '../../config/secret.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
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

type Within = Pick<Change, 'tx' | 'viewer' | 'now'>;

/** One of the office has seen the person's ID paper; a second person confirms (R34.3). */
export async function enterResume(
  { tx, viewer, now, mfiId, stop }: Within & { readonly mfiId: MfiId; readonly stop: StopRow },
  reason: string,
): Promise<PayoutResumeId> {
  return insertResume(tx, { stopId: stop.id, mfiId, reason, enteredBy: viewer.id, enteredAt: now });
}

/** The second person confirms: payouts go on a day later, and the person hears of it by every way. */
export async function confirmResume(
  { tx, viewer, now, stop, entry }: Within & { readonly stop: StopRow; readonly entry: ResumeRow },
  { secret, origin }: { readonly secret: AppSecret; readonly origin: string },
): Promise<{ id: PayoutResumeId; state: 'approved'; resumesAt: Date }> {
  const resumesAt = hoursAfter(now, RESUME_HOURS);
  await approveResume(tx, entry, { approvedBy: viewer.id, approvedAt: now, resumesAt });
  const { personId: userId, email, language } = stop;
  const told = { key: `payouts_resumed:${stop.id}`, url: `${origin}/App/Security` };
  await tellWithin(tx, { secret, origin }, 'payouts_resumed', { ...told, hearers: [{ userId, email, language }] }, now);
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
