import { BROKEN_STORAGE, expectSuccess, fail } from './errors';
import * as host from './host';
import { allocate, Bytes, lengthAndAscii, Writer } from './memory';

/** A URef is an address of 32 bytes and a byte of rights; as a Key it has a tag in front. */
const UREF_LENGTH: u32 = 33;
const UREF_KEY_TAG: u32 = 2;

/** The first `size` bytes that the host function before it left to be read. */
export function hostBuffer(size: u32): Bytes {
  const bytes = Bytes.ofLength(size);
  if (size > 0) expectSuccess(host.readHostBuffer(bytes.start, size, allocate(8)), BROKEN_STORAGE);
  return bytes;
}

export function urefKey(uref: Bytes): Bytes {
  return Writer.withRoom(UREF_LENGTH + 1)
    .byte(UREF_KEY_TAG)
    .bytes(uref)
    .done();
}

/** The contract's named key with its tag. */
export function namedKey(name: string): Bytes {
  const nameBytes = lengthAndAscii(name);
  const room: u32 = UREF_LENGTH + 1;
  const key = allocate(room);
  const size = allocate(8);
  expectSuccess(host.getKey(nameBytes.start, nameBytes.length, key, room, size), BROKEN_STORAGE);
  return Bytes.at(key, load<u32>(size));
}

/** The bytes of the value behind a named URef. */
export function readNamed(name: string): Bytes {
  const key = namedKey(name);
  const size = allocate(8);
  expectSuccess(host.readValue(key.start, key.length, size), BROKEN_STORAGE);
  return hostBuffer(load<u32>(size));
}

/** Replaces the value behind a named URef; `value` has its type. */
export function writeNamed(name: string, value: Bytes): void {
  const key = namedKey(name);
  host.write(key.start, key.length, value.start, value.length);
}

/** A new URef that holds `value`; `value` has its type. */
export function newUref(value: Bytes): Bytes {
  const uref = Bytes.ofLength(UREF_LENGTH);
  host.newUref(uref.start, value.start, value.length);
  return uref;
}

export function newDictionary(): Bytes {
  const size = allocate(8);
  expectSuccess(host.newDictionary(size), BROKEN_STORAGE);
  return hostBuffer(load<u32>(size));
}

/** The URef of one of the contract's dictionaries. */
export function dictionary(name: string): Bytes {
  const key = namedKey(name);
  if (key.length != UREF_LENGTH + 1) fail(BROKEN_STORAGE);
  return Bytes.at(key.start + 1, UREF_LENGTH);
}

/** The bytes of an item; none at all when it was never written. */
export function readItem(uref: Bytes, item: Bytes): Bytes {
  const size = allocate(8);
  const result = host.dictionaryGet(uref.start, uref.length, item.start, item.length, size);
  if (result == host.VALUE_NOT_FOUND) return Bytes.ofLength(0);
  expectSuccess(result, BROKEN_STORAGE);
  return hostBuffer(load<u32>(size));
}

/** Writes an item; `value` has its type. A dictionary cannot forget an item: a tombstone has to stand for "none". */
export function writeItem(uref: Bytes, item: Bytes, value: Bytes): void {
  const result = host.dictionaryPut(uref.start, uref.length, item.start, item.length, value.start, value.length);
  expectSuccess(result, BROKEN_STORAGE);
}
