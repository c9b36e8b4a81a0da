// The stake of each account. The tokens themselves are held by the owner; this contract is the record of whose they
// are.

import { accountHashOf, requireOwner, signer } from './accounts';
import { amountArgument, argument, holderArgument, textArgument } from './arguments';
import { fail, INVALID_ARGUMENT } from './errors';
import * as host from './host';
import { EntryPoints, installContract, NamedKeys } from './install';
import { Bytes, Writer } from './memory';
import { dictionary, newDictionary, readItem, writeItem } from './storage';
import { U256 } from './u256';
import { AMOUNT, amountValue, KEY, PUBLIC_KEY, UNIT } from './values';

/** Sets, and does not add to, the stake of the recipient: sent twice, it is the same stake. */
export function add_stakeholder(): void {
  requireOwner();
  const publicKey = argument('recipient');
  if (publicKey.length == 0) fail(INVALID_ARGUMENT);
  writeItem(dictionary('balances'), stakeItem(accountHashOf(publicKey)), amountValue(amountArgument('amount')));
}

export function stake_of(): void {
  const holder = holderArgument('address');
  const bytes = readItem(dictionary('balances'), stakeItem(Bytes.at(holder.start + 1, 32)));
  const stake = amountValue(bytes.length == 0 ? U256.zero() : U256.read(bytes));
  host.ret(stake.start, stake.length);
}

export function call(): void {
  const entryPoints = EntryPoints.none();
  entryPoints.add('add_stakeholder').takes('recipient', PUBLIC_KEY).takes('amount', AMOUNT).returns(UNIT);
  entryPoints.add('stake_of').takes('address', KEY).returns(AMOUNT);
  const namedKeys = NamedKeys.none().uref('balances', newDictionary()).key('owner', signer());
  installContract(textArgument('contract_name'), entryPoints, namedKeys);
}

function stakeItem(accountHash: Bytes): Bytes {
  return Writer.withRoom(64).hex(accountHash).done();
}
