import type { ChainAction } from '@sathi/domain/chain-operations.ts';
import type { Decision } from '@sathi/domain/decision.ts';
import { allow } from '@sathi/domain/decision.ts';
import { decideWish, type Plan, signerOf, type Wish, type WishRefusal } from '@sathi/domain/chain-steps.ts';
import type { ChainPort } from '../../outside/chain-port.ts';
import { readFigures } from './chain-figures.ts';
import type { ChainOperation } from './chain-operations.repository.ts';
import { createChainReader } from './chain-reader.ts';

/** Enough for a dozen calls at full price; below the second an account is given more. */
const FUND_MOTES = 40_000_000_000n;
const FUND_BELOW_MOTES = 6_000_000_000n;

/** The wish that an operation of a person is. */
function wishOf({ kind, token, units, proposalRef }: ChainOperation): Wish {
  if (kind === 'register' || kind === 'setup' || token === null || units === null) {
    throw new Error(`an operation of the product's own is no wish: ${kind}`);
  }
  return { action: kind satisfies ChainAction, token, units: BigInt(units), proposalRef };
}

/**
 * Decides the steps of an operation when its turn has come, by the same rule that judged the wish when it was uttered:
 * the person's earlier operations may have changed the balances.
 * @throws ChainDownError, ChainValueError
 */
export async function planOperation(
  chain: ChainPort,
  operation: ChainOperation,
  publicKey: string,
): Promise<Decision<Plan, WishRefusal>> {
  const wish = wishOf(operation);
  const reader = await createChainReader(chain);
  const decision = decideWish(wish, await readFigures(reader, wish, chain.accountHash(publicKey)));
  if (!decision.ok || !decision.change.some((step) => signerOf(step) === 'user')) return decision;
  const isFunded = (await chain.balance(publicKey)) >= FUND_BELOW_MOTES;
  return isFunded ? decision : allow([{ name: 'fund', motes: FUND_MOTES.toString() }, ...decision.change]);
}
