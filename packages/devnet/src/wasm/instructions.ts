import { type WasmReader, WasmWriter } from './binary.ts';
import { WasmError } from './wasm-error.ts';

export const OP = {
  unreachable: 0x00,
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  drop: 0x1a,
  select: 0x1b,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  loadFirst: 0x28,
  loadLast: 0x35,
  storeLast: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32GreaterUnsigned: 0x4b,
  i32Add: 0x6a,
  i32Subtract: 0x6b,
  i32Multiply: 0x6c,
  lastOfTheFirstWasm: 0xbf,
  signExtensionFirst: 0xc0,
  signExtensionLast: 0xc4,
} as const;

export const TYPE = { i32: 0x7f, f64: 0x7c, empty: 0x40 } as const;

export type Instruction = {
  readonly opcode: number;
  /** Labels, indices, the type of a block, alignment and offset; all but constants. */
  readonly operands: readonly number[];
  /** The constant as it is written, in its shortest form. */
  readonly constant: Uint8Array | null;
};

const NONE: readonly number[] = [];
const F32_BYTES = 4;
const F64_BYTES = 8;

export function instruction(opcode: number, ...operands: readonly number[]): Instruction {
  return { opcode, operands, constant: null };
}

export function i32Const(value: number): Instruction {
  return { opcode: OP.i32Const, operands: NONE, constant: new WasmWriter().signed(value).toBytes() };
}

/** Reads up to the `end` that closes the open part. */
export function readInstructions(reader: WasmReader): Instruction[] {
  const found: Instruction[] = [];
  for (let depth = 1; depth > 0; ) {
    const opcode = reader.byte();
    if (opcode === OP.block || opcode === OP.loop || opcode === OP.if) depth++;
    else if (opcode === OP.end) depth--;
    found.push({ opcode, operands: readOperands(opcode, reader), constant: readConstant(opcode, reader) });
  }
  return found;
}

export function writeInstructions(writer: WasmWriter, instructions: readonly Instruction[]): void {
  for (const { opcode, operands, constant } of instructions) {
    writer.byte(opcode);
    if (constant) writer.raw(constant);
    else if (opcode === OP.brTable) writer.unsigned(operands.length - 1);
    for (const operand of operands) writer.unsigned(operand);
  }
}

function readConstant(opcode: number, reader: WasmReader): Uint8Array | null {
  if (opcode === OP.i32Const || opcode === OP.i64Const) return reader.signedBytes();
  if (opcode === OP.f32Const) return reader.take(F32_BYTES);
  return opcode === OP.f64Const ? reader.take(F64_BYTES) : null;
}

function readOperands(opcode: number, reader: WasmReader): readonly number[] {
  if (opcode >= OP.loadFirst && opcode <= OP.storeLast) return [reader.unsigned(), reader.unsigned()];
  if (opcode >= OP.localGet && opcode <= OP.globalSet) return [reader.unsigned()];
  switch (opcode) {
    case OP.block:
    case OP.loop:
    case OP.if:
      return [blockType(reader.byte())];
    case OP.br:
    case OP.brIf:
    case OP.call:
      return [reader.unsigned()];
    case OP.brTable:
      return Array.from({ length: reader.count() + 1 }, () => reader.unsigned());
    case OP.callIndirect:
      return [reader.unsigned(), zero(reader.byte(), 'table')];
    case OP.memorySize:
    case OP.memoryGrow:
      return [zero(reader.byte(), 'memory')];
    default:
      if (isKnown(opcode)) return NONE;
      throw new WasmError(unknownInstruction(opcode));
  }
}

function isKnown(opcode: number): boolean {
  if (opcode <= OP.else || opcode === OP.end || opcode === OP.return) return true;
  if (opcode === OP.drop || opcode === OP.select) return true;
  if (opcode >= OP.i32Const && opcode <= OP.lastOfTheFirstWasm) return true;
  return opcode >= OP.signExtensionFirst && opcode <= OP.signExtensionLast;
}

function unknownInstruction(opcode: number): string {
  if (opcode === 0xfc) return 'Bulk memory operations are not supported';
  if (opcode === 0xfd) return 'SIMD operations are not supported';
  if (opcode === 0xfe) return 'Atomic operations are not supported';
  return 'Encountered an unsupported operation';
}

function blockType(type: number): number {
  if (type === TYPE.empty || (type >= TYPE.f64 && type <= TYPE.i32)) return type;
  throw new WasmError('Multi value extension is not supported');
}

function zero(byte: number, what: string): number {
  if (byte !== 0) throw new WasmError(`Invalid ${what} reference: ${byte}`);
  return byte;
}
