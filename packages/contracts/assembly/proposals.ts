// The register of proposals and of who backs them, and the reward that a removed backer gets.

import { requireOwner, signer } from './accounts';
import { argument, hashArgument, textArgument } from './arguments';
import {
  BROKEN_STORAGE,
  expectSuccess,
  fail,
  INVALID_PROPOSAL_ID,
  INVALID_RECORD,
  NOT_BACKED,
  UNKNOWN_PROPOSAL,
} from './errors';
import * as host from './host';
import { EntryPoints, hashKey, installContract, NamedKeys } from './install';
import { allocate, ascii, Bytes, lengthAndAscii, Writer } from './memory';
import { dictionary, namedKey, newDictionary, readItem, writeItem } from './storage';
import { isEmptyMap, requireStringMap, valueOf, withEntry } from './string-map';
import { U256 } from './u256';
import { AMOUNT, BYTES_32, KEY, STRING, STRING_MAP, typedValue, UNIT, writeType } from './values';

/** Items of dictionaries have at most 128 bytes, and that of a backer is the id, `_` and 64 digits. */
const LONGEST_ID: u32 = 128 - 65;
const REWARD_PERCENT: u64 = 3;
/** With 18 digits, amount × 3 is still a number of 64 bits. */
const AMOUNT_DIGITS: u32 = 18;
const MONTHS_DIGITS: u32 = 4;

/** Writes a proposal; a later map under the same id replaces the earlier one. */
export function add_proposal(): void {
  requireOwner();
  const id = proposalId();
  const proposal = mapArgument('proposal');
  monthsToRepay(proposal);
  writeItem(dictionary('proposals'), id, typedValue(proposal, STRING_MAP));
}

/** Writes a backing, or replaces it. The record is the given map and, under `token`, the token it was backed with. */
export function add_backer(): void {
  requireOwner();
  const id = proposalId();
  const token = hashArgument('token');
  const delegator = hashArgument('delegator');
  const backer = mapArgument('backer');
  backedAmount(backer);
  findProposal(id);
  const record = withEntry(backer, ascii('token'), Writer.withRoom(64).hex(token).done());
  writeItem(dictionary('backers'), backerItem(id, delegator), typedValue(record, STRING_MAP));
}

/** Removes a backing and pays its reward in DLN, both or neither. */
export function remove_backer(): void {
  requireOwner();
  const id = proposalId();
  const delegator = hashArgument('delegator');
  const proposal = findProposal(id);
  const backers = dictionary('backers');
  const item = backerItem(id, delegator);
  const backer = readItem(backers, item);
  if (backer.length == 0 || isEmptyMap(backer)) fail(NOT_BACKED);
  // A dictionary cannot forget an item: the empty map is "no backer".
  writeItem(backers, item, typedValue(Bytes.ofLength(4), STRING_MAP));
  const reward = (backedAmount(backer) * REWARD_PERCENT) / (100 * monthsToRepay(proposal));
  if (reward > 0) payReward(delegator, reward);
}

/** `reward_token` is the contract of DLN; the owner has to allow this contract to spend from it. */
export function call(): void {
  const entryPoints = EntryPoints.none();
  entryPoints
    .add('add_backer')
    .takes('proposal_id', STRING)
    .takes('token', BYTES_32)
    .takes('delegator', BYTES_32)
    .takes('backer', STRING_MAP)
    .returns(UNIT);
  entryPoints.add('add_proposal').takes('proposal_id', STRING).takes('proposal', STRING_MAP).returns(UNIT);
  entryPoints.add('remove_backer').takes('proposal_id', STRING).takes('delegator', BYTES_32).returns(UNIT);

  const namedKeys = NamedKeys.none()
    .uref('backers', newDictionary())
    .key('owner', signer())
    .uref('proposals', newDictionary())
    .key('reward_token', hashKey(hashArgument('reward_token')));
  installContract(textArgument('contract_name'), entryPoints, namedKeys);
}

function proposalId(): Bytes {
  const id = textArgument('proposal_id');
  if (id.length > LONGEST_ID) fail(INVALID_PROPOSAL_ID);
  return id;
}

function mapArgument(name: string): Bytes {
  const map = argument(name);
  requireStringMap(map);
  return map;
}

function findProposal(id: Bytes): Bytes {
  const proposal = readItem(dictionary('proposals'), id);
  if (proposal.length == 0) fail(UNKNOWN_PROPOSAL);
  return proposal;
}

function backerItem(id: Bytes, delegator: Bytes): Bytes {
  return Writer.withRoom(id.length + 65)
    .bytes(id)
    .ascii('_')
    .hex(delegator)
    .done();
}

/** Looked at before a proposal is stored, so that no removal can fail because of it. */
function monthsToRepay(proposal: Bytes): u64 {
  const months = wholeNumber(valueOf(proposal, ascii('monthsToRepay')), MONTHS_DIGITS);
  if (months == 0) fail(INVALID_RECORD);
  return months;
}

/** In base units. Looked at before a backing is stored, so that no removal can fail because of it. */
function backedAmount(backer: Bytes): u64 {
  return wholeNumber(valueOf(backer, ascii('amount')), AMOUNT_DIGITS);
}

function wholeNumber(text: Bytes, mostDigits: u32): u64 {
  if (text.length == 0 || text.length > mostDigits) fail(INVALID_RECORD);
  let number: u64 = 0;
  for (let i: u32 = 0; i < text.length; i++) {
    const digit: u8 = load<u8>(text.start + i) - 48;
    if (digit > 9) fail(INVALID_RECORD);
    number = number * 10 + digit;
  }
  return number;
}

/** `transfer_from` of the reward token: from the owner, who holds its supply and has allowed this contract to spend. */
function payReward(delegator: Bytes, reward: u64): void {
  const args = Writer.withRoom(256).u32(3);
  writeArgument(args, 'owner', namedKey('owner'), KEY);
  writeArgument(args, 'recipient', Writer.withRoom(33).byte(0).bytes(delegator).done(), KEY);
  writeArgument(args, 'amount', U256.of(reward).write(), AMOUNT);
  const token = namedKey('reward_token');
  const entryPoint = lengthAndAscii('transfer_from');
  const result = host.callContract(
    token.start + 1,
    32,
    entryPoint.start,
    entryPoint.length,
    args.start,
    args.length,
    allocate(8),
  );
  expectSuccess(result, BROKEN_STORAGE);
}

function writeArgument(args: Writer, name: string, bytes: Bytes, type: u32): void {
  args.string(name).bytes(typedValue(bytes, type));
}
