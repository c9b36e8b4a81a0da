import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moduleOf, name, unsigned, vector } from '../test/program.ts';
import { instructionCost } from '../wasm/instruction-costs.ts';
import { instruction } from '../wasm/instructions.ts';
import { WasmError } from '../wasm/wasm-error.ts';
import { compileSession, compileStored } from './compile.ts';

type Sections = Record<number, readonly number[]>;

/** A module whose only function runs these instructions, with other sections where a test wants them. */
function moduleWith(
  instructions: readonly number[],
  sections: Sections = {},
  type = [0x60, 0, 0],
): Uint8Array<ArrayBuffer> {
  const body = [0, ...instructions, 0x0b];
  const usual: Sections = {
    1: vector([type]),
    3: vector([[0]]),
    5: vector([[0, 1]]),
    7: vector([[...name('call'), 0, 0]]),
    10: vector([[...unsigned(body.length), ...body]]),
  };
  const all = Object.entries({ ...usual, ...sections }).filter(([, content]) => content.length > 0);
  return moduleOf(all.map(([id, content]) => [Number(id), content]));
}

/** Runs `call` and returns its cost. */
function costOf(wasm: Uint8Array, limit = 10 ** 12): number {
  const { code, memory } = compileSession(wasm);
  let cost = 0;
  const gas = (amount: number) => {
    cost += amount >>> 0;
    if (cost > limit) throw new RangeError('out of gas');
  };
  const env = { memory: new WebAssembly.Memory({ initial: memory.min, maximum: memory.max ?? 64 }), gas };
  (new WebAssembly.Instance(code, { env }).exports.call as () => void)();
  return cost;
}

