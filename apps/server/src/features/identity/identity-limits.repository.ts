import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { networkOf } from '../../http/network.ts';
import type { Outside } from '../../outside.ts';
import { invalidField, RefusalError } from '../../refusal-error.ts';
import { deriveKey } from '../../secret.ts';
import { mayReceiveSms } from '../../sms-numbers.ts';

type Limit = {
  readonly key: readonly string[];
  readonly count: number;
  readonly perSeconds: number;
  /** Of everybody together: when it is used up, somebody is spending the budget. */
  readonly isBreaker?: boolean;
};
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

/**
 * How often the identity service may be asked, counted in the database for all processes together. The keys are hashes
 * made with our key. Without limits (development, tests) nothing is counted.
 */
export function createIdentityLimits(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config' | 'log'>) {
  const { db, now, secret, config, log } = outside;
  /** The windows whose breaker has been told of, so that a flood is one line and not a flood of lines. */
  const alarmed = new Map<string, number>();
  const key = deriveKey(secret, 'rate-limits');
  const hashOf = (parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  /** Counts one use of each and gives those that are used up. */
  const count = async (on: Db, limits: readonly Limit[]): Promise<Limit[]> => {
    if (!config.rateLimits) return [];
    const nowMs = now().getTime();
    // In one order everywhere, so that two requests cannot wait for each other.
    const rows = limits
      .map((limit) => ({ limit, key: hashOf(limit.key), windowStart: windowStart(limit, nowMs) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const counted = await sql<{ key: string; windowStart: Date; count: number }>`
      insert into rate_counters as r (key, window_start, count)
      select key, window_start, 1 from unnest(
        ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.windowStart)}::timestamptz[]
      ) as asked (key, window_start)
      on conflict (key, window_start) do update set count = r.count + 1
      returning key, window_start as "windowStart", count`.execute(on);
    const counts = new Map(counted.rows.map((row) => [row.key, row.count]));
    return rows.filter((row) => (counts.get(row.key) ?? 0) > row.limit.count).map((row) => row.limit);
  };

  const refuse = async (on: Db, limits: readonly Limit[]): Promise<void> => {
    const used = await count(on, limits);
    if (used.length === 0) return;
    for (const limit of used.filter(({ isBreaker }) => isBreaker)) alarm(limit);
    const retryAfterSeconds = Math.max(...used.map((limit) => secondsLeft(limit, now().getTime())));
    throw new RefusalError('too_many_requests', { retryAfterSeconds });
  };

  const alarm = (limit: Limit): void => {
    const [name = ''] = limit.key;
    const window = windowStart(limit, now().getTime()).getTime();
    if (alarmed.get(name) === window) return;
    alarmed.set(name, window);
    log.error({ metric: 'message_budget', limit: name, max: limit.count }, 'the budget for codes is used up');
  };

  const uses = async (on: Db, limit: Limit): Promise<number> => {
    const row = await on
      .selectFrom('rateCounters')
      .select('count')
      .where('key', '=', hashOf(limit.key))
      .where('windowStart', '=', windowStart(limit, now().getTime()))
      .executeTakeFirst();
    return row?.count ?? 0;
  };
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
        throw new RefusalError('too_many_requests', { retryAfterSeconds: secondsLeft(perNetwork, now().getTime()) });
      }
      if (used.includes(perPhone)) {
        await refuse(db, [{ key: ['sign-in-slowly', phone, network], count: 1, perSeconds: SLOW_SECONDS }]);
      }
    },
    /** Somebody who got in starts anew. */
    async afterSignIn(phone: string): Promise<void> {
      if (!config.rateLimits) return;
      await db
        .deleteFrom('rateCounters')
        .where('key', '=', hashOf(['sign-in', phone]))
        .execute();
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

function windowStart({ perSeconds }: Limit, nowMs: number): Date {
  return new Date(nowMs - (nowMs % (perSeconds * 1000)));
}

function secondsLeft(limit: Limit, nowMs: number): number {
  return Math.max(1, Math.ceil((windowStart(limit, nowMs).getTime() - nowMs) / 1000 + limit.perSeconds));
}
