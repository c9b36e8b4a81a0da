import { type Bytes, concat, text, u8, u32 } from '../codec/bytes.ts';
import { type CLType, writeType } from '../codec/cl-type.ts';
import { valueToBytes } from '../codec/cl-value.ts';
import { type Cell, type Functions, Memory, program, span, type Step } from './program.ts';

const ACCESS_PUBLIC = 1;
const KIND_CALLED = 1;
const PAYMENT_CALLER = 0;
const KEY_BYTES = 33;
const HASH_TAG = 1;

export function value(bytes: Bytes, type: CLType): Bytes {
  return valueToBytes({ bytes, type });
}

/** The list of entry points as contracts of Casper 2.x write it; without arguments, answering nothing. */
export function entryPoints(names: readonly string[], access: number = ACCESS_PUBLIC): Bytes {
  const each = [...names]
    .sort()
    .map((name) =>
      concat(text(name), text(name), u32(0), writeType('Unit'), u8(access), u8(KIND_CALLED), u8(PAYMENT_CALLER)),
    );
  return concat(u32(each.length), ...each);
}

/** Steps that install the program as a contract and put its address under `name` of the account. */
export function installSteps(
  memory: Memory,
  name: string,
  entries: Bytes,
  namedKeys: Cell = memory.bytes(u32(0)),
): readonly Step[] {
  const packageHash = memory.room(32);
  const access = memory.room(32);
  const version = memory.room(4);
  const noTopics = memory.bytes(u32(0));
  const key = memory.joined(u8(HASH_TAG), KEY_BYTES - 1);
  const [, hash = key] = key.parts;
  const entryCell = memory.bytes(entries);
  const nameCell = memory.bytes(text(name));
  return [
    { host: 'casper_create_contract_package_at_hash', args: [packageHash.pointer, access.pointer, 0] },
    {
      host: 'casper_add_contract_version_with_message_topics',
      args: [
        ...span(packageHash),
        version.pointer,
        ...span(entryCell),
        ...span(namedKeys),
        ...span(noTopics),
        ...span(hash),
      ],
    },
    { host: 'casper_put_key', args: [...span(nameCell), ...span(key)] },
  ];
}

/** A contract whose functions are straight programs; `call` installs it under `name`. */
export function contract(name: string, memory: Memory, functions: Functions): Bytes {
  const entries = entryPoints(Object.keys(functions));
  return program({ call: installSteps(memory, name, entries), ...functions }, memory);
}

/** The URef behind a named key, 33 bytes without the tag of the key. */
export function namedURef(memory: Memory, name: string): { readonly steps: readonly Step[]; readonly uref: Cell } {
  const key = memory.room(34);
  const written = memory.room(4);
  const nameCell = memory.bytes(text(name));
  return {
    steps: [{ host: 'casper_get_key', args: [...span(nameCell), ...span(key), written.pointer] }],
    uref: { pointer: key.pointer + 1, length: 33 },
  };
}

/** A new URef under a name of the account. */
export function newNamedURef(memory: Memory, name: string, content: Bytes): readonly Step[] {
  const key = memory.joined(u8(2), 33);
  const [, uref = key] = key.parts;
  const nameCell = memory.bytes(text(name));
  return [
    { host: 'casper_new_uref', args: [uref.pointer, ...span(memory.bytes(content))] },
    { host: 'casper_put_key', args: [...span(nameCell), ...span(key)] },
  ];
}
