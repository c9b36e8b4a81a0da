import type { WasmReader } from './wasm-reader.ts';

type Immediate = 'none' | 'block' | 'index' | 'two indexes' | 'table' | 'number' | 'byte';

/** Instructions that a Casper node has a price for, by ranges of their numbers, with the form of their operands. */
const PRICED: ReadonlyArray<readonly [first: number, last: number, immediate: Immediate]> = [
  [0x00, 0x01, 'none'],
  [0x02, 0x04, 'block'],
  [0x05, 0x05, 'none'],
  [0x0b, 0x0b, 'none'],
  [0x0c, 0x0d, 'index'],
  [0x0e, 0x0e, 'table'],
  [0x0f, 0x0f, 'none'],
  [0x10, 0x10, 'index'],
  [0x11, 0x11, 'two indexes'],
  [0x1a, 0x1b, 'none'],
  [0x20, 0x24, 'index'],
  [0x28, 0x29, 'two indexes'],
  [0x2c, 0x37, 'two indexes'],
  [0x3a, 0x3e, 'two indexes'],
  [0x3f, 0x40, 'byte'],
  [0x41, 0x42, 'number'],
  [0x45, 0x5a, 'none'],
  [0x67, 0x8a, 'none'],
  [0xa7, 0xa7, 'none'],
  [0xac, 0xad, 'none'],
];

/** Instructions without a price, by the name of their group. */
const REFUSED: ReadonlyArray<readonly [first: number, last: number, name: string]> = [
  [0x2a, 0x2b, 'a float'],
  [0x38, 0x39, 'a float'],
  [0x43, 0x44, 'a float'],
  [0x5b, 0x66, 'a float'],
  [0x8b, 0xa6, 'a float'],
  [0xa8, 0xab, 'a float'],
  [0xae, 0xbf, 'a float'],
  [0xc0, 0xc4, 'sign extension'],
  [0xfc, 0xfc, 'bulk memory'],
  [0xfd, 0xfd, 'SIMD'],
  [0xfe, 0xfe, 'threads'],
];

/**
 * Reads one instruction. Returns the problem with it, or null. The operands of a refused instruction are not known
 * here, so reading stops after one.
 */
export function refusedInstruction(reader: WasmReader): string | null {
  const opcode = reader.byte();
  const priced = PRICED.find(([first, last]) => opcode >= first && opcode <= last);
  if (priced) return skipImmediate(reader, priced[2]);
  const refused = REFUSED.find(([first, last]) => opcode >= first && opcode <= last);
  return refused ? refused[2] : `an unknown instruction 0x${opcode.toString(16)}`;
}

const NO_RESULT = 0x40;
const I32 = 0x7f;
const I64 = 0x7e;

function skipImmediate(reader: WasmReader, immediate: Immediate): string | null {
  switch (immediate) {
    case 'none':
      return null;
    case 'block': {
      const type = reader.byte();
      if (type === NO_RESULT || type === I32 || type === I64) return null;
      return type === 0x7d || type === 0x7c ? 'a float' : 'a block with several values';
    }
    case 'table':
      reader.list(() => reader.number());
      reader.number();
      return null;
    case 'two indexes':
      reader.number();
      reader.number();
      return null;
    case 'index':
    case 'number':
      reader.number();
      return null;
    case 'byte':
      reader.byte();
      return null;
  }
}
