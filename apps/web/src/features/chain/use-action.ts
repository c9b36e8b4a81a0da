import type { ActionToken, ChainAction, SampleProposalId } from '@sathi/domain/chain-operations.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { typedTokens } from './token-amount.ts';

const CALLS = {
  faucet: 'askFaucet',
  mint: 'mintTokens',
  redeem: 'redeemTokens',
  stake: 'stakeTokens',
  unstake: 'unstakeTokens',
} as const;

export type ActionWish = { token: ActionToken; units: bigint; proposalId: SampleProposalId | null };

/** Sends one of the seven actions; `onStarted` gets the operation that carries it out. */
export function useAction(action: ChainAction, onStarted: (operationId: string) => void) {
  const options = { onSuccess: ({ operationId }: { operationId: string }) => onStarted(operationId) };
  const simple = useMoneySend(action === 'back' || action === 'unback' ? 'askFaucet' : CALLS[action], options);
  const aboutSample = useMoneySend(action === 'unback' ? 'unbackSample' : 'backSample', options);
  const isAboutSample = action === 'back' || action === 'unback';
  const { isPending, error, reset } = isAboutSample ? aboutSample : simple;
  const send = ({ token, units, proposalId }: ActionWish) => {
    const body = { token, amount: typedTokens(units) };
    if (!isAboutSample) simple.mutate({ body });
    else if (proposalId !== null) aboutSample.mutate({ body: { ...body, proposalId } });
  };
  return { isPending, error, reset, send };
}
