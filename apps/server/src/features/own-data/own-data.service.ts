import { HOUR_MS } from '@sathi/domain/durations.ts';
import { randomUUID } from 'node:crypto';
import { EXPORT_HOURS } from '@sathi/domain/own-data.ts';
import { hashToken, newToken } from '../../config/tokens.ts';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import { refuseUnproven } from '../../http/step-up.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockSessionOf } from '../identity/sessions.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { findUserBy } from '../users/users.repository.ts';
import { setLink } from './own-data-links.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'realNow' | 'secret'>;

/**
 * A new link to the caller's own data, who hears of it by every way. The link is told once and stored nowhere.
 *
 * @throws RefusalError `step_up_required`
 */
export async function makeExport(
  { db, now, realNow, secret }: Port,
  { caller, origin }: { readonly caller: Caller; readonly origin: string },
): Promise<{ url: string; until: Date }> {
  const token = newToken();
  const madeAt = realNow();
  const expiresAt = new Date(madeAt.getTime() + EXPORT_HOURS * HOUR_MS);
  await transaction(db, async (tx) => {
    // Ending the sessions, which ends the link, waits until this one has made its own.
    await lockSessionOf(tx, caller.subject, caller.sessionId);
    const { id: userId, email, language } = found(await findUserBy(tx, { subject: caller.subject }));
    await setLink(tx, { userId, tokenHash: hashToken(token), madeAt, expiresAt });
    const hearers = [{ userId, email, language }];
    const about = {
      key: `security:${randomUUID()}`,
      url: `${origin}/App/YourData`,
      facts: { what: 'exported' },
      hearers,
    };
    await tellWithin(tx, { secret, origin }, 'security_changed', about, now());
    await refuseUnproven(tx, caller, 'everybody', realNow());
  });
  return { url: `${origin}/api/users/export.zip?${new URLSearchParams({ token })}`, until: expiresAt };
}
