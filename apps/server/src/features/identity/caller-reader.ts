import type { Caller } from '../../http/call.ts';
import type { ReadCaller } from '../../http/viewer.ts';
import type { Outside } from '../../outside.ts';
import { type CallerRow, listCallers } from './sessions.repository.ts';
import { hashToken } from './tokens.ts';

/** Reads who is behind a token. */
export function createCallerReader({ db, now }: Pick<Outside, 'db' | 'now'>): ReadCaller {
  return async (accessToken) => {
    const [row] = await listCallers(db, [hashToken(accessToken)], now());
    return row ? callerOf(row) : null;
  };
}

function callerOf(row: CallerRow): Caller {
  return {
    subject: row.subject,
    sessionId: row.sessionId,
    publicAddress: row.publicAddress,
    viewer: row.userId === null ? null : { id: row.userId, mfiIds: row.mfiIds },
  };
}
