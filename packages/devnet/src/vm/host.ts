import type { CLValue } from '../codec/cl-value.ts';
import { urefsIn, valueFromBytes } from '../codec/cl-value.ts';
import type { Bytes } from '../codec/bytes.ts';
import {
  keyFromBytes,
  RIGHTS,
  type StateKey,
  type URef,
  urefFromText,
  isURef,
  stateKey,
  readURef,
} from '../codec/keys.ts';
import { ByteReader } from '../codec/bytes.ts';
import { API_ERROR } from './errors.ts';
import type { GuestMemory } from './guest-memory.ts';
import type { Frame, Machine } from './machine.ts';
import type { NamedKeys } from './stored.ts';

/** Thrown by `casper_ret` to leave the module, however deep the call. */
export class Return extends Error {
  readonly value: CLValue | null;

  constructor(value: CLValue | null) {
    super('return');
    this.value = value;
  }
}

/** What all host functions of one running instance share. */
export class Host {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly memory: GuestMemory;
  readonly exported: ReadonlySet<string>;
  #buffer: Bytes | null = null;

  constructor(machine: Machine, frame: Frame, memory: GuestMemory, exported: ReadonlySet<string>) {
    this.machine = machine;
    this.frame = frame;
    this.memory = memory;
    this.exported = exported;
  }

  get namedKeys(): NamedKeys {
    return this.machine.holder(this.frame.context).namedKeys;
  }

  setNamedKeys(namedKeys: NamedKeys, bytes: number): void {
    this.machine.set(this.frame.context, { ...this.machine.holder(this.frame.context), namedKeys }, bytes);
  }

  /** Reads a key and makes sure that the code may use it as it says. */
  readKey(pointer: number, length: number, needed: number): string {
    const key = keyFromBytes(this.memory.read(pointer, length));
    if (isURef(key)) this.frame.rights.require(urefFromText(key), needed);
    return key;
  }

  readURef(pointer: number, length: number, needed: number): URef {
    const reader = new ByteReader(this.memory.read(pointer, length));
    const uref = readURef(reader);
    reader.end();
    this.frame.rights.require(uref, needed);
    return uref;
  }

  /** Reads a value that is about to be stored or handed over; each URef in it has to be held. */
  readValue(pointer: number, length: number): CLValue {
    const value = valueFromBytes(this.memory.read(pointer, length));
    for (const uref of urefsIn(value)) this.frame.rights.require(uref, RIGHTS.none);
    return value;
  }

  stored(key: StateKey): CLValue | null {
    const stored = this.machine.get(stateKey(key));
    return stored?.kind === 'value' ? stored : null;
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

  takeBuffer(pointer: number, capacity: number, writtenPointer: number): number {
    const bytes = this.#buffer;
    if (!bytes) return API_ERROR.hostBufferEmpty;
    if (bytes.length > capacity >>> 0) return API_ERROR.bufferTooSmall;
    this.memory.write(pointer, bytes);
    this.memory.writeU32(writtenPointer, bytes.length);
    this.#buffer = null;
    return 0;
  }

  get bufferIsFull(): boolean {
    return this.#buffer !== null;
  }
}
