import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { OutOfServiceError, UndeliverableError } from '../delivery-errors.ts';
import type { Outside, SendMessage } from '../outside.ts';
import { deriveKey } from '../secret.ts';
import { mayReceiveSms } from '../sms-numbers.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
export const SMS_BUDGET = { numberADay: 5, anHour: 200, aDay: 1000 };

/** An SMS that the provider has certainly not taken. @see SmsNotTakenError.error for what becomes of it */
export class SmsNotTakenError extends Error {
  override readonly name = 'SmsNotTakenError';
  readonly error: Error;
  constructor(error: Error) {
    super(error.message);
    this.error = error;
  }
}

/**
 * The last wall before money is spent: whatever asks for an SMS, it goes to phones in the countries of the list only, five
 * times a day to one number, and no more than 200 an hour and 1,000 a day go to everybody, by all processes together.
 * Above that everything waits for the next hour or day, and an alarm is logged.
 */
export function guardSms(
  send: SendMessage,
  { db, now, secret, log, config }: Pick<Outside, 'db' | 'now' | 'secret' | 'log' | 'config'>,
): SendMessage {
  const key = deriveKey(secret, 'sms-budget');
  const hashOf = (text: string): string => `sms:${createHmac('sha256', key).update(text).digest('base64url')}`;
  let alarmedFor = '';

  const add = async (name: string, perSeconds: number, by: 1 | -1): Promise<number> => {
    const nowMs = now().getTime();
    const windowStart = new Date(nowMs - (nowMs % (perSeconds * 1000)));
    const { rows } = await sql<{ count: number }>`
      insert into rate_counters as r (key, window_start, count) values (${hashOf(name)}, ${windowStart}, ${by})
      on conflict (key, window_start) do update set count = r.count + ${by}
      returning count`.execute(db);
    return rows[0]?.count ?? 0;
  };

  return async (message) => {
    if (!mayReceiveSms(message.to, config.smsCountries)) {
      throw new UndeliverableError('sms: not a phone in a country that is served');
    }
    const limits = [
      { name: `to ${message.to}`, max: SMS_BUDGET.numberADay, perSeconds: DAY_SECONDS },
      { name: 'an hour', max: SMS_BUDGET.anHour, perSeconds: HOUR_SECONDS },
      { name: 'a day', max: SMS_BUDGET.aDay, perSeconds: DAY_SECONDS },
    ];
    const taken: typeof limits = [];
    const giveBack = async (): Promise<void> => {
      for (const { name, perSeconds } of taken) await add(name, perSeconds, -1);
    };
    for (const limit of limits) {
      const count = await add(limit.name, limit.perSeconds, 1);
      taken.push(limit);
      if (count <= limit.max) continue;
      await giveBack();
      if (limit === limits[0]) throw new UndeliverableError('sms: the number has had its five of today');
      const period = `${limit.name} ${Math.floor(now().getTime() / 1000 / limit.perSeconds)}`;
      if (alarmedFor !== period) log.error({ metric: 'sms_budget', max: limit.max }, 'the SMS budget is used up');
      alarmedFor = period;
      throw new OutOfServiceError('sms: the budget is used up');
    }
    try {
      await send(message);
    } catch (error) {
      if (!(error instanceof SmsNotTakenError)) throw error;
      await giveBack();
      throw error.error;
    }
  };
}
