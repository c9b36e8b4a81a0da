import { FormatError, hex, unhex } from '../codec/bytes.ts';
import { RPC, RpcError } from '../chain/rpc-error.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Parameters by name; a list is read in the order of the names. */
export function paramsByName(params: unknown, names: readonly string[]): Params {
  if (params === undefined || params === null) return {};
  if (Array.isArray(params)) return Object.fromEntries(names.map((name, index) => [name, params[index]]));
  return asObject(params, 'params');
}

export function asObject(value: unknown, name: string): Params {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object');
  return value as Params;
}

export function asText(value: unknown, name: string): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw wrong(name, 'a text');
  return value;
}

export function asTexts(value: unknown, name: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(name, 'a list');
  return value.map((each) => asText(each, name));
}

/** 32 bytes as hexadecimal digits, made small. */
export function asHash(value: unknown, name: string): string {
  return guarded(name, 'a hash', () => {
    const digits = hex(unhex(asText(value, name)));
    if (digits.length !== 64) throw wrong(name, 'a hash');
    return digits;
  });
}

export function asHeight(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw wrong(name, 'a height');
  return value;
}

/** Turns an unreadable value into an answer about the parameter. */
export function guarded<Result>(name: string, expected: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) throw wrong(name, expected);
    throw error;
  }
}

export function wrong(name: string, expected: string): RpcError {
  return new RpcError(RPC.params, `${name} has to be ${expected}`);
}
