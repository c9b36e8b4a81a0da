import { type Bytes, blake, hex, u32 } from '../codec/bytes.ts';
import { type Args, type CLValue, urefsIn, valueToBytes } from '../codec/cl-value.ts';
import { isURef, RIGHTS, type StateKey, type URef, urefFromText } from '../codec/keys.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { AccessRights } from './access-rights.ts';
import { compileSession, compileStored } from './compile.ts';
import { keyNotFound, Trap } from './errors.ts';
import { Gas } from './gas.ts';
import type { BlockInfo, Caller, Machine } from './machine.ts';
import { noMessages } from './messages.ts';
import { runWasm } from './run-wasm.ts';
import {
  type Account,
  type Contract,
  type ContractPackage,
  isAccount,
  isContract,
  KINDS,
  type NamedKeys,
  type Stored,
  unlessPruned,
  type Written,
} from './stored.ts';

/** Contracts say under which version of the protocol they were installed; all of these were under the one there is. */
const MAJOR = Number(PROTOCOL.version.split('.')[0]);

export type ExecutionOptions = {
  /** Different for each deploy; new addresses are derived from it. */
  readonly seed: Bytes;
  readonly gasLimit: bigint;
  readonly read: (key: StateKey) => Stored | undefined;
  readonly block: BlockInfo;
  readonly account: StateKey;
  readonly authorizationKeys: readonly StateKey[];
  readonly mayInstall: boolean;
};

/** One deploy at work: its writes so far, its gas, and the addresses it makes. */
export class Execution implements Machine {
  readonly writes = new Map<StateKey, Written>();
  readonly gas: Gas;
  readonly block: BlockInfo;
  readonly account: StateKey;
  readonly authorizationKeys: readonly StateKey[];
  readonly mayInstall: boolean;
  readonly messages = noMessages();
  readonly #seed: Bytes;
  readonly #read: (key: StateKey) => Stored | undefined;
  #addresses = 0;

  constructor(options: ExecutionOptions) {
    this.#seed = options.seed;
    this.gas = new Gas(options.gasLimit);
    this.#read = options.read;
    this.block = options.block;
    this.account = options.account;
    this.authorizationKeys = options.authorizationKeys;
    this.mayInstall = options.mayInstall;
  }

  get(key: StateKey): Stored | undefined {
    const written = this.writes.get(key);
    return written ? unlessPruned(written) : this.#read(key);
  }

  /** @param bytes the length of the value as a node would store it, which decides the cost */
  set(key: StateKey, stored: Stored, bytes: number): void {
    this.payForBytes(bytes);
    this.writes.set(key, stored);
  }

  prune(key: StateKey): void {
    this.writes.set(key, { kind: 'pruned' });
  }

  payForBytes(count: number): void {
    this.gas.charge(count * PROTOCOL.gasPerStoredByte);
  }

  setValue(key: StateKey, value: CLValue): void {
    this.set(key, { kind: 'value', ...value }, 1 + valueToBytes(value).length);
  }

