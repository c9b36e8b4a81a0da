import { type Instruction, OP, TYPE } from './instructions.ts';
import type { FunctionType } from './module.ts';
import { WasmError } from './wasm-error.ts';

type Frame = {
  /** After an instruction that never goes on, the stack has any value that is taken. */
  isUnreachable: boolean;
  readonly endValues: number;
  readonly branchValues: number;
  readonly start: number;
};

type Effect = readonly [pops: number, pushes: number];

export type Signatures = {
  readonly ofFunction: (index: number) => FunctionType;
  readonly ofType: (index: number) => FunctionType;
};

/**
 * The most values that lie on the stack of a function at once, where code can be reached.
 * @throws WasmError when the instructions take more than there is
 */
export function stackHeight(instructions: readonly Instruction[], own: FunctionType, signatures: Signatures): number {
  const results = own.results.length;
  const frames: Frame[] = [{ isUnreachable: false, endValues: results, branchValues: results, start: 0 }];
  let height = 0;
  let highest = 0;
  const frameAt = (label: number): Frame => {
    const frame = frames[frames.length - 1 - label];
    if (!frame) throw broken();
    return frame;
  };
  const pop = (count: number) => {
    if (count === 0) return;
    const frame = frameAt(0);
    if (height === frame.start) {
      if (frame.isUnreachable) return;
      throw broken();
    }
    if (height < count) throw broken();
    height -= count;
  };
  const leave = (values: number) => {
    pop(values);
    frameAt(0).isUnreachable = true;
  };
  const callOf = ({ parameters, results: gives }: FunctionType) => {
    pop(parameters.length);
    height += gives.length;
  };
  const open = (opcode: number, type: number) => {
    if (opcode === OP.if) pop(1);
    const endValues = type === TYPE.empty ? 0 : 1;
    const branchValues = opcode === OP.loop ? 0 : endValues;
    frames.push({ isUnreachable: false, endValues, branchValues, start: height });
  };
  const step = ({ opcode, operands }: Instruction) => {
    const [first = 0] = operands;
    switch (opcode) {
      case OP.block:
      case OP.loop:
      case OP.if:
        return open(opcode, first);
      case OP.end: {
        const { start, endValues } = frameAt(0);
        frames.pop();
        height = start + endValues;
        return;
      }
      case OP.unreachable:
        return leave(0);
      case OP.br:
        return leave(frameAt(first).branchValues);
      case OP.brTable:
        return leave(frameAt(operands.at(-1) ?? 0).branchValues);
      case OP.return:
        return leave(results);
      case OP.brIf: {
        const values = frameAt(first).branchValues;
        pop(values);
        pop(1);
        height += values;
        return;
      }
      case OP.callIndirect:
        pop(1);
        return callOf(signatures.ofType(first));
      case OP.call:
        return callOf(signatures.ofFunction(first));
      case OP.select:
        pop(2);
        pop(1);
        height += 1;
        return;
      default: {
        const [pops, pushes] = effectOf(opcode);
        pop(pops);
        height += pushes;
      }
    }
  };
  for (const each of instructions) {
    if (height > highest && !frameAt(0).isUnreachable) highest = height;
    step(each);
  }
  return highest;
}

/** The values that a simple instruction takes from the stack, and those it leaves there. */
function effectOf(opcode: number): Effect {
  if (opcode === OP.nop || opcode === OP.else) return [0, 0];
  if (opcode === OP.localGet || opcode === OP.globalGet || opcode === OP.memorySize) return [0, 1];
  if (opcode === OP.i32Const || opcode === OP.i64Const) return [0, 1];
  if (opcode === OP.drop || opcode === OP.localSet || opcode === OP.globalSet) return [1, 0];
  if (opcode > OP.loadLast && opcode <= OP.storeLast) return [2, 0];
  return isBinary(opcode) ? [2, 1] : [1, 1];
}

function isBinary(opcode: number): boolean {
  const isComparison = opcode >= 0x46 && opcode <= 0x5a && opcode !== 0x50;
  const isArithmetic = (opcode >= 0x6a && opcode <= 0x78) || (opcode >= 0x7c && opcode <= 0x8a);
  return isComparison || isArithmetic;
}

function broken(): WasmError {
  return new WasmError('Wasm preprocessing error: Stack limiter error');
}
