import { hashToken } from '../../config/tokens.ts';
import { createBatcher } from '../../http/batch.ts';
import type { Caller } from '../../http/call.ts';
import type { ReadCaller } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { type CallerRow, listCallers, SESSIONS_CHANNEL } from './sessions.repository.ts';

/** How long a read may trust an earlier look-up; a call that changes data asks the database. */
const CACHE_MS = 5000;
const CACHED_MAX = 20_000;

type Cached = { readonly row: CallerRow; readonly caller: Caller; readonly readAtMs: number };

export type CallerReader = {
  readonly read: ReadCaller;
  /** Forgets an account at once in this process; other processes hear of it through the database. */
  readonly forget: (subject: string) => void;
  readonly close: () => Promise<void>;
};

/**
 * Reads who is behind a token. Look-ups that arrive while one is running share the next query, which therefore starts
 * after each of them arrived: a token that was ended before a request came in is never taken for alive by `fresh`.
 */
export async function createCallerReader({
  db,
  realNow,
  listen,
  config,
}: Pick<Outside, 'db' | 'realNow' | 'listen' | 'config'>): Promise<CallerReader> {
  const cache = new Map<string, Cached>();
  // A look-up that was under way when sessions ended may carry the past, so it is not kept.
  let forgettings = 0;

  const lookUp = createBatcher<string, CallerRow | null>(async (tokenHashes) => {
    const rows = new Map(
      (await listCallers(db, [...new Set(tokenHashes)], realNow())).map((row) => [row.tokenHash, row]),
    );
    return tokenHashes.map((tokenHash) => rows.get(tokenHash) ?? null);
  });

  const forget = (subject: string): void => {
    forgettings += 1;
    for (const [tokenHash, { caller }] of cache) if (caller.subject === subject) cache.delete(tokenHash);
  };
  const forgetAll = (): void => {
    forgettings += 1;
    cache.clear();
  };

  const read: ReadCaller = async (accessToken, { fresh }) => {
    const tokenHash = hashToken(accessToken);
    const nowMs = realNow().getTime();
    const cached = fresh ? undefined : cache.get(tokenHash);
    if (cached && isUsable(cached, nowMs)) return cached.caller;

    const forgettingsBefore = forgettings;
    const row = await lookUp(tokenHash);
    if (row === null) {
      cache.delete(tokenHash);
      return null;
    }
    const caller = callerOf(row, config.requireSecondFactor);
    // An account that is about to get its profile must be seen with it on the next request.
    if (forgettings === forgettingsBefore && caller.viewer !== null) {
      cache.delete(tokenHash);
      cache.set(tokenHash, { row, caller, readAtMs: nowMs });
      if (cache.size > CACHED_MAX) cache.delete(cache.keys().next().value as string);
    }
    return caller;
  };

  const close = await listen(SESSIONS_CHANNEL, forget, forgetAll);
  return { read, forget, close };
}

function isUsable({ row, readAtMs }: Cached, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs;
  return ageMs >= 0 && ageMs < CACHE_MS && row.accessExpiresAt.getTime() > nowMs;
}

function callerOf(row: CallerRow, isRequired: boolean): Caller {
  return {
    subject: row.subject,
    phone: row.phone,
    sessionId: row.sessionId,
    publicAddress: row.publicAddress,
    fullName: row.fullName,
    lacksSecondFactor: isRequired && row.mfiIds.length > 0 && !row.hasSecondFactor,
    viewer: row.userId === null ? null : { id: row.userId, mfiIds: row.mfiIds, managerOf: row.managerOf },
  };
}
