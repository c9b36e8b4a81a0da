import { PROTOCOL } from '../protocol/current.ts';
import type { Multiplier } from '../protocol/protocol.ts';
import { type Instruction, OP } from './instructions.ts';

type Range = readonly [from: number, to: number, cycles: number, multiplier: Multiplier];

/** The cycles that an engine counts for each instruction. An opcode in no range is forbidden on a node. */
const RANGES: readonly Range[] = [
  [0x00, 0x00, 1, 'unreachable'],
  [0x01, 0x01, 1, 'nop'],
  [0x02, 0x02, 1, 'block'],
  [0x03, 0x03, 1, 'loop'],
  [0x04, 0x04, 3, 'if'],
  [0x0c, 0x0c, 1, 'br'],
  [0x0d, 0x0d, 3, 'brIf'],
  [0x0e, 0x0e, 5, 'brTable'],
  [0x0f, 0x0f, 1, 'return'],
  [0x10, 0x10, 22, 'call'],
  [0x11, 0x11, 27, 'callIndirect'],
  [0x1a, 0x1a, 1, 'drop'],
  [0x1b, 0x1b, 11, 'select'],
  [0x20, 0x22, 5, 'local'],
  [0x23, 0x23, 7, 'global'],
  [0x24, 0x24, 5, 'global'],
  [0x28, 0x35, 8, 'load'],
  [0x36, 0x3e, 4, 'store'],
  [0x3f, 0x3f, 5, 'currentMemory'],
  [0x40, 0x40, 5, 'growMemory'],
  [0x41, 0x42, 5, 'const'],
  [0x45, 0x5a, 5, 'comparison'],
  [0x67, 0x69, 5, 'bit'],
  [0x6a, 0x6b, 5, 'add'],
  [0x6c, 0x6c, 5, 'mul'],
  [0x6d, 0x70, 5, 'div'],
  [0x71, 0x7b, 5, 'bit'],
  [0x7c, 0x7d, 5, 'add'],
  [0x7e, 0x7e, 5, 'mul'],
  [0x7f, 0x82, 5, 'div'],
  [0x83, 0x8a, 5, 'bit'],
  [0xa7, 0xa7, 5, 'conversion'],
  [0xac, 0xad, 5, 'conversion'],
  [0xc0, 0xc4, 5, 'sign'],
];

const BRANCH_TABLE_CYCLES = 5;

const BY_OPCODE: ReadonlyArray<number | undefined> = Array.from({ length: 256 }, (_, opcode) => {
  // `else` and `end` are not counted.
  if (opcode === OP.else || opcode === OP.end) return 0;
  const range = RANGES.find(([from, to]) => from <= opcode && opcode <= to);
  return range && range[2] * PROTOCOL.multipliers[range[3]];
});

/** Motes, or undefined for an instruction that may not stand in a contract: floating point, above all. */
export function instructionCost({ opcode, operands }: Instruction): number | undefined {
  const price = BY_OPCODE[opcode];
  if (price === undefined || opcode !== OP.brTable) return price;
  const labels = operands.length - 1;
  return price + labels * BRANCH_TABLE_CYCLES * PROTOCOL.multipliers.brTableLabel;
}
