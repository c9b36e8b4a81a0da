// A token in the shape of CEP-18. Installed once for each of tUSDC, aUSDC, tUSDT, aUSDT, DLN and DLNG.

import { blake2b, caller, requireOwner, signer } from './accounts';
import { amountArgument, argument, holderArgument, textArgument } from './arguments';
import { fail, INSUFFICIENT_ALLOWANCE, INSUFFICIENT_BALANCE, INVALID_ARGUMENT } from './errors';
import * as host from './host';
import { EntryPoints, installContract, NamedKeys } from './install';
import { base64OfKey, Bytes, Writer } from './memory';
import { dictionary, newDictionary, newUref, readItem, readNamed, writeItem, writeNamed } from './storage';
import { U256 } from './u256';
import { AMOUNT, amountValue, KEY, STRING, typedValue, U8, UNIT } from './values';

export function name(): void {
  answerNamed('name', STRING);
}

export function symbol(): void {
  answerNamed('symbol', STRING);
}

export function decimals(): void {
  answerNamed('decimals', U8);
}

export function total_supply(): void {
  answerNamed('total_supply', AMOUNT);
}

export function balance_of(): void {
  const holder = holderArgument('address');
  answer(amountValue(readAmount(dictionary('balances'), balanceItem(holder))));
}

export function allowance(): void {
  const owner = holderArgument('owner');
  const spender = holderArgument('spender');
  answer(amountValue(readAmount(dictionary('allowances'), allowanceItem(owner, spender))));
}

export function transfer(): void {
  move(caller(), holderArgument('recipient'), amountArgument('amount'));
}

/** Sets, and does not add to, the spender's allowance. */
export function approve(): void {
  const item = allowanceItem(caller(), holderArgument('spender'));
  writeItem(dictionary('allowances'), item, amountValue(amountArgument('amount')));
}

export function transfer_from(): void {
  const owner = holderArgument('owner');
  const recipient = holderArgument('recipient');
  const amount = amountArgument('amount');
  const allowances = dictionary('allowances');
  const item = allowanceItem(owner, caller());
  const allowed = readAmount(allowances, item);
  if (allowed.isLessThan(amount)) fail(INSUFFICIENT_ALLOWANCE);
  writeItem(allowances, item, amountValue(allowed.minus(amount)));
  move(owner, recipient, amount);
}

/** New tokens for `owner`, which is CEP-18's word for who receives them. Only the contract's owner may. */
export function mint(): void {
  requireOwner();
  const item = balanceItem(holderArgument('owner'));
  const amount = amountArgument('amount');
  // No balance is above the supply, so where the supply does not overflow no balance does.
  const supply = U256.read(readNamed('total_supply')).plus(amount);
  writeNamed('total_supply', amountValue(supply));
  const balances = dictionary('balances');
  writeItem(balances, item, amountValue(readAmount(balances, item).plus(amount)));
}

/** Installs the token; the whole supply belongs to the account that does. */
export function call(): void {
  const contractName = textArgument('contract_name');
  const decimalPlaces = argument('decimals');
  if (decimalPlaces.length != 1) fail(INVALID_ARGUMENT);
  const supply = amountValue(amountArgument('total_supply'));
  const owner = signer();
  const balances = newDictionary();
  writeItem(balances, balanceItem(owner), supply);

  const namedKeys = NamedKeys.none()
    .uref('allowances', newDictionary())
    .uref('balances', balances)
    .uref('decimals', newUref(typedValue(decimalPlaces, U8)))
    .uref('name', newUref(textValue('name')))
    .key('owner', owner)
    .uref('symbol', newUref(textValue('symbol')))
    .uref('total_supply', newUref(supply));

  const entryPoints = EntryPoints.none();
  entryPoints.add('allowance').takes('owner', KEY).takes('spender', KEY).returns(AMOUNT);
  entryPoints.add('approve').takes('spender', KEY).takes('amount', AMOUNT).returns(UNIT);
  entryPoints.add('balance_of').takes('address', KEY).returns(AMOUNT);
  entryPoints.add('decimals').returns(U8);
  entryPoints.add('mint').takes('owner', KEY).takes('amount', AMOUNT).returns(UNIT);
  entryPoints.add('name').returns(STRING);
  entryPoints.add('symbol').returns(STRING);
  entryPoints.add('total_supply').returns(AMOUNT);
  entryPoints.add('transfer').takes('recipient', KEY).takes('amount', AMOUNT).returns(UNIT);
  entryPoints.add('transfer_from').takes('owner', KEY).takes('recipient', KEY).takes('amount', AMOUNT).returns(UNIT);

  installContract(contractName, entryPoints, namedKeys);
}

/** An argument of text as a value, after it was seen to be one. */
function textValue(argumentName: string): Bytes {
  textArgument(argumentName);
  return typedValue(argument(argumentName), STRING);
}

/** The items are CEP-18's: base64 of the holder's Key. */
function balanceItem(holder: Bytes): Bytes {
  return base64OfKey(holder);
}

/** The items are CEP-18's: blake2b of both Keys, in hex. */
function allowanceItem(owner: Bytes, spender: Bytes): Bytes {
  const hash = blake2b(Writer.withRoom(66).bytes(owner).bytes(spender).done());
  return Writer.withRoom(64).hex(hash).done();
}

function readAmount(uref: Bytes, item: Bytes): U256 {
  const bytes = readItem(uref, item);
  return bytes.length == 0 ? U256.zero() : U256.read(bytes);
}

/** Both balances are read after the other was written, so that a transfer to oneself changes nothing. */
function move(sender: Bytes, recipient: Bytes, amount: U256): void {
  const balances = dictionary('balances');
  const senderItem = balanceItem(sender);
  const held = readAmount(balances, senderItem);
  if (held.isLessThan(amount)) fail(INSUFFICIENT_BALANCE);
  writeItem(balances, senderItem, amountValue(held.minus(amount)));
  const recipientItem = balanceItem(recipient);
  writeItem(balances, recipientItem, amountValue(readAmount(balances, recipientItem).plus(amount)));
}

function answerNamed(key: string, type: u32): void {
  answer(typedValue(readNamed(key), type));
}

function answer(value: Bytes): void {
  host.ret(value.start, value.length);
}
