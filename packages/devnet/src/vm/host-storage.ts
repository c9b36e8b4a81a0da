import { ByteReader, bigUint, concat, sized, u32, u64, u8, unhex } from '../codec/bytes.ts';
import { bigUintOf, type CLValue, UNIT, valueToBytes } from '../codec/cl-value.ts';
import { dictionaryKey, readURef, RIGHTS, stateKey, type URef, urefToBytes } from '../codec/keys.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';

const DICTIONARY_ITEM_MAX_BYTES = 128;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** URefs and dictionaries: the memory that outlives a call. */
export function storageFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  const newURef = (value: CLValue): URef => {
    host.requireValue(value);
    const uref = machine.newURef(value);
    frame.rights.grant(uref);
    return uref;
  };
  const offerStored = (stored: CLValue | null, lengthPointer: number) =>
    stored ? host.offer(stored.bytes, lengthPointer) : API_ERROR.valueNotFound;
  return {
    casper_new_uref: (destination = 0, value = 0, length = 0) => {
      memory.write(destination, urefToBytes(newURef(host.readValue(value, length))));
      return undefined;
    },
    casper_read_value: (key = 0, keyLength = 0, lengthPointer = 0) => {
      if (host.bufferIsFull) return API_ERROR.hostBufferFull;
      const target = host.readKey(key, keyLength);
      host.requireKey(target, RIGHTS.read);
      return offerStored(host.stored(target), lengthPointer);
    },
    casper_write: (key = 0, keyLength = 0, value = 0, length = 0) => {
      const target = host.readKey(key, keyLength);
      const content = host.readValue(value, length);
      host.requireKey(target, RIGHTS.write);
      host.requireValue(content);
      machine.setValue(stateKey(target), content);
      return undefined;
    },
    casper_add: (key = 0, keyLength = 0, value = 0, length = 0) => {
      const target = host.readKey(key, keyLength);
      const added = host.readValue(value, length);
      host.requireKey(target, RIGHTS.add);
      host.requireValue(added);
      // The added value is paid by its length, not the sum.
      machine.payForBytes(1 + valueToBytes(added).length);
      const before = host.stored(target);
      if (!before) throw new Trap(`Key ${target} not found`);
      machine.set(stateKey(target), { kind: 'value', ...sum(before, added) }, 0);
      return undefined;
    },
    casper_is_valid_uref: (uref = 0, length = 0) => (frame.rights.holds(memory.parse(uref, length, readURef)) ? 1 : 0),
    casper_new_dictionary: (lengthPointer = 0) =>
      host.bufferIsFull ? API_ERROR.hostBufferFull : host.offerWide(urefToBytes(newURef(UNIT)), lengthPointer),
    casper_dictionary_get: (uref = 0, urefLength = 0, item = 0, itemLength = 0, lengthPointer = 0) => {
      if (host.bufferIsFull) return API_ERROR.hostBufferFull;
      const seed = host.readURef(uref, urefLength);
      const name = memory.read(item, itemLength);
      if (!isUtf8(name)) return API_ERROR.invalidDictionaryItemKey;
      host.requireURef(seed, RIGHTS.read);
      if (name.length > DICTIONARY_ITEM_MAX_BYTES) throw new Trap('Dictionary item key exceeded maximum length');
      return offerStored(host.stored(dictionaryKey(seed.address, name)), lengthPointer);
    },
    casper_dictionary_read: (key = 0, keyLength = 0, lengthPointer = 0) =>
      host.bufferIsFull
        ? API_ERROR.hostBufferFull
        : offerStored(host.stored(host.readKey(key, keyLength)), lengthPointer),
    casper_dictionary_put: (uref = 0, urefLength = 0, item = 0, itemLength = 0, value = 0, length = 0) => {
      const seed = host.readURef(uref, urefLength);
      if (itemLength >>> 0 > DICTIONARY_ITEM_MAX_BYTES) return API_ERROR.dictionaryItemKeyExceedsLength;
      const name = memory.read(item, itemLength);
      if (!isUtf8(name)) return API_ERROR.invalidDictionaryItemKey;
      const content = host.readValue(value, length);
      host.requireURef(seed, RIGHTS.write);
      host.requireValue(content);
      machine.set(dictionaryKey(seed.address, name), { kind: 'value', ...content }, dictionaryBytes(content, name));
      return 0;
    },
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT_UTF8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A node stores the value together with its dictionary and its name, as one value of the type `Any`. */
function dictionaryBytes(content: CLValue, name: Uint8Array): number {
  const wrapped = concat(valueToBytes(content), sized(unhex('00'.repeat(32))), sized(name));
  return 1 + sized(wrapped).length + 1;
}

const ADDABLE: ReadonlySet<unknown> = new Set(['I32', 'U64', 'U128', 'U256', 'U512']);
const BITS: Readonly<Record<string, number>> = {
  I32: 32,
  I64: 64,
  U8: 8,
  U32: 32,
  U64: 64,
  U128: 128,
  U256: 256,
  U512: 512,
};

/** Numbers wrap around, as a node adds them. The sum has the type of the stored value. */
function sum(before: CLValue, added: CLValue): CLValue {
  if (!ADDABLE.has(added.type)) {
    const found = typeof added.type === 'string' ? added.type : JSON.stringify(added.type);
    throw new Trap(`Type mismatch. Expected I32, U64, U128, U256, U512 or (String, Key) tuple but found ${found}.`);
  }
  const { type } = before;
  const bits = typeof type === 'string' ? BITS[type] : undefined;
  if (!bits) throw new Trap(`Type mismatch. Expected a number but found ${JSON.stringify(type)}.`);
  const total = BigInt.asUintN(bits, numberOf(before) + numberOf(added));
  if (bits === 8) return { type, bytes: u8(Number(total)) };
  if (bits === 32) return { type, bytes: u32(Number(total)) };
  return { type, bytes: bits === 64 ? u64(total) : bigUint(total) };
}

function numberOf(value: CLValue): bigint {
  const read: Readonly<Record<string, (reader: ByteReader) => bigint>> = {
    I32: (reader) => BigInt(reader.i32()),
    I64: (reader) => reader.i64(),
    U8: (reader) => BigInt(reader.u8()),
    U32: (reader) => BigInt(reader.u32()),
    U64: (reader) => reader.u64(),
  };
  const small = typeof value.type === 'string' ? read[value.type] : undefined;
  if (!small) return bigUintOf(value);
  const reader = new ByteReader(value.bytes);
  const number = small(reader);
  reader.end();
  return number;
}
