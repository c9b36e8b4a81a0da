import type { Bytes } from '../codec/bytes.ts';
import { WasmReader, WasmWriter } from './binary.ts';
import { OPCODE_COSTS } from './costs.ts';
import { instructionCost } from './instruction-costs.ts';
import { WasmError } from './wasm-error.ts';

export const BRANCH_TABLE_MAX = 256;

const OP = {
  unreachable: 0x00,
  block: 0x02,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  localGet: 0x20,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  loadFirst: 0x28,
  storeLast: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  i64LessThan: 0x53,
  i64Subtract: 0x7d,
  i64Multiply: 0x7e,
  i64FromUnsigned: 0xad,
} as const;
const TYPE = { i32: 0x7f, f64: 0x7c, empty: 0x40 } as const;

/** After these, what follows may run more or less often than what stood before. */
const ENDS_A_RUN: ReadonlySet<number> = new Set([
  OP.unreachable,
  OP.block,
  0x03,
  OP.if,
  OP.else,
  OP.end,
  OP.br,
  OP.brIf,
  OP.brTable,
  OP.return,
]);

/**
 * Copies the body of one function and puts the price of each straight run of instructions in front of it. The gas is a
 * global: it is lowered, and below zero the function traps.
 * @throws WasmError for an instruction that a node forbids
 */
export function meterFunction(body: Uint8Array, gasGlobal: number, parameters: number): Bytes {
  const reader = new WasmReader(body);
  const locals = readLocals(reader);
  const scratch = parameters + locals.reduce((sum, { count }) => sum + count, 0);
  const code = new WasmWriter();
  let growsMemory = false;
  let from = reader.at;
  let price = 0;
  const flush = () => {
    if (price > 0) charge(code, gasGlobal, () => code.byte(OP.i64Const).signed(price));
    code.raw(body.subarray(from, reader.at));
    from = reader.at;
    price = 0;
  };
  while (!reader.done) {
    const opcode = reader.byte();
    price += priceOf(opcode) + skipOperands(opcode, reader);
    if (opcode === OP.memoryGrow) {
      growsMemory = true;
      reader.at -= 2;
      flush();
      chargePages(code, gasGlobal, scratch);
      reader.at += 2;
      flush();
    } else if (ENDS_A_RUN.has(opcode)) flush();
  }
  flush();
  if (growsMemory) locals.push({ count: 1, type: TYPE.i32 });
  const whole = new WasmWriter().unsigned(locals.length);
  for (const { count, type } of locals) whole.unsigned(count).byte(type);
  return whole.raw(code.toBytes()).toBytes();
}

type Locals = { readonly count: number; readonly type: number };

function readLocals(reader: WasmReader): Locals[] {
  return Array.from({ length: reader.count() }, () => ({ count: reader.unsigned(), type: reader.byte() }));
}

/** `gas = gas - price; if (gas < 0) trap` */
function charge(code: WasmWriter, gasGlobal: number, pushPrice: () => void): void {
  code.byte(OP.globalGet).unsigned(gasGlobal);
  pushPrice();
  code.byte(OP.i64Subtract, OP.globalSet).unsigned(gasGlobal).byte(OP.globalGet).unsigned(gasGlobal);
  code.byte(OP.i64Const, 0, OP.i64LessThan, OP.if, TYPE.empty, OP.unreachable, OP.end);
}

/** The pages that `memory.grow` asks for lie on the stack; each has its price, whether they are granted or not. */
function chargePages(code: WasmWriter, gasGlobal: number, scratch: number): void {
  code.byte(OP.localTee).unsigned(scratch);
  charge(code, gasGlobal, () => {
    code.byte(OP.localGet).unsigned(scratch).byte(OP.i64FromUnsigned);
    code.byte(OP.i64Const).signed(OPCODE_COSTS.growMemory).byte(OP.i64Multiply);
  });
}

function priceOf(opcode: number): number {
  const price = instructionCost(opcode);
  if (price !== undefined) return price;
  if (opcode === 0xfc) throw new WasmError('Deserialization error: Bulk memory operations are not supported');
  if (opcode === 0xfd) throw new WasmError('Deserialization error: SIMD operations are not supported');
  if (opcode === 0xfe) throw new WasmError('Deserialization error: Atomic operations are not supported');
  throw new WasmError(`Encountered operation forbidden by gas rules: 0x${opcode.toString(16)}`);
}

/** Goes over what belongs to an instruction, and says what that adds to its price. */
function skipOperands(opcode: number, reader: WasmReader): number {
  if (opcode >= OP.loadFirst && opcode <= OP.storeLast) {
    reader.skipNumber();
    reader.skipNumber();
    return 0;
  }
  switch (opcode) {
    case OP.block:
    case 0x03:
    case OP.if:
      checkBlockType(reader.byte());
      return 0;
    case OP.brTable:
      return skipBranchTable(reader);
    case OP.callIndirect:
      reader.skipNumber();
      reader.skipNumber();
      return 0;
    case OP.memorySize:
    case OP.memoryGrow:
      if (reader.byte() !== 0) throw new WasmError('Deserialization error: the number of memories must be at most one');
      return 0;
    case OP.br:
    case OP.brIf:
    case OP.call:
    case OP.i32Const:
    case OP.i64Const:
      reader.skipNumber();
      return 0;
    default:
      if (opcode >= OP.localGet && opcode <= OP.globalSet) reader.skipNumber();
      return 0;
  }
}

function checkBlockType(type: number): void {
  if (type === TYPE.empty || (type >= TYPE.f64 && type <= TYPE.i32)) return;
  throw new WasmError('Deserialization error: Multi value extension is not supported');
}

function skipBranchTable(reader: WasmReader): number {
  const labels = reader.unsigned();
  if (labels > BRANCH_TABLE_MAX) {
    throw new WasmError(`maximum br_table size of ${labels} exceeds allowed limit of ${BRANCH_TABLE_MAX}`);
  }
  for (let label = 0; label <= labels; label++) reader.skipNumber();
  return OPCODE_COSTS.branchTableLabel * labels;
}
