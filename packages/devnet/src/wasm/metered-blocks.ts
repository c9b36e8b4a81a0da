import { instructionCost } from './instruction-costs.ts';
import { type Instruction, OP } from './instructions.ts';
import { WasmError } from './wasm-error.ts';

/** Instructions that are run either all or not at all, unless one traps; their price is paid before the first. */
export type MeteredBlock = { readonly start: number; readonly price: number };

/** A part of the code that is open: the function, or a `block`, `loop` or `if`. */
type Frame = {
  start: number;
  price: number;
  /** The lowest frame that a branch in here leaves, which a branch to a loop does not. */
  lowest: number;
  readonly isLoop: boolean;
};

/**
 * The blocks of a function, in the order in which they start.
 * @throws WasmError for an instruction that a node forbids
 */
export function meteredBlocks(instructions: readonly Instruction[]): readonly MeteredBlock[] {
  const frames: Frame[] = [];
  const done: MeteredBlock[] = [];
  const open = (start: number, isLoop: boolean) => frames.push({ start, price: 0, lowest: frames.length, isLoop });
  /** Ends the run of the innermost frame, which is charged where it starts: with the frame around it, if both start together. */
  const close = (at: number) => {
    const frame = top(frames);
    const around = frames.at(-2);
    if (around?.start === frame.start) around.price += frame.price;
    else if (frame.price > 0) done.push({ start: frame.start, price: frame.price });
    frame.start = at + 1;
    frame.price = 0;
  };
  const branch = (at: number, targets: readonly number[]) => {
    close(at);
    for (const target of targets) {
      const frame = top(frames);
      if (frames[target]?.isLoop === false) frame.lowest = Math.min(frame.lowest, target);
    }
  };
  const end = (at: number) => {
    close(at);
    const { lowest } = top(frames);
    frames.pop();
    const around = frames.at(-1);
    if (!around) return;
    around.lowest = Math.min(around.lowest, lowest);
    if (lowest < frames.length) close(at);
  };

  open(0, false);
  let at = -1;
  for (const each of instructions) {
    at++;
    top(frames).price += priceOf(each);
    switch (each.opcode) {
      case OP.block:
        open(top(frames).start, false);
        break;
      case OP.if:
      case OP.loop:
        open(at + 1, each.opcode === OP.loop);
        break;
      case OP.else:
        close(at);
        break;
      case OP.end:
        end(at);
        break;
      case OP.br:
      case OP.brIf:
      case OP.brTable:
        branch(
          at,
          each.operands.map((label) => frames.length - 1 - label),
        );
        break;
      case OP.return:
        branch(at, [0]);
    }
  }
  return done.sort((a, b) => a.start - b.start);
}

function top(frames: readonly Frame[]): Frame {
  const frame = frames.at(-1);
  if (!frame) throw forbidden();
  return frame;
}

function priceOf(instruction: Instruction): number {
  const price = instructionCost(instruction);
  if (price === undefined) throw forbidden();
  return price;
}

function forbidden(): WasmError {
  return new WasmError(
    'Wasm preprocessing error: Encountered operation forbidden by gas rules. Consult instruction -> metering config map',
  );
}
