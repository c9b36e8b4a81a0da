import { normalizePhone } from '@sathi/domain/accounts.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { insertAuditRow } from '../../http/audit-log.ts';
import type { Outside } from '../../outside/outside.ts';
import { findIdentityWithProvenPhone } from './identities.repository.ts';
import { deleteFactors } from './second-factors.repository.ts';
import { endAccess } from './sessions.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';
import { findUserBy } from '../users/users.repository.ts';

/**
 * Takes a lost second factor away, with its recovery codes, and ends every session (R34.2). The person is told by every
 * way, and sets another up at the next sign-in; it is in the audit log of their offices (R34.5).
 *
 * @throws StartupError naming the option to correct
 */
export async function resetFactor(
  outside: Pick<Outside, 'secret' | 'config'> & { readonly db: Db },
  phone: string,
  now: Date,
): Promise<void> {
  await transaction(outside.db, async (tx) => {
    const identity = await findIdentityWithProvenPhone(tx, normalizePhone(phone));
    if (!identity) throw new StartupError('--phone belongs to no account.');
    if (!(await deleteFactors(tx, identity.subject))) throw new StartupError('This account has no second factor.');
    await endAccess(tx, identity.subject);
    await tellOfSecurity(outside, tx, identity.subject, 'factor_reset', now);
    const user = await findUserBy(tx, { subject: identity.subject });
    if (user === undefined) return;
    const details = JSON.stringify({ personId: String(user.id) });
    const row = { actorId: null, action: 'staff:reset-factor', details, enteredBy: null, network: 'operator', at: now };
    for (const { mfiId } of user.userMfis) await insertAuditRow(tx, { mfiId, ...row });
  });
}