describe('modules that a node refuses', () => {
  const env = (field: string) => [...name('env'), ...name(field), 0, 0];
  const manyLabels = [0x02, 0x40, 0x41, 0, 0x0e, ...unsigned(257), ...Array.from({ length: 258 }, () => 0), 0x0b];
  test.each<[string, Uint8Array, RegExp]>([
    ['text', Buffer.from('hello, I am not wasm'), /Invalid magic number/],
    ['nothing', new Uint8Array(0), /Invalid magic number/],
    ['a cut module', moduleWith([0x01]).subarray(0, -3), /UnexpectedEof/],
    ['a start section', moduleWith([0x01], { 8: [0] }), /^Unsupported Wasm start$/],
    [
      'bulk memory',
      moduleWith([0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0]),
      /Bulk memory operations are not supported/,
    ],
    ['SIMD', moduleWith([0xfd, 12, ...Array.from({ length: 16 }, () => 0), 0x1a]), /SIMD/],
    ['atomics', moduleWith([0xfe, 3, 0]), /Atomic/],
    ['a floating-point constant', moduleWith([0x43, 0, 0, 0, 0, 0x1a]), /forbidden by gas rules/],
    ['floating-point arithmetic', moduleWith([0x41, 1, 0xb2, 0x1a]), /forbidden by gas rules/],
    ['several results', moduleWith([0x41, 1, 0x41, 2], {}, [0x60, 0, 2, 0x7f, 0x7f]), /Multi value/],
    ['a block with a type of its own', moduleWith([0x02, 0, 0x0b]), /Multi value/],
    ['no memory', moduleWith([0x01], { 5: [] }), /Memory section should exist/],
    ['65 pages', moduleWith([0x01], { 5: vector([[0, 65]]) }), /limit 64 is less than minimum 65/],
    ['a maximum of 65 pages', moduleWith([0x01], { 5: vector([[1, 1, 65]]) }), /too much memory/],
    ['shared memory', moduleWith([0x01], { 5: vector([[3, 1, 1]]) }), /Invalid limits flags/],
    [
      '257 globals',
      moduleWith([0x01], { 6: vector(Array.from({ length: 257 }, () => [0x7f, 0, 0x41, 0, 0x0b])) }),
      /globals/,
    ],
    [
      '257 parameters',
      moduleWith([0x01], { 7: [] }, [0x60, ...vector(Array.from({ length: 257 }, () => [0x7f])), 0]),
      /parameters/,
    ],
    ['a table of 4097', moduleWith([0x01], { 4: vector([[0x70, 0, ...unsigned(4097)]]) }), /table size/],
    [
      'two tables',
      moduleWith([0x01], {
        4: vector([
          [0x70, 0, 1],
          [0x70, 0, 1],
        ]),
      }),
      /tables/,
    ],
    ['257 labels', moduleWith(manyLabels), /br_table size of 257/],
    [
      'an unknown import',
      moduleWith([0x01], { 2: vector([env('casper_make_money')]) }),
      /doesn't export function with name casper_make_money/,
    ],
    ['the name of the counter as import', moduleWith([0x01], { 2: vector([env('gas')]) }), /non-existent function/],
    ['an abort', moduleWith([0x01], { 2: vector([env('abort')]) }), /doesn't export function/],
    [
      'another module',
      moduleWith([0x01], { 2: vector([[...name('wasi'), ...name('casper_ret'), 0, 0]]) }),
      /Module wasi not found/,
    ],
    [
      'a memory from outside',
      moduleWith([0x01], { 2: vector([[...name('env'), ...name('memory'), 2, 0, 1]]) }),
      /doesn't export memory/,
    ],
    ['the counter by its number', moduleWith([0x42, 0, 0x24, 0]), /non-existing global index 0/],
    ['code that does not fit its type', moduleWith([0x41, 1]), /not valid/],
    ['code that takes more than there is', moduleWith([0x1a]), /Stack limiter error/],
  ])('%s', (_, wasm, message) => {
    expect(() => compileSession(wasm)).toThrow(WasmError);
    expect(() => compileSession(wasm)).toThrow(message);
  });

  test('sign extension, tables and small numbers of each section are accepted', () => {
    const wasm = moduleWith([0x41, 1, 0xc0, 0x1a], {
      4: vector([[0x70, 0, 2]]),
      6: vector([[0x7f, 1, 0x41, 0, 0x0b]]),
    });
    expect(costOf(wasm)).toBe(525 + 525 + 105);
  });
});

/** Asking for pages runs a function of its own, which pays for each. */
const withPages = (count: number) => count * 900;

describe('gas', () => {
  const start = (times: number) => [0x41, times, 0x24, 0, 0x03, 0x40]; // global = times; loop
  const turn = [0x23, 0, 0x41, 1, 0x6b, 0x24, 0, 0x23, 0, 0x0d, 0, 0x0b]; // global -= 1; repeat while it is not zero
  const counting = (times: number) => moduleWith([...start(times), ...turn], { 6: vector([[0x7f, 1, 0x41, 0, 0x0b]]) });
  const once = 735 + 525 + 525 + 525 + 735 + 1_530;

  test('every turn of a loop is counted', () => {
    expect(costOf(counting(1))).toBe(525 + 525 + 255 + once);
    expect(costOf(counting(40))).toBe(525 + 525 + 255 + 40 * once);
  });

  test('only the branch that is taken is counted', () => {
    const branches = (condition: number) =>
      moduleWith([0x41, condition, 0x04, 0x40, 0x01, 0x05, 0x01, 0x01, 0x01, 0x0b]);
    expect(costOf(branches(1))).toBe(525 + 315 + 105);
    expect(costOf(branches(0))).toBe(525 + 315 + 3 * 105);
  });

  test('a table of branches costs more with each label', () => {
    const wasm = moduleWith([0x02, 0x40, 0x41, 0, 0x0e, 3, 0, 0, 0, 0, 0x0b]);
    expect(costOf(wasm)).toBe(255 + 525 + 750 + 3 * 500);
  });

  test('a page of memory is paid, and beyond 64 there is none', () => {
    expect(costOf(moduleWith([0x41, 3, 0x40, 0, 0x1a]))).toBe(525 + 4_500 + 105 + withPages(3));
    const grow = moduleWith([0x41, 0xff, 0, 0x40, 0, 0x41, 0x7f, 0x47, 0x04, 0x40, 0x00, 0x0b]);
    expect(costOf(grow)).toBeGreaterThan(127 * 900);
    const tooExpensive = moduleWith([0x41, 0x7f, 0x40, 0, 0x1a]);
    expect(() => costOf(tooExpensive, 10 ** 9)).toThrow('out of gas');
  });

  test('the last mote is enough and one less is not', () => {
    const needed = costOf(counting(7));
    expect(costOf(counting(7), needed)).toBe(needed);
    expect(() => costOf(counting(7), needed - 1)).toThrow('out of gas');
  });

  test('straight code costs the sum of its instructions', () => {
    // Each of these leaves the stack as it was.
    const pieces = [[0x01], [0x41, 5, 0x1a], [0x42, 9, 0x50, 0x1a], [0x41, 2, 0x41, 3, 0x6c, 0x1a], [0x3f, 0, 0x1a]];
    const opcodes = [[0x01], [0x41, 0x1a], [0x42, 0x50, 0x1a], [0x41, 0x41, 0x6c, 0x1a], [0x3f, 0x1a]];
    fc.assert(
      fc.property(fc.array(fc.nat(pieces.length - 1), { maxLength: 50 }), (choice) => {
        const sum = choice
          .flatMap((index) => opcodes[index] ?? [])
          .reduce((total, each) => total + (instructionCost(instruction(each)) ?? 0), 0);
        expect(costOf(moduleWith(choice.flatMap((index) => pieces[index] ?? [])))).toBe(sum);
      }),
    );
  });
});

test('random bytes as a module are refused without any other effect', () => {
  const wasm = moduleWith([0x41, 3, 0x40, 0, 0x1a, 0x02, 0x40, 0x41, 0, 0x0e, 3, 0, 0, 0, 0, 0x0b]);
  const change = fc.record({ at: fc.nat(wasm.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const damaged = wasm.slice();
      for (const { at, byte } of changes) damaged[at] = byte;
      try {
        // A damaged module that passes is one that JavaScript runs.
        expect(compileSession(damaged).code).toBeInstanceOf(WebAssembly.Module);
      } catch (error) {
        expect(error).toBeInstanceOf(WasmError);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a contract that an earlier version of this program stored as it came counts its gas all the same', () => {
  const wasm = moduleWith([0x41, 1, 0x1a]);
  expect(compileStored(wasm).module).toEqual(compileSession(wasm).module);
});
