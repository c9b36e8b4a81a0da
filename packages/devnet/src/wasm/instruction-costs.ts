import { OPCODE_COSTS } from './costs.ts';

type Range = readonly [from: number, to: number, cost: number];

/** The price of every instruction that is priced by its opcode alone; what is in no range is forbidden on a node. */
const RANGES: readonly Range[] = [
  [0x00, 0x00, OPCODE_COSTS.unreachable],
  [0x01, 0x01, OPCODE_COSTS.nop],
  [0x02, 0x04, OPCODE_COSTS.control], // block, loop, if
  [0x05, 0x05, 0], // else and end are not counted
  [0x0b, 0x0b, 0],
  [0x0c, 0x0e, OPCODE_COSTS.branch],
  [0x0f, 0x0f, OPCODE_COSTS.control], // return
  [0x10, 0x11, OPCODE_COSTS.call],
  [0x1a, 0x1b, OPCODE_COSTS.control], // drop, select
  [0x20, 0x22, OPCODE_COSTS.local],
  [0x23, 0x24, OPCODE_COSTS.global],
  [0x28, 0x29, OPCODE_COSTS.load],
  [0x2c, 0x35, OPCODE_COSTS.load],
  [0x36, 0x37, OPCODE_COSTS.store],
  [0x3a, 0x3e, OPCODE_COSTS.store],
  [0x3f, 0x3f, OPCODE_COSTS.currentMemory],
  [0x40, 0x40, OPCODE_COSTS.growMemory],
  [0x41, 0x42, OPCODE_COSTS.constant],
  [0x45, 0x5a, OPCODE_COSTS.comparison],
  [0x67, 0x69, OPCODE_COSTS.bit],
  [0x6a, 0x6b, OPCODE_COSTS.add],
  [0x6c, 0x6c, OPCODE_COSTS.multiply],
  [0x6d, 0x70, OPCODE_COSTS.divide],
  [0x71, 0x78, OPCODE_COSTS.bit],
  [0x79, 0x7b, OPCODE_COSTS.bit],
  [0x7c, 0x7d, OPCODE_COSTS.add],
  [0x7e, 0x7e, OPCODE_COSTS.multiply],
  [0x7f, 0x82, OPCODE_COSTS.divide],
  [0x83, 0x8a, OPCODE_COSTS.bit],
  [0xa7, 0xa7, OPCODE_COSTS.conversion],
  [0xac, 0xad, OPCODE_COSTS.conversion],
  [0xc0, 0xc4, OPCODE_COSTS.signExtension],
];

const BY_OPCODE: ReadonlyArray<number | undefined> = Array.from(
  { length: 256 },
  (_, opcode) => RANGES.find(([from, to]) => from <= opcode && opcode <= to)?.[2],
);

/** Undefined for what may not stand in a contract: floating point, above all. */
export function instructionCost(opcode: number): number | undefined {
  return BY_OPCODE[opcode];
}
