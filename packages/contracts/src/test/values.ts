import { bigUint, concat, text, u32, unhex } from '@sathi/devnet/codec/bytes.ts';
import type { CLValue } from '@sathi/devnet/codec/cl-value.ts';

// Arguments as a client of the chain writes them.

export function amount(value: bigint): CLValue {
  return { bytes: bigUint(value), type: 'U256' };
}

export function string(value: string): CLValue {
  return { bytes: text(value), type: 'String' };
}

export function byte(value: number): CLValue {
  return { bytes: Uint8Array.of(value), type: 'U8' };
}

export function bytes32(hexDigits: string): CLValue {
  return { bytes: unhex(hexDigits), type: { ByteArray: 32 } };
}

/** The Key of an account, `account-hash-…`, or of a contract, `hash-…`. */
export function key(address: string): CLValue {
  const isAccount = address.startsWith('account-hash-');
  return { bytes: concat(Uint8Array.of(isAccount ? 0 : 1), unhex(digitsOf(address))), type: 'Key' };
}

export function publicKey(publicKeyHex: string): CLValue {
  return { bytes: unhex(publicKeyHex), type: 'PublicKey' };
}

export function stringMap(entries: Readonly<Record<string, string>>): CLValue {
  const sorted = Object.entries(entries).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const bytes = concat(u32(sorted.length), ...sorted.flat().map(text));
  return { bytes, type: { Map: { key: 'String', value: 'String' } } };
}

/** The 64 digits of an address. */
export function digitsOf(address: string): string {
  return address.slice(-64);
}
