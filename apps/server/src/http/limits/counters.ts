import { DAY_MS } from '@sathi/domain/durations.ts';
import { sql } from 'kysely';
import { keyedHash } from '../../config/keyed-hash.ts';
import { deriveKeys } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import type { Outside } from '../../outside/outside.ts';
import type { Allowance } from './limits.ts';

/** A wish to use an allowance: `of` says whose it is. `wanted` is 1 when absent, 0 to look only, below 0 to give back. */
export type Use = { readonly of: readonly string[]; readonly allowance: Allowance; readonly wanted?: number };
/** `used` counts what is granted now too. */
export type Taken = { readonly granted: number; readonly used: number; readonly waitSeconds: number };

/**
 * Counts uses in the database, for all processes together, and hands out what is left. The keys are hashes made with our
 * key.
 */
export function createCounters({ realNow, secret }: Pick<Outside, 'realNow' | 'secret'>) {
  const ring = deriveKeys(secret, 'limits');
  const keyOf = ({ of, allowance }: Use, nowMs: number): string => {
    const day = allowance.isOfDay ? Math.floor(nowMs / DAY_MS) : null;
    return keyedHash(ring, [of, day]);
  };

  /** The share of each use, in their order: all that it wanted, or as much as is left. */
  const take = async (on: Db, uses: readonly Use[]): Promise<readonly Taken[]> => {
    if (uses.length === 0) return [];
    const at = realNow();
    const keys = uses.map((use) => keyOf(use, at.getTime()));
    // Keys are in one order everywhere, so that two requests cannot wait for each other; each has one row.
    const rows = [...new Set(keys)].toSorted().map((name) => ({
      name,
      wanted: sum(uses.filter((_, index) => keys[index] === name)),
      ...sizeOf(uses[keys.indexOf(name)] as Use),
    }));
    const counted = await sql<{ key: string; granted: number; used: number }>`
      insert into limit_counters as c (key, used, granted, wanted, size, seconds, counted_at)
      select key, least(greatest(wanted, 0), size), least(greatest(wanted, 0), size), wanted, size, seconds, ${at}
      from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ wanted }) => wanted)}::integer[],
        ${rows.map(({ size }) => size)}::integer[], ${rows.map(({ seconds }) => seconds)}::integer[]
      ) as asked (key, wanted, size, seconds)
      on conflict (key) do update set
        wanted = excluded.wanted, size = excluded.size, seconds = excluded.seconds,
        (used, granted, counted_at) = (
          select remaining + given, given, greatest(c.counted_at, excluded.counted_at)
          from (select greatest(0, c.used - case when excluded.seconds = 0 then 0 else
            extract(epoch from greatest(excluded.counted_at - c.counted_at, interval '0'))::float8
              * excluded.size / excluded.seconds end) as remaining) as before,
          lateral (select case when excluded.wanted < 0 then greatest(excluded.wanted, -remaining)
            else greatest(0, least(excluded.wanted, floor(excluded.size - remaining + 0.000001))) end as given) as now)
      returning key, granted, used`.execute(on);
    const left = new Map(counted.rows.map((row) => [row.key, row.granted]));
    const used = new Map(counted.rows.map((row) => [row.key, row.used]));
    return uses.map((use, index) => {
      const name = keys[index] as string;
      // The first of several uses of one key get all they wanted.
      const granted = Math.min(use.wanted ?? 1, left.get(name) ?? 0);
      left.set(name, (left.get(name) ?? 0) - granted);
      const usedNow = used.get(name) ?? 0;
      return { granted, used: usedNow, waitSeconds: waitOf(use.allowance, usedNow, at.getTime()) };
    });
  };

  /** Deletes the counter of a use, as if it had never been used. */
  const forget = async (on: Db, use: Use): Promise<void> => {
    await on.deleteFrom('limitCounters').where('key', '=', keyOf(use, realNow().getTime())).execute();
  };

  return { take, forget };
}

function sum(uses: readonly Use[]): number {
  return uses.reduce((total, { wanted = 1 }) => total + wanted, 0);
}

function sizeOf({ allowance }: Use): { size: number; seconds: number } {
  return { size: allowance.count, seconds: allowance.isOfDay ? 0 : allowance.perSeconds };
}

/** Seconds until one more may be taken. */
function waitOf({ count, perSeconds, isOfDay }: Allowance, used: number, nowMs: number): number {
  if (used + 1 <= count) return 1;
  if (isOfDay) return Math.max(1, Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
  return Math.max(1, Math.ceil(((used + 1 - count) * perSeconds) / count));
}
