import { ByteReader, bigUint, concat, sized, u32, u64, unhex } from '../codec/bytes.ts';
import { bigUintOf, type CLValue, UNIT, valueToBytes } from '../codec/cl-value.ts';
import { dictionaryKey, isURef, RIGHTS, readURef, stateKey, type URef, urefToBytes } from '../codec/keys.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';

const DICTIONARY_ITEM_MAX_BYTES = 128;

/** URefs and dictionaries: the memory that outlives a call. */
export function storageFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  const newURef = (value: CLValue): URef => {
    const uref = machine.newURef(value);
    frame.rights.grant(uref);
    return uref;
  };
  return {
    casper_new_uref: (destination = 0, value = 0, length = 0) => {
      memory.write(destination, urefToBytes(newURef(host.readValue(value, length))));
      return undefined;
    },
    casper_read_value: (key = 0, keyLength = 0, lengthPointer = 0) => {
      const stored = host.stored(host.readKey(key, keyLength, RIGHTS.read));
      return stored ? host.offer(stored.bytes, lengthPointer) : API_ERROR.valueNotFound;
    },
    casper_write: (key = 0, keyLength = 0, value = 0, length = 0) => {
      const target = host.readKey(key, keyLength, RIGHTS.write);
      if (!isURef(target)) throw new Trap('Invalid access rights: only a URef can be written');
      machine.setValue(stateKey(target), host.readValue(value, length));
      return undefined;
    },
    casper_add: (key = 0, keyLength = 0, value = 0, length = 0) => {
      const target = host.readKey(key, keyLength, RIGHTS.add);
      const before = host.stored(target);
      if (!isURef(target) || !before) throw new Trap('Value not found');
      machine.setValue(stateKey(target), sum(before, host.readValue(value, length)));
      return undefined;
    },
    casper_is_valid_uref: (uref = 0, length = 0) => {
      const reader = new ByteReader(memory.read(uref, length));
      return frame.rights.holds(readURef(reader)) ? 1 : 0;
    },
    casper_new_dictionary: (lengthPointer = 0) =>
      host.bufferIsFull ? API_ERROR.hostBufferFull : host.offerWide(urefToBytes(newURef(UNIT)), lengthPointer),
    casper_dictionary_get: (uref = 0, urefLength = 0, item = 0, itemLength = 0, lengthPointer = 0) => {
      const seed = host.readURef(uref, urefLength, RIGHTS.read);
      const stored = host.stored(dictionaryKey(seed.address, memory.read(item, itemLength)));
      return stored ? host.offer(stored.bytes, lengthPointer) : API_ERROR.valueNotFound;
    },
    casper_dictionary_put: (uref = 0, urefLength = 0, item = 0, itemLength = 0, value = 0, length = 0) => {
      const seed = host.readURef(uref, urefLength, RIGHTS.write);
      if (itemLength >>> 0 > DICTIONARY_ITEM_MAX_BYTES) return API_ERROR.dictionaryItemKeyExceedsLength;
      const name = memory.read(item, itemLength);
      const content = host.readValue(value, length);
      machine.set(dictionaryKey(seed.address, name), { kind: 'value', ...content }, dictionaryBytes(content, name));
      return 0;
    },
  };
}

/** A node stores the value together with its dictionary and its name, as one value of the type `Any`. */
function dictionaryBytes(content: CLValue, name: Uint8Array): number {
  const wrapped = concat(valueToBytes(content), sized(unhex('00'.repeat(32))), sized(name));
  return 1 + sized(wrapped).length + 1;
}

const BITS: Readonly<Record<string, bigint>> = { I32: 32n, U64: 64n, U128: 128n, U256: 256n, U512: 512n };

/** Numbers wrap around, as a node adds them. */
function sum(a: CLValue, b: CLValue): CLValue {
  const bits = typeof a.type === 'string' ? BITS[a.type] : undefined;
  if (!bits || a.type !== b.type) throw new Trap('Type mismatch');
  const total = BigInt.asUintN(Number(bits), numberOf(a) + numberOf(b));
  if (a.type === 'I32') return { ...a, bytes: u32(Number(total)) };
  return { ...a, bytes: a.type === 'U64' ? u64(total) : bigUint(total) };
}

function numberOf(value: CLValue): bigint {
  if (value.type === 'I32') return BigInt(new ByteReader(value.bytes).u32());
  return value.type === 'U64' ? new ByteReader(value.bytes).u64() : bigUintOf(value);
}
