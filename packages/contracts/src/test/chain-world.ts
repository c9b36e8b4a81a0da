import type { CLType } from '@sathi/devnet/codec/cl-type.ts';
import { argsToBytes } from '@sathi/devnet/codec/cl-value.ts';
import { openDevnet } from '@sathi/devnet/devnet.ts';
import { compileContract } from '../compile.ts';
import { contractErrorOf } from '../contract-errors.ts';
import { contractWasm } from '../contract-wasm.ts';
import { allowanceItem } from './allowance-item.ts';
import { balanceItem } from '../dictionary-items.ts';
import { type ContractName, contractHashKey } from '../installations.ts';
import { Account, type Arguments, CHAIN_NAME, deployOf, type Session } from './deploys.ts';
import { amount, byte, bytes32, digitsOf, string } from './values.ts';

/** The payment for every call of an entry point. */
export const CALL_PAYMENT_MOTES = 3_000_000_000n;
export const INSTALL_PAYMENT_MOTES = 50_000_000_000n;
export const SUPPLY = 10n ** 15n;

export type Outcome = { readonly error: string | null; readonly consumed: bigint };
export type Stored = { readonly cl_type: CLType; readonly bytes: string; readonly parsed: unknown };

/** A chain of one test file, with an owner and two people who hold motes and nothing else. */
export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const owner = new Account('owner');
  const rahima = new Account('rahima');
  const joao = new Account('joao');
  let clock = Date.parse('2026-03-01T08:00:00.000Z');
  // Each deploy has its own instant, so that two which say the same are two.
  const now = () => new Date(clock++);
  const devnet = await openDevnet({
    dataDir: null,
    chainName: CHAIN_NAME,
    genesis: [owner, rahima, joao].map(({ publicKeyHex }) => ({ publicKeyHex, motes: 10n ** 18n })),
    blockTimeMs: 'manual',
    now,
  });

  function run(account: Account, session: Session, paymentMotes: bigint): Outcome {
    const hash = devnet.put(deployOf(account, session, paymentMotes, now()) as never);
    devnet.produceBlock();
    const done = devnet.execution(hash);
    if (!done) throw new Error('the block left the deploy out');
    return done;
  }

  function call(account: Account, contract: string, entryPoint: string, args: Arguments): Outcome {
    return run(account, { contract, entryPoint, args }, CALL_PAYMENT_MOTES);
  }

  /** Installs a module and gives the address of the contract, `hash-…`, and the cost. */
  function installModule(account: Account, module: Uint8Array, contractName: string, args: Arguments) {
    const session = { module, args: { contract_name: string(contractName), ...args } };
    const outcome = run(account, session, INSTALL_PAYMENT_MOTES);
    if (outcome.error) throw new Error(`${contractName}: ${outcome.error}`);
    const address = devnet.namedKeys(account.publicKeyHex)[contractHashKey(contractName)];
    if (!address) throw new Error(`${contractName} left no address`);
    return { address, consumed: outcome.consumed };
  }

  async function install(name: ContractName, contractName: string, args: Arguments = {}): Promise<string> {
    return installModule(owner, await contractWasm(name), contractName, args).address;
  }

  function installToken(symbol: string, supply = SUPPLY): Promise<string> {
    const args = {
      name: string(`Test ${symbol}`),
      symbol: string(symbol),
      decimals: byte(6),
      total_supply: amount(supply),
    };
    return install('token', `ERC20_${symbol}`, args);
  }

  const item = (contract: string, dictionary: string, name: string): Stored | null =>
    devnet.dictionaryItem(contract, dictionary, name) as Stored | null;
  const amountIn = (contract: string, dictionary: string, name: string) =>
    numberOf(item(contract, dictionary, name)?.parsed ?? '0');

  return {
    owner,
    rahima,
    joao,
    devnet,
    run,
    call,
    install,
    installModule,
    installToken,
    item,
    amountIn,
    balance: (token: string, account: Account) => amountIn(token, 'balances', balanceItem(digitsOf(account.address))),
    allowance: (token: string, from: Account, spender: string) =>
      amountIn(token, 'allowances', allowanceItem(from.address, spender)),
    supply: (token: string) => numberOf((devnet.query(token, ['total_supply']) as { CLValue: Stored }).CLValue.parsed),
    /** The entries of a map in a dictionary; null when nothing was ever written there. */
    map(contract: string, dictionary: string, name: string): Record<string, string> | null {
      const stored = item(contract, dictionary, name);
      if (!stored) return null;
      const entries = stored.parsed as { key: string; value: string }[];
      return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
    },
  };
}

let compiled: Promise<Uint8Array> | null = null;

/** A contract that calls others and shows their answers. */
export async function openGoBetween(world: World) {
  compiled ??= compileContract('test/go-between');
  const { address } = world.installModule(world.owner, await compiled, 'GO_BETWEEN', {});
  return {
    address,
    forward: (account: Account, contract: string, entryPoint: string, args: Arguments): Outcome =>
      world.run(
        account,
        {
          contract: address,
          entryPoint: 'forward',
          args: {
            contract: bytes32(digitsOf(contract)),
            entry_point: string(entryPoint),
            arguments: { bytes: argsToBytes(new Map(Object.entries(args))), type: 'Any' },
          },
        },
        INSTALL_PAYMENT_MOTES,
      ),
    /** The bytes of the last answer, in hex. */
    answer: (): string => (world.devnet.query(address, ['answer']) as { CLValue: Stored }).CLValue.bytes,
  };
}

/** The error's name, so that a failing test prints the error that came instead. */
export function errorOf({ error }: Outcome): string | null {
  return error === null ? null : (contractErrorOf(error) ?? error);
}

function numberOf(parsed: unknown): bigint {
  if (typeof parsed !== 'string') throw new Error(`no number: ${JSON.stringify(parsed)}`);
  return BigInt(parsed);
}
