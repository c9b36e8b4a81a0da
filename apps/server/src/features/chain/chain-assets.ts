import { CHAIN_TOKENS, type ChainToken, SAMPLE_PROPOSAL_IDS } from '@sathi/domain/chain-operations.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { findPendingOf } from './chain-operations.repository.ts';
import { type ChainReader, createChainReader } from './chain-reader.ts';
import { type ChainContext, ensurePublicKey, faucetLeft } from './chain.service.ts';

/** The part of the test network's page about one person. @throws ChainDownError, ChainValueError */
export async function readAssets(context: ChainContext, userId: UserId) {
  const { chain, db, now } = context;
  const publicAddress = await ensurePublicKey(context, userId);
  const accountHash = chain.accountHash(publicAddress);
  const reader = await createChainReader(chain);
  const [balances, stake, proposals, tUSDC, tUSDT, pendingOperationId] = await Promise.all([
    readBalances(reader, accountHash),
    reader.stake(accountHash),
    readSamples(reader, accountHash),
    faucetLeft(db, userId, 'tUSDC', now()),
    faucetLeft(db, userId, 'tUSDT', now()),
    findPendingOf(db, userId),
  ]);
  return { publicAddress, balances, stake, faucetLeft: { tUSDC, tUSDT }, proposals, pendingOperationId };
}

async function readBalances(reader: ChainReader, accountHash: string): Promise<Record<ChainToken, bigint>> {
  const read = CHAIN_TOKENS.map(async (token) => [token, await reader.balance(token, accountHash)] as const);
  return Object.fromEntries(await Promise.all(read)) as Record<ChainToken, bigint>;
}

/** The samples that the chain has so far. */
async function readSamples(reader: ChainReader, accountHash: string) {
  const read = SAMPLE_PROPOSAL_IDS.map(async (id) => {
    const [sample, backing] = await Promise.all([reader.sample(id), reader.backing(id, accountHash)]);
    if (sample === null) return [];
    const { title, amountUnits, fundedUnits, monthsToRepay } = sample;
    const backed = backing && { token: backing.token, amount: backing.units };
    return [{ id, title, amount: amountUnits, fundedAmount: fundedUnits, monthsToRepay, backed }];
  });
  return (await Promise.all(read)).flat();
}
