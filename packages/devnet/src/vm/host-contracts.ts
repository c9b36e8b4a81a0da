import { ByteReader, EMPTY } from '../codec/bytes.ts';
import { argsFromBytes, UNIT } from '../codec/cl-value.ts';
import { hashKey, hashOf, isURef, RIGHTS, readKey, type StateKey, urefFromText, urefText } from '../codec/keys.ts';
import { unhex } from '../codec/bytes.ts';
import { entryPointsFromBytes } from './entry-points.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';
import type { Contract, ContractPackage, NamedKeys } from './stored.ts';

const PACKAGE_BYTES = 100;
const VERSION_BYTES = 40;
const CONTRACT_BYTES = 109;
const HASH_BYTES = 32;

/** Packages, versions, and calls from contract to contract. */
export function contractFunctions(host: Host): HostFunctions {
  const { machine, memory } = host;
  const call = (contract: StateKey, [name, nameLength, args, argsLength, lengthPointer]: readonly number[]): number => {
    if (host.bufferIsFull) return API_ERROR.hostBufferFull;
    const entryPoint = memory.sizedText(name ?? 0, nameLength ?? 0);
    const given = argsFromBytes(memory.read(args ?? 0, argsLength ?? 0));
    const answer = machine.callContract(contract, entryPoint, given, host.frame.stack, host.frame.rights);
    const bytes = answer?.bytes ?? EMPTY;
    if (bytes.length > 0) return host.offer(bytes, lengthPointer ?? 0);
    memory.writeU32(lengthPointer ?? 0, 0);
    return 0;
  };
  return {
    casper_create_contract_package_at_hash: (hash = 0, access = 0, locked = 0) => {
      const address = machine.newAddress();
      const accessKey = machine.newURef(UNIT);
      host.frame.rights.grant(accessKey);
      const created = { kind: 'package', accessKey: urefText(accessKey), versions: [], locked: locked !== 0 } as const;
      machine.set(hashKey(address), created, PACKAGE_BYTES);
      memory.write(hash, address);
      memory.write(access, unhex(accessKey.address));
      return undefined;
    },
    casper_add_contract_version: (...[hash, , version, entries, entriesLength, keys, keysLength, out, , written]) => {
      addVersion(host, [hash, version, entries, entriesLength, keys, keysLength, out]);
      memory.writeU32(written ?? 0, HASH_BYTES);
      return 0;
    },
    casper_add_contract_version_with_message_topics: (...args) => {
      const [hash, , version, entries, entriesLength, keys, keysLength, , , out] = args;
      addVersion(host, [hash, version, entries, entriesLength, keys, keysLength, out]);
      memory.writeU32(args[11] ?? 0, HASH_BYTES);
      return 0;
    },
    casper_call_contract: (hash = 0, hashLength = 0, ...rest) => call(hashKey(memory.read(hash, hashLength)), rest),
    casper_call_versioned_contract: (hash = 0, hashLength = 0, version = 0, versionLength = 0, ...rest) => {
      const reader = new ByteReader(memory.read(version, versionLength));
      const wanted = reader.u8() === 0 ? null : reader.u32();
      return call(machine.contractOfPackage(hashKey(memory.read(hash, hashLength)), wanted), rest);
    },
  };
}

type VersionPointers = ReadonlyArray<number | undefined>;

/** Stores the running code as a new version of a package, under a new address, which is written to `out`. */
function addVersion(host: Host, pointers: VersionPointers): void {
  const [hash = 0, version = 0, entries = 0, entriesLength = 0, keys = 0, keysLength = 0, out = 0] = pointers;
  const { machine, memory } = host;
  const packageKey = hashKey(memory.read(hash, HASH_BYTES));
  const before = openPackage(host, packageKey);
  const entryPoints = entryPointsFromBytes(memory.read(entries, entriesLength));
  for (const { name } of entryPoints) {
    if (!host.exported.has(name)) throw new Trap(`Function not found: ${name}`);
  }
  const namedKeys = readNamedKeys(host, new ByteReader(memory.read(keys, keysLength)));
  const wasmKey = hashKey(machine.newAddress());
  const contractKey = hashKey(machine.newAddress());
  const { wasm } = host.frame;
  machine.set(wasmKey, { kind: 'wasm', bytes: wasm }, wasm.length + 5);
  const contract: Contract = {
    kind: 'contract',
    packageKey,
    wasmKey,
    // A newer version keeps the keys of the one before.
    namedKeys: { ...namedKeys, ...namedKeysOf(host, before.versions.at(-1)) },
    entryPoints,
  };
  machine.set(contractKey, contract, entriesLength + keysLength + CONTRACT_BYTES);
  const versions = [...before.versions, contractKey];
  machine.set(packageKey, { ...before, versions }, PACKAGE_BYTES + VERSION_BYTES * versions.length);
  memory.write(out, hashOf(contractKey));
  memory.writeU32(version, versions.length);
}

/** @throws Trap unless the code holds the key of the package */
function openPackage(host: Host, packageKey: StateKey): ContractPackage {
  const found = host.machine.get(packageKey);
  if (found?.kind !== 'package') throw new Trap(`No such package: ${packageKey}`);
  if (!host.frame.rights.holds({ ...urefFromText(found.accessKey), rights: RIGHTS.all })) {
    throw new Trap(`Invalid access to contract package: ${packageKey}`);
  }
  if (found.locked && found.versions.length > 0) throw new Trap(`The package is locked: ${packageKey}`);
  return found;
}

function readNamedKeys(host: Host, reader: ByteReader): NamedKeys {
  const entries = reader.list(() => [reader.text(), readKey(reader)] as const);
  reader.end();
  for (const [, key] of entries) if (isURef(key)) host.frame.rights.require(urefFromText(key), RIGHTS.none);
  return Object.fromEntries(entries);
}

function namedKeysOf(host: Host, contractKey: StateKey | undefined): NamedKeys {
  const contract = contractKey === undefined ? undefined : host.machine.get(contractKey);
  return contract?.kind === 'contract' ? contract.namedKeys : {};
}
