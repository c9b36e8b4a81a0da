import type { SuppressionKind } from '@sathi/domain/notifications.ts';
import { transaction } from '../../db/transaction.ts';
import { readUnsubscribeToken } from '../../delivery/unsubscribe.ts';
import type { Outside } from '../../outside/outside.ts';
import { found } from '../../errors/refusal-error.ts';
import { suppressAddress, turnOffEmail } from '../notifications/unsubscribe.repository.ts';

/**
 * No more mails of the kind that the token names; kept for ever and obeyed in silence (R12.6). Twice is once.
 *
 * @throws RefusalError `not_found` for a token that we did not make
 */
export async function unsubscribe(
  { db, now, secret }: Pick<Outside, 'db' | 'now' | 'secret'>,
  token: string,
): Promise<{ readonly kind: string }> {
  const wish = found(readUnsubscribeToken(secret, token));
  await transaction(db, async (tx) => {
    if ('address' in wish) await suppressAddress(tx, wish.address, wish.topic as SuppressionKind, now());
    else await turnOffEmail(tx, wish.userId, wish.topic);
  });
  return { kind: wish.topic };
}
