import { Bytes, Writer } from './memory';
import { U256 } from './u256';

// The types of values, by the chain's tags.
export const U8: u32 = 3;
export const UNIT: u32 = 9;
export const STRING: u32 = 10;
export const KEY: u32 = 11;
export const PUBLIC_KEY: u32 = 22;
const U256_TAG: u32 = 7;
export const AMOUNT: u32 = U256_TAG;
// Two types have parameters, and numbers of our own: ByteArray(32) and Map<String, String>.
export const BYTES_32: u32 = 1000;
export const STRING_MAP: u32 = 1001;

const BYTE_ARRAY_TAG: u32 = 15;
const MAP_TAG: u32 = 17;

export function writeType(writer: Writer, type: u32): void {
  if (type == BYTES_32) {
    writer.byte(BYTE_ARRAY_TAG).u32(32);
  } else if (type == STRING_MAP) {
    writer.byte(MAP_TAG).byte(STRING).byte(STRING);
  } else {
    writer.byte(type);
  }
}

/** A value as the chain stores it: length, bytes, type. */
export function typedValue(bytes: Bytes, type: u32): Bytes {
  const writer = Writer.withRoom(bytes.length + 9);
  writer.u32(bytes.length).bytes(bytes);
  writeType(writer, type);
  return writer.done();
}

export function amountValue(amount: U256): Bytes {
  return typedValue(amount.write(), AMOUNT);
}
