import type { Db } from '../../db/db.ts';
import { networkOf } from '../../http/network.ts';
import type { Outside } from '../../outside.ts';
import { invalidField, RefusalError } from '../../refusal-error.ts';
import { mayReceiveSms } from '../../sms-numbers.ts';
import { createRateCounters, type Limit } from './rate-counters.repository.ts';

const HOUR = 3600;
const DAY = 86_400;
/** Once a phone has used up its tries, each network may still try it this often: nobody can lock a person out. */
const SLOW_SECONDS = 30;
/** Of codes by SMS fewer than this part are taken up: somebody has them sent for the sake of sending. */
const TAKEN_UP_MIN = 0.3;
const JUDGED_EVERY = 100;
const SMS_A_DAY = { key: ['sms-a-day'], count: 1000, perSeconds: DAY, isBreaker: true };
const TAKEN_UP_A_DAY = { key: ['sms-taken-up-a-day'], count: Number.MAX_SAFE_INTEGER, perSeconds: DAY };

export type IdentityLimits = ReturnType<typeof createIdentityLimits>;

/** How often the identity service may be asked. Without limits (development, tests) nothing is counted. */
export function createIdentityLimits(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config' | 'log'>) {
  const { db, config, log } = outside;
  const { count, refuse, uses, forget, secondsLeft } = createRateCounters(outside);

  /** After each hundredth code of the day (security 1.7). */
  const judgeTakenUp = async (on: Db): Promise<void> => {
    const sent = await uses(on, SMS_A_DAY);
    if (sent === 0 || sent % JUDGED_EVERY !== 0) return;
    const takenUp = await uses(on, TAKEN_UP_A_DAY);
    if (takenUp < sent * TAKEN_UP_MIN) log.error({ metric: 'sms_taken_up', sent, takenUp }, 'few codes are taken up');
  };

  return {
    /** @throws RefusalError `too_many_requests` */
    async beforeSignIn(phone: string, ip: string): Promise<void> {
      const network = networkOf(ip);
      const perPhone: Limit = { key: ['sign-in', phone], count: 5, perSeconds: 15 * 60 };
      const perNetwork: Limit = { key: ['sign-in-from', network], count: 30, perSeconds: HOUR };
      const used = await count(db, [perPhone, perNetwork]);
      if (used.includes(perNetwork)) {
        throw new RefusalError('too_many_requests', { retryAfterSeconds: secondsLeft(perNetwork) });
      }
      if (used.includes(perPhone)) {
        await refuse(db, [{ key: ['sign-in-slowly', phone, network], count: 1, perSeconds: SLOW_SECONDS }]);
      }
    },
    /** Somebody who got in starts anew. */
    async afterSignIn(phone: string): Promise<void> {
      await forget(db, ['sign-in', phone]);
    },
    /** @throws RefusalError `too_many_requests` */
    async beforeSignUp(ip: string): Promise<void> {
      await refuse(db, [{ key: ['sign-up-from', networkOf(ip)], count: 5, perSeconds: HOUR }]);
    },
    /** @throws RefusalError `too_many_requests` */
    async beforeForgot(ip: string): Promise<void> {
      await refuse(db, [{ key: ['forgot-from', networkOf(ip)], count: 5, perSeconds: HOUR }]);
    },
    /** @throws RefusalError `too_many_requests` */
    async beforeResend(ip: string): Promise<void> {
      await refuse(db, [{ key: ['resend-from', networkOf(ip)], count: 5, perSeconds: HOUR }]);
    },
    /** Wider than the other calls, because each code allows five tries and then locks by itself. */
    async beforeCode(ip: string): Promise<void> {
      await refuse(db, [{ key: ['code-from', networkOf(ip)], count: 30, perSeconds: HOUR }]);
    },
    /**
     * What may be sent: 5 a day to one address, 10 an hour from one network; and 200 an hour and 1,000 a day in all, of SMS
     * and of e-mails each. Counted in the transaction that sends, so that a refused message does not count. Where SMS cost
     * money they go to phones in the countries of `SMS_COUNTRIES` only (security 1.7).
     *
     * @throws RefusalError `too_many_requests`, and `invalid_request` for a number that no SMS may go to
     */
    async beforeMessage(on: Db, address: string, ip: string): Promise<void> {
      const isEmail = address.includes('@');
      if (!isEmail && config.sms !== null && !mayReceiveSms(address, config.smsCountries)) {
        throw invalidField('username', 'phone_malformed');
      }
      const aDay = isEmail ? { ...SMS_A_DAY, key: ['emails-a-day'] } : SMS_A_DAY;
      await refuse(on, [
        { key: ['message-to', address], count: 5, perSeconds: DAY },
        { key: ['message-from', networkOf(ip)], count: 10, perSeconds: HOUR },
        { key: [isEmail ? 'emails-an-hour' : 'sms-an-hour'], count: 200, perSeconds: HOUR, isBreaker: true },
        aDay,
      ]);
      if (!isEmail) await judgeTakenUp(on);
    },
    /** A code that came by SMS was the right one. */
    async afterSmsCode(on: Db): Promise<void> {
      await count(on, [TAKEN_UP_A_DAY]);
    },
  };
}
