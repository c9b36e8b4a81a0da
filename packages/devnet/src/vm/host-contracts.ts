import { type ByteReader, EMPTY, FormatError } from '../codec/bytes.ts';
import { argsFromBytes } from '../codec/cl-value.ts';
import { hashKey, type StateKey } from '../codec/keys.ts';
import { API_ERROR } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';

const HASH_BYTES = 32;

/** Calls from contract to contract. */
export function contractFunctions(host: Host): HostFunctions {
  const { machine, memory } = host;
  const call = (target: () => StateKey, [name, nameLength, args, argsLength, lengthPointer]: readonly number[]) => {
    const entryPoint = memory.sizedText(name ?? 0, nameLength ?? 0);
    const bytes = memory.read(args ?? 0, argsLength ?? 0);
    if (host.bufferIsFull) return API_ERROR.hostBufferFull;
    const given = argsFromBytes(bytes);
    const answer = machine.callContract(target(), entryPoint, given, host.frame.stack, host.frame.rights);
    const answered = answer?.bytes ?? EMPTY;
    if (answered.length > 0) return host.offer(answered, lengthPointer ?? 0);
    memory.writeU32(lengthPointer ?? 0, 0);
    return 0;
  };
  const hash = (pointer: number, length: number) =>
    hashKey(memory.parse(pointer, length, (reader) => reader.take(HASH_BYTES)));
  const optional = (pointer: number, length: number) => memory.parse(pointer, length, optionalNumber);
  return {
    casper_call_contract: (pointer = 0, length = 0, ...rest) => {
      const contract = hash(pointer, length);
      return call(() => contract, rest);
    },
    casper_call_versioned_contract: (pointer = 0, length = 0, version = 0, versionLength = 0, ...rest) => {
      const packageKey = hash(pointer, length);
      const wanted = optional(version, versionLength);
      return call(() => machine.contractOfPackage(packageKey, null, wanted), rest);
    },
    casper_call_package_version: (...args) => {
      const [pointer = 0, length = 0, major = 0, majorLength = 0, version = 0, versionLength = 0, ...rest] = args;
      const packageKey = hash(pointer, length);
      const wanted = optional(version, versionLength);
      const wantedMajor = optional(major, majorLength);
      return call(() => machine.contractOfPackage(packageKey, wantedMajor, wanted), rest);
    },
  };
}

function optionalNumber(reader: ByteReader): number | null {
  const tag = reader.u8();
  if (tag > 1) throw new FormatError('no option');
  return tag === 0 ? null : reader.u32();
}
