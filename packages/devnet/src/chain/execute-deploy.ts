import { ByteReader, FormatError, unhex } from '../codec/bytes.ts';
import type { Args, CLValue } from '../codec/cl-value.ts';
import type { Deploy } from '../codec/deploy.ts';
import { accountKey, accountKeyOf, type StateKey } from '../codec/keys.ts';
import { Trap } from '../vm/errors.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { Execution } from '../vm/execution.ts';
import type { BlockInfo } from '../vm/machine.ts';
import { isAccount, type Stored, unlessPruned, type Written } from '../vm/stored.ts';
import { WasmError } from '../wasm/wasm-error.ts';
import { amountOf, gasLimitOf } from './acceptance.ts';
import type { ExecutionResult } from './block.ts';
import { balanceEntry, balanceOf, newAccount } from './purses.ts';
import { contractOf } from './targets.ts';

type Read = (key: StateKey) => Stored | undefined;
type World = { readonly read: Read; readonly block: BlockInfo };

/** Runs an accepted deploy. It never throws: an error of the deploy is in the result, and the gas used is paid. */
export function executeDeploy(deploy: Deploy, { read, block }: World): ExecutionResult {
  const account = accountKeyOf(deploy.header.account);
  const payer = read(account);
  const gasLimit = gasLimitOf(deploy) ?? 0n;
  // Deploys before this one may have spent the motes that were there when it was accepted.
  if (!isAccount(payer) || (balanceOf(read, payer.mainPurse) ?? 0n) < gasLimit) {
    return { error: 'Insufficient balance', consumed: 0n, paid: 0n, effects: new Map() };
  }
  const authorizationKeys = [...new Set(deploy.approvals.map(({ signer }) => accountKeyOf(signer)))];
  const seed = unhex(deploy.hash);
  const mayInstall = deploy.session.kind !== 'ModuleBytes' || (deploy.transaction?.isInstall ?? true);
  const execution = new Execution({ seed, gasLimit, read, block, account, authorizationKeys, mayInstall });
  const error = run(deploy, execution, payer.mainPurse);
  const effects = new Map(error === null ? execution.writes : []);
  const { consumed } = execution.gas;
  const refund = error === null ? ((gasLimit - consumed) * PROTOCOL.transactions.refundPercent) / 100n : 0n;
  const paid = gasLimit - refund;
  burn(effects, read, payer.mainPurse, paid);
  const { sent } = execution.messages;
  return { error, consumed, paid, effects, ...(error === null && sent.length > 0 && { messages: sent }) };
}

function run(deploy: Deploy, execution: Execution, payerPurse: string): string | null {
  const { session } = deploy;
  try {
    if (session.kind === 'ModuleBytes') execution.runSession(session.moduleBytes, session.args);
    else if (session.kind === 'Transfer') transfer(execution, session.args, payerPurse);
    else {
      const target = contractOf(session, execution.account, (key) => execution.get(key));
      if (!target) throw new Trap('No such contract');
      execution.callFromDeploy(target.key, session.entryPoint, session.args);
    }
    return execution.gas.consumed === 0n ? 'Wasm consumed 0 gas' : null;
  } catch (error) {
    if (error instanceof Trap || error instanceof WasmError) return error.message;
    // A contract can hand the engine any value; it must not be able to stop the chain.
    return `Interpreter error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function transfer(execution: Execution, args: Args, fromPurse: string): void {
  execution.gas.charge(Number(PROTOCOL.nativeTransferGas));
  const read: Read = (key) => execution.get(key);
  const amount = amountOf(args.get('amount'));
  const target = args.get('target');
  if (amount === null || !target) throw new Trap('Invalid transfer arguments');
  const left = (balanceOf(read, fromPurse) ?? 0n) - execution.gas.limit;
  if (left < amount) throw new Trap('Insufficient funds');
  const receiver = accountOfTarget(target);
  if (!read(receiver)) for (const [key, stored] of newAccount(receiver, 0n)) execution.writes.set(key, stored);
  const account = read(receiver);
  if (!isAccount(account)) throw new Trap('Invalid transfer target');
  move(execution.writes, (key) => execution.get(key), fromPurse, account.mainPurse, amount);
}

function accountOfTarget(target: CLValue): StateKey {
  const { bytes, type } = target;
  if (type === 'PublicKey') return accountKeyOf(Buffer.from(bytes).toString('hex'));
  const reader = new ByteReader(bytes);
  if (type === 'Key' && reader.u8() !== 0) throw new Trap('Invalid transfer target');
  if (type !== 'Key' && !(typeof type === 'object' && 'ByteArray' in type)) throw new Trap('Invalid transfer target');
  const key = accountKey(reader.take(32));
  reader.end();
  return key;
}

/** Takes from one purse and gives to another; to the same it changes nothing. */
function move(effects: Map<StateKey, Written>, read: Read, from: string, to: string, motes: bigint): void {
  burn(effects, read, from, motes);
  const look: Read = (key) => unlessPruned(effects.get(key)) ?? read(key);
  effects.set(...balanceEntry(to, (balanceOf(look, to) ?? 0n) + motes));
}

function burn(effects: Map<StateKey, Written>, read: Read, from: string, motes: bigint): void {
  const taken = balanceOf((key) => unlessPruned(effects.get(key)) ?? read(key), from);
  if (taken === undefined || taken < motes) throw new FormatError('a purse would be overdrawn');
  effects.set(...balanceEntry(from, taken - motes));
}
