import { paidToken } from '@sathi/domain/chain-operations.ts';
import type { Figures, Wish } from '@sathi/domain/chain-steps.ts';
import type { ChainReader } from './chain-reader.ts';

/** The figures needed to judge a wish, and no more. @throws ChainDownError, ChainValueError */
export async function readFigures(
  reader: ChainReader,
  wish: Omit<Wish, 'units'>,
  accountHash: string,
): Promise<Figures> {
  const { action, token, proposalRef } = wish;
  const paid = paidToken(action, token);
  const ref = proposalRef ?? '';
  const [balanceUnits, stakeUnits, backing, sample] = await Promise.all([
    paid === null ? 0n : reader.balance(paid, accountHash),
    action === 'unstake' ? reader.stake(accountHash) : 0n,
    action === 'back' || action === 'unback' ? reader.backing(ref, accountHash) : null,
    action === 'back' ? reader.sample(ref) : null,
  ]);
  const restUnits = sample === null ? 0n : sample.amountUnits - sample.fundedUnits;
  return { balanceUnits, stakeUnits, backing, restUnits };
}
