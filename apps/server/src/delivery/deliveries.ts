import { CODE_MINUTES } from '@sathi/domain/accounts.ts';
import { type CalendarDate, calendarDateIn, msUntilDaytime } from '@sathi/domain/calendar-date.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { publicOrigin } from '../config/public-origin.ts';
import { type Place, seal, unseal } from '../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../config/secret.ts';
import type { Tx } from '../db/db.ts';
import { NotYetError } from '../errors/delivery-errors.ts';
import type { Language } from '../http/language.ts';
import { enqueue, type JobHandlers } from '../outbox/outbox.ts';
import type { DeliveryPurpose } from '../http/limits/limits.ts';
import type { Delivery, Outside } from '../outside/outside.ts';
import { guardLeaving } from './leaving.ts';
import { unsubscribeUrls, withUnsubscribeFooter } from './unsubscribe.ts';

/** One kind for each way out, so that an SMS never waits for a mail server. */
const KIND = { email: 'email', sms: 'sms' } as const;
/** The kind of both in rows of an earlier version, which may still wait. */
const KIND_BEFORE = 'message';
const DELIVERY_JOBS: readonly string[] = [KIND.email, KIND.sms, KIND_BEFORE];
/** Addresses that cannot exist, given to accounts without one. */
const NO_ADDRESS = /\.invalid$/;

/** News that leaves from 8 to 20 in this zone alone (R27.1), and after its last day there is no news any more. */
export type ByDay = { readonly timeZone: string; readonly lastOn?: CalendarDate };

export type NewDelivery = {
  readonly dedupeKey: string;
  /** The purpose whose budget pays for the delivery; a notice when absent. */
  readonly purpose?: DeliveryPurpose;
  /** Null sends nothing. The job is written all the same, so that the work cannot be told apart from outside. */
  readonly delivery: Omit<Delivery, 'dedupeKey'> | null;
  /** The token by which the reader may stop such mails, and the language of the line that says how. */
  readonly unsubscribe?: Unsubscribe;
  /**
   * The address was confirmed and is given up in this transaction: it is nobody's by the time the delivery leaves, and
   * counts as confirmed all the same.
   */
  readonly wasConfirmed?: boolean;
  /** Absent for what leaves at any hour. */
  readonly byDay?: ByDay | undefined;
};
type Unsubscribe = { readonly token: string; readonly language: Language };
type Sealed = Omit<Delivery, 'dedupeKey'> & Pick<NewDelivery, 'purpose' | 'unsubscribe' | 'wasConfirmed' | 'byDay'>;

/** Sends e-mails and SMS after the commit. Their content is encrypted while it waits: it holds phones, addresses and codes. */
export async function enqueueDeliveries(
  tx: Tx,
  secret: AppSecret,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  const keys = deliveryKeys(secret);
  const jobs = deliveries.map(({ dedupeKey, delivery, ...more }) => ({
    kind: KIND[delivery?.channel ?? 'email'],
    dedupeKey,
    payload: { sealed: seal(keys, deliveryPlace(dedupeKey), delivery && { ...delivery, ...more }) },
  }));
  await enqueue(tx, jobs, now);
}

type Sender = Pick<Outside, 'db' | 'secret' | 'deliver' | 'now' | 'realNow' | 'log' | 'config' | 'metrics'>;

export function deliveryHandlers(sender: Sender): JobHandlers {
  const { secret, now, realNow, log, config } = sender;
  const keys = deliveryKeys(secret);
  const leave = guardLeaving(sender);
  const send: JobHandlers[string] = async ({ id, kind, payload, createdAt, dedupeKey }) => {
    const delivery = unseal(keys, deliveryPlace(dedupeKey), (payload as { sealed: string }).sealed) as Sealed | null;
    if (delivery === null || NO_ADDRESS.test(delivery.to)) return;
    const ageMinutes = (realNow().getTime() - createdAt.getTime()) / MINUTE_MS;
    // The code would come late, alone or after the one that was asked for since, and not be taken.
    if (delivery.code !== undefined && ageMinutes >= CODE_MINUTES) log.warn({ job: id, kind }, 'a code ran out unsent');
    else if (isOver(delivery.byDay, now())) log.warn({ job: id, kind }, 'news of a day ran out unsent');
    else {
      const leaving = { ...stoppable(delivery, publicOrigin(config)), dedupeKey };
      await leave(leaving, delivery.purpose ?? 'notice', delivery.wasConfirmed);
    }
  };
  return Object.fromEntries(DELIVERY_JOBS.map((kind) => [kind, send]));
}

/**
 * Whether the last day of the news is over. News is written by day, and may be tried at any hour: after a budget was
 * used up, a provider was away, or the process stood still.
 * @throws NotYetError by night, until 8 in the morning
 */
function isOver(byDay: ByDay | undefined, now: Date): boolean {
  if (byDay === undefined) return false;
  const { timeZone, lastOn } = byDay;
  if (lastOn !== undefined && calendarDateIn(timeZone, now) > lastOn) return true;
  const afterMs = msUntilDaytime(timeZone, now);
  if (afterMs > 0) throw new NotYetError(afterMs);
  return false;
}

/** The origin is known to the process that sends, and not to the transaction that wrote the mail. */
function stoppable(
  { unsubscribe, purpose: _purpose, wasConfirmed: _was, byDay: _byDay, ...delivery }: Sealed,
  origin: string,
): Omit<Delivery, 'dedupeKey'> {
  if (unsubscribe === undefined) return delivery;
  const { oneClick, page } = unsubscribeUrls(origin, unsubscribe.token);
  return { ...withUnsubscribeFooter(delivery, unsubscribe.language, page), unsubscribeUrl: oneClick };
}

export function deliveryKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'messages');
}

/** A delivery leaves once for each key, so its content cannot be sent under the key of another. */
export function deliveryPlace(dedupeKey: string): Place {
  return ['outbox', dedupeKey];
}
