import { type ByteReader, FormatError, unhex } from '../codec/bytes.ts';
import { UNIT } from '../codec/cl-value.ts';
import { hashKey, hashOf, isURef, readKey, RIGHTS, type StateKey, urefFromText, urefText } from '../codec/keys.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { prune } from '../wasm/prune.ts';
import { writeModule } from '../wasm/write-module.ts';
import { entryPointsFromBytes } from './entry-points.ts';
import { API_ERROR, CONTRACT_HEADER, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';
import { carryTopics } from './messages.ts';
import { type Contract, type ContractPackage, type EntryPoint, isContract, type NamedKeys } from './stored.ts';
import { contractBytes, packageBytes, wasmBytes } from './stored-bytes.ts';

const HASH_BYTES = 32;
const CONTRACT_NOT_FOUND = CONTRACT_HEADER + 2;
const ADD_TOPIC = 0;

/** Packages of contracts and their versions. */
export function versionFunctions(host: Host): HostFunctions {
  const { machine, memory } = host;
  const addWithTopics = (...args: number[]): number => {
    const [hash = 0, length = 0, version = 0, entries = 0, entriesLength = 0, keys = 0, keysLength = 0] = args;
    const [topics = 0, topicsLength = 0, out = 0, room = 0] = args.slice(7);
    if (room >>> 0 < HASH_BYTES) return API_ERROR.bufferTooSmall;
    const packageKey = readHash(host, hash, length);
    const entryPoints = memory.parse(entries, entriesLength, (reader) => entryPointsFromBytes(reader, '2.x'));
    const namedKeys = readNamedKeys(host, keys, keysLength);
    const names = memory.parse(topics, topicsLength, readTopics);
    if (names.some((name) => Buffer.byteLength(name) > PROTOCOL.messages.topicNameBytes)) {
      return API_ERROR.topicNameTooLong;
    }
    return addVersion(host, { packageKey, entryPoints, namedKeys, topics: names, version, out });
  };
  const setDisabled =
    (isDisabled: boolean) => (hash: number, length: number, contract: number, contractLength: number) =>
      changeVersion(host, readHash(host, hash, length), readHash(host, contract, contractLength), isDisabled);
  return {
    casper_create_contract_package_at_hash: (hash = 0, access = 0, locked = 0) => {
      const address = machine.newAddress();
      const accessKey = machine.newURef(UNIT);
      host.frame.rights.grant(accessKey);
      const created: ContractPackage = {
        kind: 'package',
        accessKey: urefText(accessKey),
        versions: [],
        locked: locked !== 0,
      };
      machine.set(hashKey(address), created, packageBytes(created));
      memory.write(hash, address);
      memory.write(access, unhex(accessKey.address));
      return undefined;
    },
    /**
     * The function of the 1.x SDK, with the entry points of 1.x. Contracts of that SDK wait for the length of the hash
     * in the last argument, which Casper 1.x writes and no published engine of 2.x does: they were installed under 1.x
     * and run on. Here they can be installed.
     */
    casper_add_contract_version: (...args) => {
      const [hash = 0, length = 0, version = 0, entries = 0, entriesLength = 0, keys = 0, keysLength = 0] = args;
      const [out = 0, , written = 0] = args.slice(7);
      const packageKey = readHash(host, hash, length);
      const entryPoints = memory.parse(entries, entriesLength, (reader) => entryPointsFromBytes(reader, '1.x'));
      const namedKeys = readNamedKeys(host, keys, keysLength);
      const answer = addVersion(host, { packageKey, entryPoints, namedKeys, topics: [], version, out });
      if (answer === 0) memory.writeU32(written, HASH_BYTES);
      return answer;
    },
    casper_add_contract_version_with_message_topics: addWithTopics,
    casper_add_package_version_with_message_topics: addWithTopics,
    casper_disable_contract_version: (hash = 0, length = 0, contract = 0, contractLength = 0) =>
      setDisabled(true)(hash, length, contract, contractLength),
    casper_enable_contract_version: (hash = 0, length = 0, contract = 0, contractLength = 0) =>
      setDisabled(false)(hash, length, contract, contractLength),
  };
}

type NewVersion = {
  readonly packageKey: StateKey;
  readonly entryPoints: readonly EntryPoint[];
  readonly namedKeys: NamedKeys;
  readonly topics: readonly string[];
  readonly version: number;
  readonly out: number;
};

/** Stores the running code as a new version of a package, under a new address, which is written to `out`. */
function addVersion(host: Host, { packageKey, entryPoints, namedKeys, topics, version, out }: NewVersion): number {
  const { machine, memory, frame } = host;
  if (!machine.mayInstall) return API_ERROR.notAllowedToAddVersion;
  const before = openPackage(host, packageKey);
  if (before.locked && before.versions.length > 0) throw new Trap('A locked contract cannot be upgraded');
  for (const key of Object.values(namedKeys)) if (isURef(key)) frame.rights.require(urefFromText(key));
  const wasmKey = hashKey(machine.newAddress());
  const bytes = storedCode(host, entryPoints);
  const contractKey = hashKey(machine.newAddress());
  const newest = before.versions.findLast((each) => !before.disabled?.includes(each));
  const previous = newest === undefined ? undefined : machine.get(newest);
  const carried = carryTopics(machine, (isContract(previous) && previous.topics) || [], topics, contractKey);
  if (typeof carried === 'number') return carried;
  const contract: Contract = {
    kind: 'contract',
    packageKey,
    wasmKey,
    // A newer version keeps the keys of the one before.
    namedKeys: { ...namedKeys, ...(isContract(previous) ? previous.namedKeys : {}) },
    entryPoints,
    ...(carried.length > 0 && { topics: carried }),
  };
  const changed = { ...before, versions: [...before.versions, contractKey] };
  machine.set(wasmKey, { kind: 'wasm', bytes }, wasmBytes(bytes));
  machine.set(contractKey, contract, contractBytes(contract));
  machine.set(packageKey, changed, packageBytes(changed));
  memory.write(out, hashOf(contractKey));
  memory.writeU32(version, changed.versions.length);
  return 0;
}

function storedCode({ compiled: { module } }: Host, entryPoints: readonly EntryPoint[]) {
  const names = entryPoints.map(({ name }) => name).sort();
  const missing = names.find((name) => !module.exports.some((each) => each.name === name));
  if (missing !== undefined) throw new Trap(`Function not found: ${missing}`);
  return writeModule(prune(module, names));
}

function changeVersion(host: Host, packageKey: StateKey, contractKey: StateKey, isDisabled: boolean): number {
  const before = openPackage(host, packageKey);
  if (before.locked) throw new Trap('A locked contract cannot be upgraded');
  if (!before.versions.includes(contractKey)) return CONTRACT_NOT_FOUND;
  const others = (before.disabled ?? []).filter((each) => each !== contractKey);
  const changed = { ...before, disabled: isDisabled ? [...others, contractKey] : others };
  host.machine.set(packageKey, changed, packageBytes(changed));
  return 0;
}

/** @throws Trap unless the code holds the key of the package */
function openPackage(host: Host, packageKey: StateKey): ContractPackage {
  const found = host.machine.packageAt(packageKey);
  host.frame.rights.require({ ...urefFromText(found.accessKey), rights: RIGHTS.all });
  return found;
}

function readHash(host: Host, pointer: number, length: number): StateKey {
  return hashKey(host.memory.parse(pointer, length, (reader) => reader.take(HASH_BYTES)));
}

function readNamedKeys({ memory }: Host, pointer: number, length: number): NamedKeys {
  const read = (reader: ByteReader) => reader.list(() => [reader.text(), readKey(reader)] as const);
  return Object.fromEntries(memory.parse(pointer, length, read));
}

function readTopics(reader: ByteReader): readonly string[] {
  const names = reader.list(() => {
    const name = reader.text();
    if (reader.u8() !== ADD_TOPIC) throw new FormatError('no operation on a topic');
    return name;
  });
  return [...new Set(names)];
}
