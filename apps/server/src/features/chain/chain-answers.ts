import { contractErrorOf } from '@sathi/contracts/contract-errors.ts';
import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import type { ChainAction } from '@sathi/domain/chain-operations.ts';
import type { Step } from '@sathi/domain/chain-steps.ts';
import { sentence } from '../../http/sentences.ts';
import type { Language } from '../../http/language.ts';
import type { ChainDeploy } from './chain-deploys.repository.ts';
import type { ChainOperation } from './chain-operations.repository.ts';

const STEP_STATES = {
  stored: 'waiting',
  sent: 'sent',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'failed',
} as const;

export function stepState({ status }: Pick<ChainDeploy, 'status'>) {
  return STEP_STATES[status];
}

/** An operation of a person as that person sees it. */
export function operationAnswer(operation: ChainOperation, deploys: readonly ChainDeploy[], language: Language) {
  const { id, kind, status, error, plan } = operation;
  // The last attempt of a step is the one that counts.
  const newest = new Map(deploys.map((deploy) => [deploy.step, deploy]));
  return {
    id,
    action: kind as ChainAction,
    status: status === 'stuck' ? ('pending' as const) : status,
    stuck: status === 'stuck',
    error: error === null ? null : chainSentence(error, language),
    steps: (plan ?? []).map((step, index) => stepAnswer(step, newest.get(index), language)),
  };
}

function stepAnswer({ name }: Step, deploy: ChainDeploy | undefined, language: Language) {
  if (deploy === undefined) return { name, deployHash: null, state: 'waiting' as const };
  const { hash: deployHash, error } = deploy;
  return { name, deployHash, state: stepState(deploy), ...(error && { error: chainSentence(error, language) }) };
}

const CONTRACT_ERRORS: Readonly<Record<string, RefusalCode>> = {
  insufficientBalance: 'chain_balance_too_low',
  notBacked: 'chain_not_backed',
};

/** The error in the reader's language: a refusal of ours, one of a contract, or a deploy that came to nothing. */
export function chainSentence(error: string, language: Language): string {
  const ours = Object.hasOwn(REFUSAL_STATUS, error) ? (error as RefusalCode) : null;
  const contracts = CONTRACT_ERRORS[contractErrorOf(error) ?? ''];
  return sentence(language, ours ?? contracts ?? 'chain_invalid_deploy');
}
