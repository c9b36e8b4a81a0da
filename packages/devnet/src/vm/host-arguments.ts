import { blake, concat, u32, u8 } from '../codec/bytes.ts';
import { hashOf, urefFromText, urefToBytes } from '../codec/keys.ts';
import { API_ERROR, Revert, Trap } from './errors.ts';
import { type Host, Return } from './host.ts';
import type { Caller, HostFunctions } from './machine.ts';

const PHASE_SESSION = 2;

/** What the code was called with, by whom and when, and how it ends. */
export function argumentFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  return {
    casper_get_named_arg_size: (name = 0, nameLength = 0, sizePointer = 0) => {
      const value = frame.args.get(memory.text(name, nameLength));
      if (!value) return API_ERROR.missingArgument;
      memory.writeU32(sizePointer, value.bytes.length);
      return 0;
    },
    casper_get_named_arg: (name = 0, nameLength = 0, destination = 0, capacity = 0) => {
      const value = frame.args.get(memory.text(name, nameLength));
      if (!value) return API_ERROR.missingArgument;
      if (value.bytes.length > capacity >>> 0) return API_ERROR.bufferTooSmall;
      memory.write(destination, value.bytes);
      return 0;
    },
    casper_read_host_buffer: (destination = 0, capacity = 0, written = 0) =>
      host.takeBuffer(destination, capacity, written),
    casper_get_caller: (lengthPointer = 0) => host.offerWide(hashOf(machine.account), lengthPointer),
    casper_load_call_stack: (countPointer = 0, lengthPointer = 0) => {
      const answer = host.offer(concat(u32(frame.stack.length), ...frame.stack.map(callerBytes)), lengthPointer);
      if (answer === 0) memory.writeU32(countPointer, frame.stack.length);
      return answer;
    },
    casper_get_blocktime: (destination = 0) => {
      memory.writeU64(destination, BigInt(machine.blockTimeMs));
      return undefined;
    },
    casper_get_phase: (destination = 0) => {
      memory.write(destination, u8(PHASE_SESSION));
      return undefined;
    },
    casper_get_main_purse: (destination = 0) => {
      const holder = machine.holder(frame.context);
      if (holder.kind !== 'account') throw new Trap('Invalid context');
      memory.write(destination, urefToBytes(urefFromText(holder.mainPurse)));
      return undefined;
    },
    casper_blake2b: (from = 0, length = 0, destination = 0, capacity = 0) => {
      if (capacity >>> 0 < 32) return API_ERROR.bufferTooSmall;
      memory.write(destination, blake(memory.read(from, length)));
      return 0;
    },
    // What contracts print would have to be kept somewhere; a node drops it too.
    casper_print: () => undefined,
    casper_ret: (value = 0, length = 0) => {
      throw new Return(length === 0 ? null : host.readValue(value, length));
    },
    casper_revert: (code = 0) => {
      throw new Revert(code >>> 0);
    },
  };
}

function callerBytes(caller: Caller) {
  if ('account' in caller) return concat(u8(0), hashOf(caller.account));
  return concat(u8(2), hashOf(caller.packageKey), hashOf(caller.contractKey));
}
