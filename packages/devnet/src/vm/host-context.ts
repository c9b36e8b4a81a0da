import { type Bytes, concat, u32, u64, u8, unhex } from '../codec/bytes.ts';
import type { CLType } from '../codec/cl-type.ts';
import { type CLValue, valueToBytes } from '../codec/cl-value.ts';
import { hashOf, urefFromText, urefToBytes } from '../codec/keys.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { Caller, HostFunctions, Machine } from './machine.ts';

const PHASE_SESSION = 2;
const INITIATOR = 0;
const IMMEDIATE = 1;
const FULL_CHAIN = 2;

/** The caller of the code, the time and the block. */
export function contextFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  /** Writes the count of the items, and offers them as a list. */
  const offerList = (items: readonly Bytes[], countPointer: number, lengthPointer: number): number => {
    if (host.bufferIsFull) return API_ERROR.hostBufferFull;
    memory.writeU32(countPointer, items.length);
    return items.length === 0 ? 0 : host.offer(concat(u32(items.length), ...items), lengthPointer);
  };
  return {
    casper_get_caller: (lengthPointer = 0) => host.offerWide(hashOf(machine.account), lengthPointer),
    casper_load_call_stack: (countPointer = 0, lengthPointer = 0) =>
      offerList(frame.stack.map(callerBytes), countPointer, lengthPointer),
    casper_load_caller_information: (kind = 0, countPointer = 0, lengthPointer = 0) => {
      if (host.bufferIsFull) return API_ERROR.hostBufferFull;
      const asked = callersOf(frame.stack, kind & 0xff);
      return typeof asked === 'number' ? asked : offerList(asked.map(callerInfo), countPointer, lengthPointer);
    },
    casper_load_authorization_keys: (countPointer = 0, lengthPointer = 0) =>
      offerList(machine.authorizationKeys.toSorted().map(hashOf), countPointer, lengthPointer),
    casper_get_blocktime: (destination = 0) => {
      memory.writeU64(destination, BigInt(machine.block.timeMs));
      return undefined;
    },
    casper_get_block_info: (field = 0, destination = 0) => {
      memory.write(destination, blockField(machine, field & 0xff));
      return undefined;
    },
    casper_get_phase: (destination = 0) => {
      memory.write(destination, u8(PHASE_SESSION));
      return undefined;
    },
    casper_get_main_purse: (destination = 0) => {
      const holder = machine.holder(machine.account);
      if (holder.kind !== 'account') throw new Trap('Invalid context');
      memory.write(destination, urefToBytes(urefFromText(holder.mainPurse)));
      return undefined;
    },
    casper_random_bytes: (destination = 0, length = 0) => {
      const bytes = machine.newAddress();
      if (bytes.length !== length >>> 0) return API_ERROR.bufferTooSmall;
      memory.write(destination, bytes);
      return 0;
    },
  };
}

function blockField({ block }: Machine, field: number): Bytes {
  const fields = [
    () => u64(BigInt(block.timeMs)),
    () => u64(BigInt(block.height)),
    () => unhex(block.parentHash),
    () => unhex(block.stateRoot),
    () => concat(...PROTOCOL.version.split('.').map((part) => u32(Number(part)))),
    // Accounts and contracts are no addressable entities.
    () => u8(0),
  ];
  const read = fields[field];
  if (!read) throw new Trap('The imputed operation is invalid');
  return read();
}

function callersOf(stack: readonly Caller[], kind: number): readonly Caller[] | number {
  if (kind === INITIATOR) return stack.slice(0, 1);
  if (kind === FULL_CHAIN) return stack;
  if (kind !== IMMEDIATE) return API_ERROR.invalidCallerInfoRequest;
  return stack.length > 1 ? stack.slice(-2, -1) : API_ERROR.unhandled;
}

function callerBytes(caller: Caller): Bytes {
  if ('account' in caller) return concat(u8(0), hashOf(caller.account));
  return concat(u8(2), hashOf(caller.packageKey), hashOf(caller.contractKey));
}

/** A caller as 2.x describes it: its kind, and five fields of which it has its own. */
function callerInfo(caller: Caller): Bytes {
  const isAccount = 'account' in caller;
  const field = (index: number, content: Bytes | null, inner: CLType = { ByteArray: 32 }) =>
    concat(u8(index), valueToBytes(optional(content, inner)));
  const fields = [
    field(0, isAccount ? hashOf(caller.account) : null),
    field(1, null),
    field(2, isAccount ? null : hashOf(caller.packageKey)),
    field(3, null, 'Any'),
    field(4, isAccount ? null : hashOf(caller.contractKey)),
  ];
  return concat(u8(isAccount ? 0 : 4), u32(fields.length), ...fields);
}

function optional(content: Bytes | null, inner: CLType): CLValue {
  return { bytes: content ? concat(u8(1), content) : u8(0), type: { Option: inner } };
}
