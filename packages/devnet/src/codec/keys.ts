import { ByteReader, type Bytes, blake, concat, FormatError, hex, u8, unhex, utf8 } from './bytes.ts';

/** The address of a value in global state: `hash-…`, `account-hash-…`, `dictionary-…`, `balance-…`, or `uref-…` without rights. */
export type StateKey = string;

/**
 * The tag of each kind of key. The state holds no transfers, deploys, bids and withdrawals, but contracts may ask for
 * them.
 */
const TAGS: Readonly<Record<string, number>> = {
  'account-hash': 0,
  hash: 1,
  transfer: 3,
  deploy: 4,
  balance: 6,
  bid: 7,
  withdraw: 8,
  dictionary: 9,
};
const PREFIXES = new Map(Object.entries(TAGS).map(([prefix, tag]) => [tag, prefix]));
const HASHED = new RegExp(`^(${Object.keys(TAGS).join('|')})-([0-9a-f]{64})$`);
const UREF = /^uref-([0-9a-f]{64})-(00[0-7])$/;

/** Bits of the last byte of a URef. */
export const RIGHTS = { none: 0, read: 1, write: 2, add: 4, all: 7 } as const;

export type URef = { readonly address: string; readonly rights: number };

/** Reads a key as `Key` is serialised, and says it as a node prints it. */
export function readKey(reader: ByteReader): string {
  if (reader.peek() === 2) {
    reader.u8();
    return urefText(readURef(reader));
  }
  const prefix = PREFIXES.get(reader.u8());
  if (!prefix) throw new FormatError('a kind of key that is not known here');
  return `${prefix}-${hex(reader.take(32))}`;
}

export function keyFromBytes(bytes: Uint8Array): string {
  const reader = new ByteReader(bytes);
  const key = readKey(reader);
  reader.end();
  return key;
}

export function keyToBytes(key: string): Bytes {
  const uref = UREF.exec(key);
  if (uref) return concat(u8(2), urefToBytes(urefFromText(key)));
  const [, prefix, digits] = HASHED.exec(key) ?? [];
  const tag = prefix === undefined ? undefined : TAGS[prefix];
  if (tag === undefined || digits === undefined) throw new FormatError('not a key');
  return concat(u8(tag), unhex(digits));
}

export function isKey(text: string): boolean {
  return HASHED.test(text) || UREF.test(text);
}

export function readURef(reader: ByteReader): URef {
  const uref = { address: hex(reader.take(32)), rights: reader.u8() };
  if (uref.rights > RIGHTS.all) throw new FormatError('no rights of a URef');
  return uref;
}

export function urefFromText(text: string): URef {
  const [, address, rights] = UREF.exec(text) ?? [];
  if (address === undefined || rights === undefined) throw new FormatError('not a URef');
  return { address, rights: Number(rights) };
}

export function urefToBytes({ address, rights }: URef): Bytes {
  return concat(unhex(address), u8(rights));
}

export function urefText({ address, rights }: URef): string {
  return `uref-${address}-${rights.toString().padStart(3, '0')}`;
}

export function isURef(key: string): boolean {
  return key.startsWith('uref-');
}

/** The place of a key. The rights of a URef are no part of it. */
export function stateKey(key: string): StateKey {
  return isURef(key) ? key.slice(0, 'uref-'.length + 64) : key;
}

export function hashKey(hash: Uint8Array): StateKey {
  return `hash-${hex(hash)}`;
}

export function accountKey(hash: Uint8Array): StateKey {
  return `account-hash-${hex(hash)}`;
}

export function dictionaryKey(seedAddress: string, item: Uint8Array): StateKey {
  return `dictionary-${hex(blake(unhex(seedAddress), item))}`;
}

export function balanceKey(purse: string): StateKey {
  return `balance-${urefFromText(purse).address}`;
}

/** The 32 bytes behind the prefix. */
export function hashOf(key: StateKey): Bytes {
  return unhex(key.slice(-64));
}

const ALGORITHMS: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  '01': ['ed25519', 32],
  '02': ['secp256k1', 33],
};

/** @throws FormatError when the text is no public key with its algorithm in front */
export function accountKeyOf(publicKeyHex: string): StateKey {
  const algorithm = ALGORITHMS[publicKeyHex.slice(0, 2)];
  const key = unhex(publicKeyHex.slice(2));
  if (!algorithm || key.length !== algorithm[1]) throw new FormatError('not a public key');
  return accountKey(blake(utf8(algorithm[0]), u8(0), key));
}
