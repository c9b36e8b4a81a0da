import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Outside } from '../../outside.ts';
import { RefusalError } from '../../refusal-error.ts';
import { deriveKey } from '../../secret.ts';

export type Limit = {
  readonly key: readonly string[];
  readonly count: number;
  readonly perSeconds: number;
  /** Of everybody together: when it is used up, somebody is spending the budget. */
  readonly isBreaker?: boolean;
};

/**
 * Counts uses in the database, for all processes together. The keys are hashes made with our key. Without limits
 * (development, tests) nothing is counted.
 */
export function createRateCounters({ now, secret, config, log }: Pick<Outside, 'now' | 'secret' | 'config' | 'log'>) {
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

  const alarm = (limit: Limit): void => {
    const [name = ''] = limit.key;
    const window = windowStart(limit, now().getTime()).getTime();
    if (alarmed.get(name) === window) return;
    alarmed.set(name, window);
    log.error({ metric: 'message_budget', limit: name, max: limit.count }, 'the budget for codes is used up');
  };

  /** Until a limit that is used up counts anew. */
  const secondsLeft = (limit: Limit): number => {
    const nowMs = now().getTime();
    return Math.max(1, Math.ceil((windowStart(limit, nowMs).getTime() - nowMs) / 1000 + limit.perSeconds));
  };

  /** Counts one use of each. @throws RefusalError `too_many_requests` when one was used up */
  const refuse = async (on: Db, limits: readonly Limit[]): Promise<void> => {
    const used = await count(on, limits);
    if (used.length === 0) return;
    for (const limit of used.filter(({ isBreaker }) => isBreaker)) alarm(limit);
    throw new RefusalError('too_many_requests', { retryAfterSeconds: Math.max(...used.map(secondsLeft)) });
  };

  /** So often in this window; counts nothing. */
  const uses = async (on: Db, limit: Limit): Promise<number> => {
    const row = await on
      .selectFrom('rateCounters')
      .select('count')
      .where('key', '=', hashOf(limit.key))
      .where('windowStart', '=', windowStart(limit, now().getTime()))
      .executeTakeFirst();
    return row?.count ?? 0;
  };

  const forget = async (on: Db, parts: Limit['key']): Promise<void> => {
    if (!config.rateLimits) return;
    await on.deleteFrom('rateCounters').where('key', '=', hashOf(parts)).execute();
  };

  return { count, secondsLeft, refuse, uses, forget };
}

function windowStart({ perSeconds }: Limit, nowMs: number): Date {
  return new Date(nowMs - (nowMs % (perSeconds * 1000)));
}
