import { hashToken } from '../../config/tokens.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { IdentityContext } from './identity-context.ts';
import { renewSession, type Tokens } from './session-opening.ts';
import {
  deleteSession,
  deleteSessions,
  findSessionOfRefreshToken,
  findSessionOfSpentToken,
  lockSessionByRefreshToken,
} from './sessions.repository.ts';

type Renewal =
  | { readonly kind: 'renewed'; readonly tokens: Tokens }
  | { readonly kind: 'twin' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'reused'; readonly sessionId: number; readonly subject: string };

/**
 * Exchanges a refresh token. One that comes back after it was exchanged ends its session with every token of it.
 *
 * Two tabs may send the same token at the same moment. The one that loses arrived before the exchange had ended, or saw the
 * token unspent when another process was about to exchange it; no replayed token ever does. It gets nothing but `conflict`,
 * and finds the new cookie when it asks again.
 *
 * @throws RefusalError `session_ended`, `conflict`
 */
export async function refreshSession(context: IdentityContext, refreshToken: string | undefined): Promise<Tokens> {
  if (refreshToken === undefined) throw new RefusalError('session_ended');
  const tokenHash = hashToken(refreshToken);
  const arrivedAt = context.exchanges.arrive();
  const wasCurrent = (await findSessionOfRefreshToken(context.db, tokenHash)) !== undefined;
  const renewal = await renew(context, tokenHash, () => wasCurrent || context.exchanges.isTwin(tokenHash, arrivedAt));
  if (renewal.kind === 'renewed') context.exchanges.end(tokenHash);
  if (renewal.kind === 'renewed') return renewal.tokens;
  if (renewal.kind === 'twin') throw new RefusalError('conflict', { retryAfterSeconds: 1 });
  if (renewal.kind === 'reused') {
    context.callers.forget(renewal.subject);
    context.log.warn({ session: renewal.sessionId }, 'a spent refresh token came back; its session was ended');
  }
  throw new RefusalError('session_ended');
}

async function renew(
  { db, realNow, exchanges }: IdentityContext,
  tokenHash: string,
  isTwin: () => boolean,
): Promise<Renewal> {
  return transaction<Renewal>(db, async (tx) => {
    const session = await lockSessionByRefreshToken(tx, tokenHash);
    if (session) {
      const now = realNow();
      if (session.refreshExpiresAt > now) {
        const tokens = await renewSession(tx, session, tokenHash, now);
        exchanges.begin(tokenHash);
        return { kind: 'renewed', tokens };
      }
      await deleteSession(tx, session);
      return { kind: 'ended' };
    }
    const spentBy = await findSessionOfSpentToken(tx, tokenHash);
    if (spentBy === undefined) return { kind: 'ended' };
    if (isTwin()) return { kind: 'twin' };
    await deleteSession(tx, spentBy);
    return { kind: 'reused', sessionId: spentBy.id, subject: spentBy.subject };
  });
}

/** Ends every session of the account: in this process before the answer, in others as soon as they hear of it. */
export async function signOut(context: IdentityContext, subject: string): Promise<void> {
  await transaction(context.db, (tx) => deleteSessions(tx, subject));
  context.callers.forget(subject);
}

/**
 * The same by a refresh cookie, for a browser that has forgotten its access token. A spent one will do: it was this
 * person's too. Exchanged meanwhile, it is found among the spent ones.
 */
export async function signOutByCookie(context: IdentityContext, refreshToken: string | undefined): Promise<void> {
  if (refreshToken === undefined) return;
  const tokenHash = hashToken(refreshToken);
  const { db } = context;
  const session = (await findSessionOfRefreshToken(db, tokenHash)) ?? (await findSessionOfSpentToken(db, tokenHash));
  if (session) await signOut(context, session.subject);
}
