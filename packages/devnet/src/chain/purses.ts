import { blake, hex, utf8 } from '../codec/bytes.ts';
import { bigUintOf, UNIT, u512 } from '../codec/cl-value.ts';
import { balanceKey, RIGHTS, type StateKey, stateKey, urefText } from '../codec/keys.ts';
import type { Account, Stored } from '../vm/stored.ts';

type Read = (key: StateKey) => Stored | undefined;

/** Motes in a purse, or undefined when there is no such purse. */
export function balanceOf(read: Read, purse: string): bigint | undefined {
  const stored = read(balanceKey(purse));
  return stored?.kind === 'value' ? bigUintOf(stored) : undefined;
}

export function balanceEntry(purse: string, motes: bigint): readonly [StateKey, Stored] {
  return [balanceKey(purse), { kind: 'value', ...u512(motes) }];
}

/** A new account with an empty name list, and its purse. */
export function newAccount(key: StateKey, motes: bigint): ReadonlyArray<readonly [StateKey, Stored]> {
  const mainPurse = urefText({ address: hex(blake(utf8('main purse'), utf8(key))), rights: RIGHTS.all });
  const account: Account = { kind: 'account', key, mainPurse, namedKeys: {} };
  return [[key, account], [stateKey(mainPurse), { kind: 'value', ...UNIT }], balanceEntry(mainPurse, motes)];
}
