import type { UserId } from '@sathi/domain/ids.ts';
import type { Tx } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { createCounters, type Taken } from '../../http/limits/counters.ts';
import { LIMITS } from '../../http/limits/limits.ts';
import type { Outside } from '../../outside/outside.ts';

type Port = Pick<Outside, 'realNow' | 'secret' | 'config'>;

/** Five changes of an address a day for each person (R33.2). @throws RefusalError `too_many_requests` */
export async function countAddressChange(tx: Tx, port: Port, userId: UserId): Promise<void> {
  const taken = await take(tx, port, 'emailChanges', userId);
  if (taken?.granted === 0) throw new RefusalError('too_many_requests', { retryAfterSeconds: taken.waitSeconds });
}

/**
 * Whether the address that the account had is told: when it was confirmed, and three times a day. One that nobody
 * confirmed may be a stranger's, who would hear of an account that is not theirs.
 */
export async function isOldAddressTold(tx: Tx, port: Port, of: { subject: string; userId: UserId }): Promise<boolean> {
  const row = await tx
    .selectFrom('identities')
    .select('emailVerifiedAt')
    .where('subject', '=', of.subject)
    .executeTakeFirst();
  if (!row?.emailVerifiedAt) return false;
  return (await take(tx, port, 'oldAddressTold', of.userId))?.granted !== 0;
}

async function take(
  tx: Tx,
  port: Port,
  name: 'emailChanges' | 'oldAddressTold',
  userId: UserId,
): Promise<Taken | undefined> {
  if (!port.config.rateLimits) return undefined;
  const [taken] = await createCounters(port).take(tx, [{ of: [name, String(userId)], allowance: LIMITS[name] }]);
  return taken;
}
