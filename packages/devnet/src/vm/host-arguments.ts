import { FormatError } from '../codec/bytes.ts';
import { type CLValue, urefsIn, valueFromBytes } from '../codec/cl-value.ts';
import { API_ERROR, Revert } from './errors.ts';
import { type Host, Return } from './host.ts';
import type { HostFunctions } from './machine.ts';

/** The arguments of the code, and its end. */
export function argumentFunctions(host: Host): HostFunctions {
  const { frame, memory } = host;
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
      if (value.bytes.length > capacity >>> 0) return API_ERROR.outOfMemory;
      memory.write(destination, value.bytes);
      return 0;
    },
    casper_read_host_buffer: (destination = 0, capacity = 0, written = 0) =>
      host.takeBuffer(destination, capacity, written),
    casper_ret: (pointer = 0, length = 0) => {
      const value = asValue(memory.read(pointer, length));
      for (const uref of value ? urefsIn(value) : []) frame.rights.require(uref);
      throw new Return(value);
    },
    casper_revert: (code = 0) => {
      throw new Revert(code >>> 0);
    },
  };
}

function asValue(bytes: Uint8Array): CLValue | null {
  try {
    return valueFromBytes(bytes);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