  newAddress(): Bytes {
    return blake(this.#seed, u32(this.#addresses++));
  }

  newURef(value: CLValue): URef {
    const address = hex(this.newAddress());
    this.setValue(`uref-${address}`, value);
    return { address, rights: RIGHTS.all };
  }

  /** Runs wasm that came with the deploy, in the name of its account. */
  runSession(wasm: Bytes, args: Args): void {
    const stack = [{ account: this.account }];
    const rights = this.accountRights();
    runWasm(this, { compiled: compileSession(wasm), entryPoint: 'call', context: this.account, args, stack, rights });
  }

  /** Runs an entry point of a stored contract for the deploy itself. */
  callFromDeploy(contractKey: StateKey, entryPoint: string, args: Args): void {
    this.callContract(contractKey, entryPoint, args, [{ account: this.account }], this.accountRights());
  }

  /**
   *
   * @param callerRights the rights the caller may hand on; rights handed back are added
   * @throws Trap
   */
  callContract(
    contractKey: StateKey,
    entryPointName: string,
    args: Args,
    callers: readonly Caller[],
    callerRights: AccessRights,
  ): CLValue | null {
    const contract = this.get(contractKey);
    if (!isContract(contract)) throw keyNotFound(contractKey);
    if (this.packageAt(contract.packageKey).disabled?.includes(contractKey)) throw new Trap('Contract is disabled');
    checkEntryPoint(contract, entryPointName);
    const rights = rightsOf(contract.namedKeys);
    for (const value of args.values()) handOver(value, callerRights, rights);
    if (callers.length >= PROTOCOL.callStackHeight) throw new Trap('Runtime stack overflow');
    const wasm = this.get(contract.wasmKey);
    if (wasm?.kind !== 'wasm') throw keyNotFound(contract.wasmKey);
    const answer = runWasm(this, {
      compiled: compileStored(wasm.bytes),
      entryPoint: entryPointName,
      context: contractKey,
      args,
      stack: [...callers, { packageKey: contract.packageKey, contractKey }],
      rights,
    });
    if (answer) handOver(answer, rights, callerRights);
    return answer;
  }

  packageAt(packageKey: StateKey): ContractPackage {
    const found = this.get(packageKey);
    if (!found) throw keyNotFound(packageKey);
    if (found.kind === 'package') return found;
    const kind = found.kind === 'value' ? 'CLValue' : KINDS[found.kind];
    throw new Trap(`Tracking copy error: Type mismatch. Expected ContractPackage but found ${kind}.`);
  }

  contractOfPackage(packageKey: StateKey, major: number | null, version: number | null): StateKey {
    const found = this.get(packageKey);
    if (found?.kind !== 'package') throw new Trap('Tracking copy error: Value not found');
    const { versions, disabled = [] } = found;
    const ofMajor = (major ?? MAJOR) === MAJOR ? versions : [];
    const isActive = (each: StateKey | undefined) => each !== undefined && !disabled.includes(each);
    const contract = version === null ? ofMajor.findLast(isActive) : ofMajor[version - 1];
    if (contract !== undefined && isActive(contract)) return contract;
    if (major !== null) throw new Trap(`${contract ? 'Disabled' : 'Missing'} entity version: ${major}.${version ?? 0}`);
    throw new Trap(
      version === null ? 'No active contract versions for contract package' : 'No matching entity version key',
    );
  }

  holder(context: StateKey): Account | Contract {
    const holder = this.get(context);
    if (!isAccount(holder) && !isContract(holder)) throw new Trap(`No such account or contract: ${context}`);
    return holder;
  }

  private accountRights(): AccessRights {
    const account = this.holder(this.account);
    const rights = rightsOf(account.namedKeys);
    if (account.kind === 'account') rights.grant(urefFromText(account.mainPurse));
    return rights;
  }
}

/** @throws Trap when there is none, or when it may not be called */
function checkEntryPoint({ entryPoints }: Contract, name: string): void {
  const entryPoint = entryPoints.find((each) => each.name === name);
  if (!entryPoint) throw new Trap(`No such method: ${name}`);
  if (entryPoint.access === 'Template') throw new Trap(`Error calling a template entry point: ${name}`);
  // There are no user groups, and no entry points that run in the name of the caller.
  if (entryPoint.access !== 'Public' || entryPoint.entry_point_type === 'Caller') throw new Trap('Invalid context');
}

function rightsOf(namedKeys: NamedKeys): AccessRights {
  const rights = new AccessRights();
  for (const key of Object.values(namedKeys)) if (isURef(key)) rights.grant(urefFromText(key));
  return rights;
}

/** The giver of a URef must hold it, and the receiver may use it. */
function handOver(value: CLValue, from: AccessRights, to: AccessRights): void {
  for (const uref of urefsIn(value)) {
    from.require(uref);
    to.grant(uref);
  }
}
