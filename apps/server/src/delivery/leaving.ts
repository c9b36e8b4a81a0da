import { smsSegments } from '@sathi/domain/sms-segments.ts';
import type { Db } from '../db/db.ts';
import { BUDGET_USED_UP, SmsNotTakenError, TryLaterError, UndeliverableError } from '../errors/delivery-errors.ts';
import { createBudgets } from '../http/limits/budgets.ts';
import { createCounters, type Use } from '../http/limits/counters.ts';
import { type DirectLimitName, LIMITS, type DeliveryPurpose } from '../http/limits/limits.ts';
import type { Delivery, Deliver, Outside } from '../outside/outside.ts';
import { countryOf, mayReceiveSms } from '../outside/sms-numbers.ts';

type Port = Pick<Outside, 'db' | 'realNow' | 'secret' | 'config' | 'log' | 'deliver' | 'metrics'>;

/** The smallest part of codes by SMS that people use; below it they are sent for the sake of sending (security 1.7). */
const TAKEN_UP_MIN = 0.3;
const JUDGED_EVERY = 100;
const WITHOUT_END = { count: 1_000_000_000, perSeconds: 86_400, isOfDay: true } as const;
const CODES_SENT: Use = { of: ['sms-codes-sent'], allowance: WITHOUT_END };
const CODES_TAKEN_UP: Use = { of: ['sms-codes-taken-up'], allowance: WITHOUT_END };

/**
 * The last wall before a delivery leaves, from whatever part of the product: SMS go to phones of the countries that are
 * served; one address or phone gets so many deliveries a day, three when nobody ever confirmed it; and each is paid from
 * the budget of its purpose. A delivery that was certainly not taken is not counted. `wasConfirmed` says that the address
 * was confirmed when the delivery was written, although it may be nobody's by now.
 */
export function guardLeaving(
  port: Port,
): (delivery: Delivery, purpose: DeliveryPurpose, wasConfirmed?: boolean) => Promise<void> {
  const { db, config, metrics } = port;
  const counters = createCounters(port);
  const budgets = createBudgets(port);
  // The counters start at zero, so that the first alarm is already a rise.
  for (const { channel, purpose } of config.budgets) {
    for (const span of ['hour', 'day']) {
      metrics.budgetsHalf.inc({ channel, purpose, of: span }, 0);
      metrics.budgetsUsedUp.inc({ channel, purpose, of: span }, 0);
    }
  }

  const send = async (delivery: Delivery, purpose: DeliveryPurpose, wasConfirmed: boolean): Promise<void> => {
    const { channel, to } = delivery;
    const isKnown = wasConfirmed || (await isConfirmed(db, delivery));
    const own: Use = { of: ['to', to], allowance: LIMITS[ownLimit(channel, isKnown)] };
    const country = channel === 'sms' ? countryOf(to) : null;
    const spent = budgets.spending({ channel, purpose, country, isKnown });
    const uses = [own, ...spent];
    const taken = await counters.take(db, uses);
    const granted = uses.filter((_, index) => taken[index]?.granted === 1);
    const alarm = (told: typeof spent) =>
      budgets.alarm(
        told,
        told.map((use) => taken[uses.indexOf(use)]),
      );
    const giveBack = () =>
      counters.take(
        db,
        granted.map((use) => ({ ...use, wanted: -1 })),
      );
    if (granted.length < uses.length) {
      await giveBack();
      if (granted.includes(own)) {
        await alarm(spent.filter((use) => !granted.includes(use)));
        throw new TryLaterError(BUDGET_USED_UP);
      }
      throw new UndeliverableError(`${channel}: it has had all of today`);
    }
    await alarm(spent);
    await orGiveBack(port.deliver(delivery), channel, giveBack);
    if (channel === 'sms' && delivery.code !== undefined) await judgeTakenUp(port, counters);
  };

  return async (delivery, purpose, wasConfirmed = false) => {
    const costsMoney = delivery.channel === 'sms' && config.sms !== null;
    if (costsMoney && !mayReceiveSms(delivery.to, config.smsCountries)) {
      throw new UndeliverableError('sms: not a phone in a country that is served');
    }
    if (costsMoney || config.rateLimits) await send(delivery, purpose, wasConfirmed);
    else await orGiveBack(port.deliver(delivery), delivery.channel, async () => undefined);
    const { channel, to, text } = delivery;
    const country = channel === 'sms' ? (countryOf(to) ?? 'unknown') : 'none';
    metrics.messages.inc({ channel, purpose, country });
    if (costsMoney) metrics.smsSegments.inc({ purpose, country }, smsSegments(text));
  };
}

/** Counts that a code that came by SMS was the right one. */
export async function countTakenUp(on: Db, { realNow, secret }: Pick<Outside, 'realNow' | 'secret'>): Promise<void> {
  await createCounters({ realNow, secret }).take(on, [CODES_TAKEN_UP]);
}

async function judgeTakenUp({ db, log, metrics }: Port, counters: ReturnType<typeof createCounters>): Promise<void> {
  const [sent, takenUp] = await counters.take(db, [CODES_SENT, { ...CODES_TAKEN_UP, wanted: 0 }]);
  if (sent === undefined || takenUp === undefined || sent.used % JUDGED_EVERY !== 0) return;
  if (takenUp.used >= sent.used * TAKEN_UP_MIN) return;
  log.error({ metric: 'sms_taken_up', sent: sent.used, takenUp: takenUp.used }, 'few codes are taken up');
  metrics.alarms.inc({ what: 'few_codes_taken_up' });
}

/**
 * Gives back what a delivery that failed has used: of an SMS only on the provider's word that it was not taken, since
 * one without an answer may have been.
 */
async function orGiveBack(
  sending: ReturnType<Deliver>,
  channel: Delivery['channel'],
  giveBack: () => Promise<unknown>,
) {
  try {
    await sending;
  } catch (error) {
    if (channel === 'email' || error instanceof SmsNotTakenError) await giveBack();
    throw error instanceof SmsNotTakenError ? error.error : error;
  }
}

function ownLimit(channel: Delivery['channel'], isKnown: boolean): DirectLimitName {
  if (channel === 'sms') return isKnown ? 'smsTo' : 'smsToStranger';
  return isKnown ? 'mailsTo' : 'mailsToStranger';
}

/** Whether somebody proved with a code or a link that it is theirs. */
async function isConfirmed(db: Db, { channel, to }: Delivery): Promise<boolean> {
  const rows = db.selectFrom('identities').select('subject').limit(1);
  const confirmed =
    channel === 'sms'
      ? rows.where('phone', '=', to).where('phoneVerifiedAt', 'is not', null).where('phoneByEmail', '=', false)
      : rows
          .where((of) => of(of.fn('lower', ['email']), '=', to.toLowerCase()))
          .where('emailVerifiedAt', 'is not', null);
  return (await confirmed.executeTakeFirst()) !== undefined;
}
