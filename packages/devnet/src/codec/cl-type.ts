import { type ByteReader, type Bytes, concat, FormatError, u8, u32 } from './bytes.ts';

const SIMPLE = [
  'Bool',
  'I32',
  'I64',
  'U8',
  'U32',
  'U64',
  'U128',
  'U256',
  'U512',
  'Unit',
  'String',
  'Key',
  'URef',
] as const;
const SIMPLE_TAGS = new Map<string, number>([
  ...SIMPLE.map((name, tag) => [name, tag] as const),
  ['Any', 21],
  ['PublicKey', 22],
]);

export type SimpleType = (typeof SIMPLE)[number] | 'Any' | 'PublicKey';

/** The type of a value, in the form in which JSON shows it. */
export type CLType =
  | SimpleType
  | { readonly Option: CLType }
  | { readonly List: CLType }
  | { readonly ByteArray: number }
  | { readonly Result: { readonly ok: CLType; readonly err: CLType } }
  | { readonly Map: { readonly key: CLType; readonly value: CLType } }
  | { readonly Tuple1: readonly [CLType] }
  | { readonly Tuple2: readonly [CLType, CLType] }
  | { readonly Tuple3: readonly [CLType, CLType, CLType] };

/** A node refuses types that are nested deeper. */
const DEPTH_MAX = 50;

/** @throws FormatError */
export function readType(reader: ByteReader, depth = 0): CLType {
  if (depth > DEPTH_MAX) throw new FormatError('a type is nested too deep');
  const inner = () => readType(reader, depth + 1);
  const tag = reader.u8();
  const simple = SIMPLE[tag];
  if (simple) return simple;
  switch (tag) {
    case 13:
      return { Option: inner() };
    case 14:
      return { List: inner() };
    case 15:
      return { ByteArray: reader.u32() };
    case 16:
      return { Result: { ok: inner(), err: inner() } };
    case 17:
      return { Map: { key: inner(), value: inner() } };
    case 18:
      return { Tuple1: [inner()] };
    case 19:
      return { Tuple2: [inner(), inner()] };
    case 20:
      return { Tuple3: [inner(), inner(), inner()] };
    case 21:
      return 'Any';
    case 22:
      return 'PublicKey';
    default:
      throw new FormatError(`no type has the tag ${tag}`);
  }
}

export function writeType(type: CLType): Bytes {
  if (typeof type === 'string') return u8(SIMPLE_TAGS.get(type) ?? 21);
  if ('Option' in type) return concat(u8(13), writeType(type.Option));
  if ('List' in type) return concat(u8(14), writeType(type.List));
  if ('ByteArray' in type) return concat(u8(15), u32(type.ByteArray));
  if ('Result' in type) return concat(u8(16), writeType(type.Result.ok), writeType(type.Result.err));
  if ('Map' in type) return concat(u8(17), writeType(type.Map.key), writeType(type.Map.value));
  if ('Tuple1' in type) return concat(u8(18), ...type.Tuple1.map(writeType));
  if ('Tuple2' in type) return concat(u8(19), ...type.Tuple2.map(writeType));
  return concat(u8(20), ...type.Tuple3.map(writeType));
}

/** @throws FormatError when the JSON names no type */
export function typeFromJson(json: unknown, depth = 0): CLType {
  if (depth > DEPTH_MAX) throw new FormatError('a type is nested too deep');
  const inner = (each: unknown) => typeFromJson(each, depth + 1);
  if (typeof json === 'string') {
    if (!SIMPLE_TAGS.has(json)) throw new FormatError('unknown type');
    return json as SimpleType;
  }
  const [name, content] = onlyEntry(json);
  switch (name) {
    case 'Option':
      return { Option: inner(content) };
    case 'List':
      return { List: inner(content) };
    case 'ByteArray':
      return { ByteArray: length(content) };
    case 'Result':
      return { Result: { ok: inner(field(content, 'ok')), err: inner(field(content, 'err')) } };
    case 'Map':
      return { Map: { key: inner(field(content, 'key')), value: inner(field(content, 'value')) } };
    case 'Tuple1':
      return { Tuple1: [inner(item(content, 0, 1))] };
    case 'Tuple2':
      return { Tuple2: [inner(item(content, 0, 2)), inner(item(content, 1, 2))] };
    case 'Tuple3':
      return { Tuple3: [inner(item(content, 0, 3)), inner(item(content, 1, 3)), inner(item(content, 2, 3))] };
    default:
      throw new FormatError('unknown type');
  }
}

function onlyEntry(json: unknown): [string, unknown] {
  const entries = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const [entry] = entries;
  if (!entry || entries.length !== 1) throw new FormatError('unknown type');
  return entry;
}

function field(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, name)) throw new FormatError('unknown type');
  return (json as Record<string, unknown>)[name];
}

function item(json: unknown, index: number, count: number): unknown {
  if (!Array.isArray(json) || json.length !== count) throw new FormatError('unknown type');
  return json[index];
}

function length(json: unknown): number {
  if (typeof json !== 'number' || !Number.isInteger(json) || json < 0 || json > 0xffffffff) {
    throw new FormatError('not a length');
  }
  return json;
}
