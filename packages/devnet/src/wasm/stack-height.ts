import { type Instruction, OP, TYPE } from './instructions.ts';
import type { FunctionType } from './module.ts';
import { WasmError } from './wasm-error.ts';

type Frame = {
  /** Whether an instruction that never goes on came before: the stack then has any value that is taken. */
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
  const stack = createStack(results);
  let highest = 0;
  for (const instruction of instructions) {
    if (stack.height() > highest && !stack.isUnreachable()) highest = stack.height();
    step(stack, instruction, { results, signatures });
  }
  return highest;
}

/** The number of values on the stack, and the blocks that are open. */
function createStack(results: number) {
  const frames: Frame[] = [{ isUnreachable: false, endValues: results, branchValues: results, start: 0 }];
  let height = 0;
  const frameAt = (label: number): Frame => {
    const frame = frames[frames.length - 1 - label];
    if (!frame) throw broken();
    return frame;
  };
  const pop = (count: number): void => {
    if (count === 0) return;
    const frame = frameAt(0);
    if (height === frame.start) {
      if (frame.isUnreachable) return;
      throw broken();
    }
    if (height < count) throw broken();
    height -= count;
  };
  return {
    height: (): number => height,
    isUnreachable: (): boolean => frameAt(0).isUnreachable,
    branchValues: (label: number): number => frameAt(label).branchValues,
    pop,
    push: (count: number): void => {
      height += count;
    },
    /** Takes the values with which code goes elsewhere, so that what follows is not reached. */
    leave: (values: number): void => {
      pop(values);
      frameAt(0).isUnreachable = true;
    },
    open: (frame: Pick<Frame, 'endValues' | 'branchValues'>): void => {
      frames.push({ ...frame, isUnreachable: false, start: height });
    },
    close: (): void => {
      const { start, endValues } = frameAt(0);
      frames.pop();
      height = start + endValues;
    },
  };
}

type Stack = ReturnType<typeof createStack>;
type Code = { readonly results: number; readonly signatures: Signatures };

function step(stack: Stack, { opcode, operands }: Instruction, { results, signatures }: Code): void {
  const [first = 0] = operands;
  switch (opcode) {
    case OP.block:
    case OP.loop:
    case OP.if:
      return openBlock(stack, opcode, first);
    case OP.end:
      return stack.close();
    case OP.unreachable:
      return stack.leave(0);
    case OP.br:
      return stack.leave(stack.branchValues(first));
    case OP.brTable:
      return stack.leave(stack.branchValues(operands.at(-1) ?? 0));
    case OP.return:
      return stack.leave(results);
    case OP.brIf: {
      const values = stack.branchValues(first);
      stack.pop(values);
      stack.pop(1);
      return stack.push(values);
    }
    case OP.callIndirect:
      stack.pop(1);
      return callOf(stack, signatures.ofType(first));
    case OP.call:
      return callOf(stack, signatures.ofFunction(first));
    case OP.select:
      stack.pop(2);
      stack.pop(1);
      return stack.push(1);
    default: {
      const [pops, pushes] = effectOf(opcode);
      stack.pop(pops);
      return stack.push(pushes);
    }
  }
}

function openBlock(stack: Stack, opcode: number, type: number): void {
  if (opcode === OP.if) stack.pop(1);
  const endValues = type === TYPE.empty ? 0 : 1;
  stack.open({ endValues, branchValues: opcode === OP.loop ? 0 : endValues });
}

function callOf(stack: Stack, { parameters, results }: FunctionType): void {
  stack.pop(parameters.length);
  stack.push(results.length);
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
