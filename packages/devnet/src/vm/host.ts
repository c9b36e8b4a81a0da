import type { Bytes } from '../codec/bytes.ts';
import { type CLValue, keysOf, valueFromBytes } from '../codec/cl-value.ts';
import {
  isURef,
  keyFromBytes,
  RIGHTS,
  readURef,
  type StateKey,
  stateKey,
  type URef,
  urefFromText,
} from '../codec/keys.ts';
import type { Compiled } from './compile.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { Frame, Machine } from './machine.ts';
import { KINDS, type NamedKeys } from './stored.ts';

/** Thrown by `casper_ret` to leave the module, however deep the call. Null is no value at all, which is an error. */
export class Return extends Error {
  readonly value: CLValue | null;

  constructor(value: CLValue | null) {
    super('return');
    this.value = value;
  }
}

const RIGHT_NAMES = { [RIGHTS.read]: 'READ', [RIGHTS.write]: 'WRITE', [RIGHTS.add]: 'ADD' } as const;
type Right = keyof typeof RIGHT_NAMES;

/** The state that all host functions of one running instance share. */
export class Host {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly memory: GuestMemory;
  readonly compiled: Compiled;
  #buffer: Bytes | null = null;

  constructor(machine: Machine, frame: Frame, memory: GuestMemory, compiled: Compiled) {
    this.machine = machine;
    this.frame = frame;
    this.memory = memory;
    this.compiled = compiled;
  }

  get namedKeys(): NamedKeys {
    return this.machine.holder(this.frame.context).namedKeys;
  }

  setNamedKeys(namedKeys: NamedKeys, bytes: number): void {
    this.machine.set(this.frame.context, { ...this.machine.holder(this.frame.context), namedKeys }, bytes);
  }

  /** Reads a key; the code may use it when it holds the rights the key claims. */
  readKey(pointer: number, length: number): string {
    return keyFromBytes(this.memory.read(pointer, length));
  }

  readURef(pointer: number, length: number): URef {
    return this.memory.parse(pointer, length, readURef);
  }

  /** @throws Trap when the key is a URef that lacks the right, or that the code does not hold */
  requireKey(key: string, right: Right): void {
    if (isURef(key)) this.requireURef(urefFromText(key), right);
    else if (right !== RIGHTS.read) throw new Trap(`Invalid access rights: ${RIGHT_NAMES[right]}`);
  }

  requireURef(uref: URef, right: Right): void {
    if ((uref.rights & right) !== right) throw new Trap(`Invalid access rights: ${RIGHT_NAMES[right]}`);
    this.frame.rights.require(uref);
  }

  readValue(pointer: number, length: number): CLValue {
    return valueFromBytes(this.memory.read(pointer, length));
  }

  /** Makes sure that a value that is about to be stored is no URef that the code does not hold. */
  requireValue(value: CLValue): void {
    for (const key of keysOf(value)) if (isURef(key)) this.frame.rights.require(urefFromText(key));
  }

  /** @throws Trap when there is something else than a value */
  stored(key: StateKey): CLValue | null {
    const stored = this.machine.get(stateKey(key));
    if (!stored) return null;
    if (stored.kind !== 'value') throw new Trap(`Type mismatch. Expected StoredValue but found ${KINDS[stored.kind]}.`);
    return stored;
  }

  /** Keeps bytes for `casper_read_host_buffer` and writes their length where the code wants it. */
  offer(bytes: Bytes, lengthPointer: number): number {
    if (this.#buffer) return API_ERROR.hostBufferFull;
    this.#buffer = bytes;
    this.memory.writeU32(lengthPointer, bytes.length);
    return 0;
  }

  /** As {@link offer}, where the length is a `usize` that takes eight bytes. */
  offerWide(bytes: Bytes, lengthPointer: number): number {
    if (this.#buffer) return API_ERROR.hostBufferFull;
    this.#buffer = bytes;
    this.memory.writeU64(lengthPointer, BigInt(bytes.length));
    return 0;
  }

  /** Empties the buffer, even when there is too little room for it. */
  takeBuffer(pointer: number, capacity: number, writtenPointer: number): number {
    const bytes = this.#buffer;
    this.#buffer = null;
    if (!bytes) return API_ERROR.hostBufferEmpty;
    if (bytes.length > capacity >>> 0) return API_ERROR.bufferTooSmall;
    this.memory.write(pointer, bytes);
    this.memory.writeU32(writtenPointer, bytes.length);
    return 0;
  }

  get bufferIsFull(): boolean {
    return this.#buffer !== null;
  }
}
