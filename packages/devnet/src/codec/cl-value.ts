import { ByteReader, type Bytes, bigUint, concat, FormatError, hex, sized, u32, utf8 } from './bytes.ts';
import { type CLType, readType, writeType } from './cl-type.ts';
import { readKey, readURef, type URef, urefFromText, urefText } from './keys.ts';

/** A value as contracts and deploys carry it: bytes that stay as they are, and their type. */
export type CLValue = { readonly bytes: Bytes; readonly type: CLType };

export type Args = ReadonlyMap<string, CLValue>;

export type CLValueJson = { readonly cl_type: CLType; readonly bytes: string; readonly parsed: unknown };

/** @throws FormatError when the bytes are not exactly one value */
export function valueFromBytes(bytes: Uint8Array): CLValue {
  const reader = new ByteReader(bytes);
  const value = readValue(reader);
  reader.end();
  return value;
}

export function readValue(reader: ByteReader): CLValue {
  const bytes = reader.sized();
  return { bytes, type: readType(reader) };
}

export function valueToBytes(value: CLValue): Bytes {
  return concat(sized(value.bytes), writeType(value.type));
}

export function argsToBytes(args: Args): Bytes {
  const each = [...args].map(([name, value]) => concat(sized(utf8(name)), valueToBytes(value)));
  return concat(u32(args.size), ...each);
}

/** @throws FormatError */
export function argsFromBytes(bytes: Uint8Array): Args {
  const reader = new ByteReader(bytes);
  const args = new Map(reader.list(() => [reader.text(), readValue(reader)] as const));
  reader.end();
  return args;
}

export function u512(value: bigint): CLValue {
  return { bytes: bigUint(value), type: 'U512' };
}

export const UNIT: CLValue = { bytes: new Uint8Array(0), type: 'Unit' };

/** `parsed` is for people; an unreadable value is null there, because only `bytes` count. */
export function valueToJson(value: CLValue): CLValueJson {
  let parsed: unknown = null;
  try {
    const reader = new ByteReader(value.bytes);
    parsed = decode(value.type, reader, () => undefined);
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    parsed = null;
  }
  return { cl_type: value.type, bytes: hex(value.bytes), parsed };
}

/**
 * Every URef that a value carries, however deep.
 * @throws FormatError when the bytes do not fit the type
 */
export function urefsIn(value: CLValue): readonly URef[] {
  const found: URef[] = [];
  if (!mentionsURefs(value.type)) return found;
  decode(value.type, new ByteReader(value.bytes), (uref) => found.push(uref));
  return found;
}

/**
 * The keys that a node looks at when a value is stored: the value itself, or the second of a name and a key.
 * @throws FormatError when the bytes do not fit the type
 */
export function keysOf({ bytes, type }: CLValue): readonly string[] {
  const isPair =
    typeof type === 'object' && 'Tuple2' in type && type.Tuple2[0] === 'String' && type.Tuple2[1] === 'Key';
  if (type !== 'Key' && type !== 'URef' && !isPair) return [];
  const reader = new ByteReader(bytes);
  if (isPair) reader.text();
  const key = type === 'URef' ? urefText(readURef(reader)) : readKey(reader);
  reader.end();
  return [key];
}

function mentionsURefs(type: CLType): boolean {
  return /"(Key|URef)"/.test(JSON.stringify(type));
}

/** @throws FormatError */
export function bigUintOf(value: CLValue): bigint {
  const reader = new ByteReader(value.bytes);
  const number = reader.bigUint();
  reader.end();
  return number;
}

type Found = (uref: URef) => void;

function decode(type: CLType, reader: ByteReader, found: Found): unknown {
  if (typeof type === 'string') return decodeSimple(type, reader, found);
  const inner = (each: CLType) => decode(each, reader, found);
  if ('Option' in type) return reader.u8() === 0 ? null : inner(type.Option);
  if ('List' in type) return reader.list(() => inner(type.List));
  if ('ByteArray' in type) return hex(reader.take(type.ByteArray));
  if ('Result' in type) return reader.u8() === 1 ? { Ok: inner(type.Result.ok) } : { Err: inner(type.Result.err) };
  if ('Map' in type) return reader.list(() => ({ key: inner(type.Map.key), value: inner(type.Map.value) }));
  if ('Tuple1' in type) return type.Tuple1.map(inner);
  if ('Tuple2' in type) return type.Tuple2.map(inner);
  return type.Tuple3.map(inner);
}

function decodeSimple(type: Extract<CLType, string>, reader: ByteReader, found: Found): unknown {
  switch (type) {
    case 'Unit':
      return null;
    case 'Bool':
      return reader.u8() === 1;
    case 'U8':
      return reader.u8();
    case 'I32':
      return reader.i32();
    case 'U32':
      return reader.u32();
    case 'I64':
      return Number(reader.i64());
    case 'U64':
      return Number(reader.u64());
    case 'U128':
    case 'U256':
    case 'U512':
      return reader.bigUint().toString();
    case 'String':
      return reader.text();
    case 'PublicKey':
      return hex(reader.take(reader.peek() === 1 ? 33 : 34));
    case 'URef': {
      const uref = readURef(reader);
      found(uref);
      return urefText(uref);
    }
    case 'Key': {
      const key = readKey(reader);
      if (key.startsWith('uref-')) found(urefFromText(key));
      return key;
    }
    case 'Any':
      reader.take(reader.bytes.length - reader.at);
      return null;
  }
}
