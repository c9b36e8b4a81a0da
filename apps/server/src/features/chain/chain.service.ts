import { type ActionToken, FAUCET_DAY_UNITS, tokenPair } from '@sathi/domain/chain-operations.ts';
import { FAUCET_MAX_UNITS } from '@sathi/domain/chain-rewards.ts';
import { decideWish, type Wish } from '@sathi/domain/chain-steps.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Attempt, findAttempts, replayOf, runOnce } from '../../http/idempotency.ts';
import type { Outside } from '../../outside/outside.ts';
import { accept, RefusalError } from '../../errors/refusal-error.ts';
import { readFigures } from './chain-figures.ts';
import type { Keyring } from '../../config/secret.ts';
import { ensureChainKey, findPublicKey } from './chain-keys.repository.ts';
import { insertOperation, sumFaucet } from './chain-operations.repository.ts';
import { createChainReader } from './chain-reader.ts';

export type ChainContext = Pick<Outside, 'chain' | 'db' | 'now'> & { readonly keyring: Keyring };

/** Null units: the whole backing; only taking one back can mean that. */
export type OpenWish = Omit<Wish, 'units'> & { readonly units: bigint | null };

/**
 * Writes down a person's wish for the chain; the worker carries it out. The chain is asked before rows are locked, and
 * asked again when the operation's turn comes.
 * @throws RefusalError `faucet_limit`, `faucet_day_limit`, and those of `decideWish`
 * @throws ChainDownError, ChainValueError
 */
export async function askOperation(
  context: ChainContext,
  input: { readonly viewer: SignedIn; readonly attempt: Attempt; readonly wish: OpenWish },
): Promise<{ operationId: number }> {
  const { db, now, keyring } = context;
  const { viewer, attempt } = input;
  if (input.wish.action === 'faucet' && (input.wish.units ?? 0n) > FAUCET_MAX_UNITS) {
    throw new RefusalError('faucet_limit');
  }
  await replayEarlier(db, attempt);
  const wish = await judgeOnChain(context, viewer.id, input.wish);
  return runOnce(db, attempt, now(), async (tx) => {
    await ensureChainKey(tx, keyring, viewer.id, now());
    const { action: kind, token, units, proposalRef } = wish;
    const operationId = await insertOperation(
      tx,
      { kind, userId: viewer.id, token: kept(wish), units, proposalRef },
      now(),
    );
    // The sum of the day is read after the insert, which keeps out all other operations of the same person.
    if (kind === 'faucet') await refuseBeyondDay(tx, viewer.id, tokenPair(token).test, now());
    return { operationId };
  });
}

/** A repeated request gets its first answer, in any later state of the chain (R6.3). */
async function replayEarlier(db: Db, attempt: Attempt): Promise<void> {
  const earlier = [...(await findAttempts(db, [attempt])).values()][0];
  if (earlier !== undefined) throw replayOf(attempt, earlier);
}

/** @returns the wish with its amount, of which there is at least one base unit */
async function judgeOnChain({ chain, db }: ChainContext, userId: UserId, open: OpenWish): Promise<Wish> {
  const reader = await createChainReader(chain);
  const publicKey = await findPublicKey(db, userId);
  const nothing = { balanceUnits: 0n, stakeUnits: 0n, backing: null, restUnits: 0n };
  const figures = publicKey ? await readFigures(reader, open, chain.accountHash(publicKey)) : nothing;
  const wish = { ...open, units: open.units ?? figures.backing?.units ?? 1n };
  accept(decideWish(wish, figures));
  return wish;
}

/** The faucet counts by the token it gives, under either name of the pair. */
function kept({ action, token }: Wish): ActionToken {
  return action === 'faucet' ? tokenPair(token).test : token;
}

async function refuseBeyondDay(tx: Tx, userId: UserId, token: ActionToken, now: Date): Promise<void> {
  const given = await sumFaucet(tx, userId, token, new Date(now.getTime() - DAY_MS));
  if (given > FAUCET_DAY_UNITS) throw new RefusalError('faucet_day_limit', { retryAfterSeconds: DAY_MS / 1000 });
}

/** The public key of a person; an account older than the keys gets one now. */
export async function ensurePublicKey({ db, now, keyring }: ChainContext, userId: UserId): Promise<string> {
  const known = await findPublicKey(db, userId);
  return known ?? transaction(db, (tx) => ensureChainKey(tx, keyring, userId, now()));
}

/** The rest of today's allowance from the faucet of a token, base units. */
export async function faucetLeft(db: Db, userId: UserId, token: ActionToken, now: Date): Promise<bigint> {
  const given = await sumFaucet(db, userId, token, new Date(now.getTime() - DAY_MS));
  return given >= FAUCET_DAY_UNITS ? 0n : FAUCET_DAY_UNITS - given;
}
