import * as contract from '@sathi/contract/chain.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { ActionToken, ChainAction } from '@sathi/domain/chain-operations.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { ChainDownError } from '../../outside/chain-port.ts';
import type { Attempt } from '../../http/idempotency.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { chainSentence, operationAnswer, stepState } from './chain-answers.ts';
import { readAssets } from './chain-assets.ts';
import { findDeploy, listDeploys } from './chain-deploys.repository.ts';
import { createKeyring } from './chain-keys.repository.ts';
import { findOperation } from './chain-operations.repository.ts';
import { findRegistration } from './chain-registrations.repository.ts';
import { readStatus } from './chain-status.ts';
import { askOperation, type ChainContext } from './chain.service.ts';

const ACTIONS = [
  ['faucet', contract.askFaucet],
  ['mint', contract.mintTokens],
  ['redeem', contract.redeemTokens],
  ['stake', contract.stakeTokens],
  ['unstake', contract.unstakeTokens],
  ['back', contract.backSample],
  ['unback', contract.unbackSample],
] as const;

export function chainRoutes(app: FastifyInstance, outside: Outside): void {
  const { chain, db, now, secret, config } = outside;
  const context: ChainContext = { chain, db, now, keyring: createKeyring(secret, config.chain.keySecrets) };

  mount(app, contract.chainStatus, () => readStatus(chain));

  mount(app, contract.chainAssets, ({ viewer }) => readAssets(context, viewer.id));

  for (const [action, endpoint] of ACTIONS) {
    mount(app, endpoint, (call: Asked) => ask(context, action, call));
  }

  mount(app, contract.findChainOperation, async ({ params, viewer, language }) => {
    const operation = found(await findOperation(db, params.id));
    if (operation.userId !== viewer.id) throw new RefusalError('not_found');
    return operationAnswer(operation, await listDeploys(db, operation.id), language);
  });

  mount(app, contract.findChainRegistration, async ({ params, viewer }): Promise<RegistrationAnswer> => {
    const proposal = found(await findProposal(db, params.id));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const registration = await findRegistration(db, params.id);
    if (registration === undefined) return { state: 'none', deployHash: null, blockHeight: null };
    const { status, deployHash, blockHeight } = registration;
    return { state: status === 'succeeded' ? 'registered' : 'waiting', deployHash, blockHeight };
  });

  mount(app, contract.findChainDeploy, async ({ params, language }) => {
    const deploy = found(await findDeploy(db, params.hash));
    const { hash, call, createdAt, blockHash, blockHeight, costMotes, error } = deploy;
    const outcome = await chain.outcome(hash).catch((cause: unknown) => {
      if (cause instanceof ChainDownError) return null;
      throw cause;
    });
    return {
      hash,
      name: call.name,
      state: stepState(deploy),
      chainName: chain.chainName,
      explorerUrl: chain.explorerUrl,
      account: (deploy.body as { header: { account: string } }).header.account,
      contractHash: call.contract,
      entryPoint: call.entryPoint,
      args: [...call.args],
      sentAt: createdAt,
      blockHash,
      blockHeight,
      cost: costMotes,
      error: error === null ? null : chainSentence(error, language),
      effects: outcome !== null && typeof outcome === 'object' ? [...outcome.effects] : null,
    };
  });
}

type RegistrationAnswer = DataOf<typeof contract.findChainRegistration>;

type Asked = {
  readonly attempt: Attempt;
  readonly viewer: SignedIn;
  readonly body: {
    readonly token: ActionToken;
    readonly amount?: bigint | undefined;
    readonly proposalId?: string | undefined;
  };
};

function ask(context: ChainContext, action: ChainAction, { body, attempt, viewer }: Asked) {
  const { token, amount: units = null, proposalId = null } = body;
  const proposalRef = action === 'back' || action === 'unback' ? proposalId : null;
  return askOperation(context, { viewer, attempt, wish: { action, token, units, proposalRef } });
}
