import { concat, text } from '../codec/bytes.ts';
import { writeType } from '../codec/cl-type.ts';
import { keyToBytes } from '../codec/keys.ts';
import type { Contract, ContractPackage, EntryPoint, NamedKeys } from './stored.ts';

// The bytes a node takes to store a value. Each has one in front that names its kind.

const COUNT = 4;
const HASH = 32;
const UREF = 33;
const ASSOCIATED_KEYS = COUNT + HASH + 1;
const THRESHOLDS = 2;
const PROTOCOL_VERSION = 12;
const VERSION = 8;
const TIME = 8;

export function accountBytes(namedKeys: NamedKeys): number {
  return 1 + HASH + namedKeysBytes(namedKeys) + UREF + ASSOCIATED_KEYS + THRESHOLDS;
}

export function wasmBytes(code: Uint8Array): number {
  return 1 + COUNT + code.length;
}

export function contractBytes({ namedKeys, entryPoints }: Pick<Contract, 'namedKeys' | 'entryPoints'>): number {
  const entries = entryPoints.reduce((sum, each) => sum + entryPointBytes(each), COUNT);
  return 1 + HASH + HASH + namedKeysBytes(namedKeys) + entries + PROTOCOL_VERSION;
}

export function packageBytes({ versions, disabled = [] }: Pick<ContractPackage, 'versions' | 'disabled'>): number {
  const groups = COUNT;
  const lock = 1;
  return 1 + UREF + COUNT + (VERSION + HASH) * versions.length + COUNT + VERSION * disabled.length + groups + lock;
}

export function topicBytes(name: string): number {
  return 1 + COUNT + TIME + text(name).length;
}

export const MESSAGE_BYTES = 1 + HASH;
/** The number of messages of the block, a pair of two U64. */
export const MESSAGE_COUNT_BYTES = 1 + COUNT + 16 + 3;

function namedKeysBytes(namedKeys: NamedKeys): number {
  const entries = Object.entries(namedKeys);
  return entries.reduce((sum, [name, key]) => sum + text(name).length + keyToBytes(key).length, COUNT);
}

/** The bytes that 1.x takes for an entry point: it does not store who pays. */
function entryPointBytes({ name, args, ret, access }: EntryPoint): number {
  const written = args.map((each) => concat(text(each.name), writeType(each.cl_type)));
  const groups = typeof access === 'string' ? 0 : access.Groups.reduce((sum, group) => sum + text(group).length, COUNT);
  const nameTwice = 2 * text(name).length;
  const kind = 1;
  return nameTwice + COUNT + concat(...written).length + writeType(ret).length + 1 + groups + kind;
}
