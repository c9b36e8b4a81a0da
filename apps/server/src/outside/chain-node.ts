import {
  ChainDownError,
  type ChainPort,
  type ChainView,
  ChainValueError,
  type DeployOutcome,
  DeployRefusedError,
} from './chain-port.ts';
import { AccountAnswer, BalanceAnswer, BlockAnswer, DeployAnswer, ItemAnswer, PutAnswer } from './chain-answers.ts';
import { accountHash, type CasperSigner } from './chain-casper.ts';
import { type Rpc, RPC_CODE, RpcRefusal } from './chain-rpc.ts';

type NodeOptions = Pick<ChainPort, 'mode' | 'chainName' | 'explorerUrl' | 'pollMs' | 'close'> & {
  readonly rpc: Rpc;
  readonly signer: CasperSigner;
};

/** The chain behind the JSON-RPC of a node, our own or another's. */
export function createNodeChain({ rpc, signer, ...place }: NodeOptions): ChainPort {
  return {
    ...place,
    ...signer,
    accountHash,
    newest: () => newest(rpc),
    namedKeys: (publicKey) => orWhenMissing({}, RPC_CODE.noSuchAccount, () => namedKeys(rpc, publicKey)),
    balance: async (publicKey) => {
      const purse_identifier = { main_purse_under_public_key: publicKey };
      const read = () => rpc('query_balance', { purse_identifier }, BalanceAnswer);
      // Nodes differ in how they say that there is no such account.
      const { balance } = await orRefused({ balance: '0' }, read);
      return BigInt(balance);
    },
    put: async (deploy) => {
      try {
        await rpc('account_put_deploy', { deploy }, PutAnswer);
      } catch (error) {
        if (error instanceof RpcRefusal && error.code === RPC_CODE.invalidDeploy) {
          throw new DeployRefusedError(error.reason);
        }
        throw asDown(error);
      }
    },
    outcome: (hash) => orWhenMissing('unknown' as const, RPC_CODE.noSuchDeploy, () => outcome(rpc, hash)),
  };
}

/** `getLatestBlockInfo` of the specification: its header has the state root that all other reads start from. */
async function newest(rpc: Rpc): Promise<ChainView> {
  const answer = await rpc('chain_get_block', {}, BlockAnswer).catch((error: unknown) => Promise.reject(asDown(error)));
  if (answer.block_with_signatures === null) throw new ChainDownError('the node has no block');
  const { height, state_root_hash, timestamp: at } = answer.block_with_signatures.block.Version2.header;
  return {
    height,
    at,
    item: (key, dictionary_name, dictionary_item_key) =>
      orWhenMissing(null, RPC_CODE.queryFailed, async () => {
        const dictionary_identifier = { ContractNamedKey: { key, dictionary_name, dictionary_item_key } };
        const asked = { state_root_hash, dictionary_identifier };
        return (await rpc('state_get_dictionary_item', asked, ItemAnswer)).stored_value.CLValue.parsed;
      }),
  };
}

async function namedKeys(rpc: Rpc, publicKey: string): Promise<Record<string, string>> {
  const { account } = await rpc('state_get_account_info', { account_identifier: publicKey }, AccountAnswer);
  return Object.fromEntries(account.named_keys.map(({ name, key }) => [name, key]));
}

async function outcome(rpc: Rpc, hash: string): Promise<'waiting' | DeployOutcome> {
  const { execution_info: info } = await rpc('info_get_deploy', { deploy_hash: hash }, DeployAnswer);
  if (!info?.execution_result) return 'waiting';
  const { error_message, cost, refund, effects } = info.execution_result.Version2;
  return {
    error: error_message ?? null,
    blockHash: info.block_hash,
    blockHeight: info.block_height,
    cost: BigInt(cost) - BigInt(refund),
    effects: effects.map(({ key }) => key),
  };
}

async function orWhenMissing<Result, Missing>(
  missing: Missing,
  code: number,
  read: () => Promise<Result>,
): Promise<Result | Missing> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === code) return missing;
    throw asDown(error);
  }
}

async function orRefused<Result>(missing: Result, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RpcRefusal) return missing;
    throw error;
  }
}

/** A no that is not foreseen: the node is there and of no use. */
function asDown(error: unknown): unknown {
  return error instanceof RpcRefusal ? new ChainValueError(error.message, { cause: error }) : error;
}
