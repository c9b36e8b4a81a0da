import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moduleOf, name, unsigned, vector } from '../test/program.ts';
import { instructionCost } from './instruction-costs.ts';
import { GAS_EXPORT, preprocess } from './preprocess.ts';
import { WasmError } from './wasm-error.ts';

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

/** Runs `call` and says what it cost. */
function costOf(wasm: Uint8Array, gas = 10n ** 12n): bigint {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(preprocess(wasm)));
  const counter = exports[GAS_EXPORT] as WebAssembly.Global<'i64'>;
  counter.value = gas;
  (exports.call as () => void)();
  return gas - counter.value;
}

describe('what a node refuses', () => {
  const env = (field: string) => [...name('env'), ...name(field), 0, 0];
  const manyLabels = [0x02, 0x40, 0x41, 0, 0x0e, ...unsigned(257), ...Array.from({ length: 258 }, () => 0), 0x0b];
  test.each<[string, Uint8Array, RegExp]>([
    ['text', Buffer.from('hello, I am not wasm'), /not a wasm module/],
    ['nothing', new Uint8Array(0), /not a wasm module/],
    ['a cut module', moduleWith([0x01]).subarray(0, -3), /unexpected end/],
    ['a start section', moduleWith([0x01], { 8: [0] }), /^UnsupportedWasmStart$/],
    [
      'bulk memory',
      moduleWith([0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0]),
      /Bulk memory operations are not supported/,
    ],
    ['a count of data for bulk memory', moduleWith([0x01], { 12: [0] }), /Bulk memory operations are not supported/],
    ['SIMD', moduleWith([0xfd, 12, ...Array.from({ length: 16 }, () => 0), 0x1a]), /SIMD/],
    ['atomics', moduleWith([0xfe, 3, 0]), /Atomic/],
    ['a floating-point constant', moduleWith([0x43, 0, 0, 0, 0, 0x1a]), /forbidden by gas rules: 0x43/],
    ['floating-point arithmetic', moduleWith([0x41, 1, 0xb2, 0x1a]), /forbidden by gas rules/],
    ['several results', moduleWith([0x41, 1, 0x41, 2], {}, [0x60, 0, 2, 0x7f, 0x7f]), /Multi value/],
    ['a block with a type of its own', moduleWith([0x02, 0, 0x0b]), /Multi value/],
    ['no memory', moduleWith([0x01], { 5: [] }), /Memory section should exist/],
    ['65 pages', moduleWith([0x01], { 5: vector([[0, 65]]) }), /too much memory/],
    ['a maximum of 65 pages', moduleWith([0x01], { 5: vector([[1, 1, 65]]) }), /too much memory/],
    ['shared memory', moduleWith([0x01], { 5: vector([[3, 1, 1]]) }), /Atomic/],
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
      /non-existent function: env.casper_make_money/,
    ],
    ['the name of the counter as import', moduleWith([0x01], { 2: vector([env('gas')]) }), /non-existent function/],
    ['an abort', moduleWith([0x01], { 2: vector([env('abort')]) }), /non-existent function/],
    [
      'another module',
      moduleWith([0x01], { 2: vector([[...name('wasi'), ...name('casper_ret'), 0, 0]]) }),
      /non-existent/,
    ],
    [
      'a memory from outside',
      moduleWith([0x01], { 2: vector([[...name('env'), ...name('memory'), 2, 0, 1]]) }),
      /non-existent/,
    ],
    ['the counter under its own name', moduleWith([0x01], { 7: vector([[...name(GAS_EXPORT), 0, 0]]) }), /is taken/],
    ['the counter by its number', moduleWith([0x42, 0, 0x24, 0]), /invalid module/],
    ['code that does not fit its type', moduleWith([0x41, 1]), /invalid module/],
  ])('%s', (_, wasm, message) => {
    expect(() => preprocess(wasm)).toThrow(WasmError);
    expect(() => preprocess(wasm)).toThrow(message);
  });

  test('sign extension, tables and small numbers of everything are accepted', () => {
    const wasm = moduleWith([0x41, 1, 0xc0, 0x1a], {
      4: vector([[0x70, 0, 2]]),
      6: vector([[0x7f, 1, 0x41, 0, 0x0b]]),
    });
    expect(costOf(wasm)).toBe(BigInt(110 + 300 + 440));
  });
});

test.each([
  ['call', 0x10, 68_000],
  ['call_indirect', 0x11, 68_000],
  ['br_if', 0x0d, 35_000],
  ['return', 0x0f, 440],
  ['drop', 0x1a, 440],
  ['local.get', 0x20, 390],
  ['global.set', 0x24, 390],
  ['i32.load', 0x28, 2_500],
  ['i64.load32_u', 0x35, 2_500],
  ['i32.store', 0x36, 4_700],
  ['i64.store32', 0x3e, 4_700],
  ['memory.size', 0x3f, 290],
  ['i32.const', 0x41, 110],
  ['i32.eqz', 0x45, 250],
  ['i32.clz', 0x67, 300],
  ['i32.add', 0x6a, 210],
  ['i32.mul', 0x6c, 240],
  ['i32.div_s', 0x6d, 320],
  ['i32.and', 0x71, 300],
  ['i64.rem_u', 0x82, 320],
  ['i64.rotr', 0x8a, 300],
  ['i32.wrap_i64', 0xa7, 420],
  ['i64.extend_i32_u', 0xad, 420],
  ['i32.extend8_s', 0xc0, 300],
  ['f32.load', 0x2a, undefined],
  ['f64.store', 0x39, undefined],
  ['f64.add', 0xa0, undefined],
])('%s has its price in the production table', (_, opcode, price) => {
  expect(instructionCost(opcode)).toBe(price);
});

describe('gas', () => {
  const start = (times: number) => [0x41, times, 0x24, 0, 0x03, 0x40]; // global = times; loop
  const turn = [0x23, 0, 0x41, 1, 0x6b, 0x24, 0, 0x23, 0, 0x0d, 0, 0x0b]; // global -= 1; repeat while it is not zero
  const counting = (times: number) => moduleWith([...start(times), ...turn], { 6: vector([[0x7f, 1, 0x41, 0, 0x0b]]) });
  const once = 390 + 110 + 210 + 390 + 390 + 35_000;

  test('every turn of a loop is counted', () => {
    expect(costOf(counting(1))).toBe(BigInt(110 + 390 + 440 + once));
    expect(costOf(counting(40))).toBe(BigInt(110 + 390 + 440 + 40 * once));
  });

  test('only the branch that is taken is counted', () => {
    const branches = (condition: number) =>
      moduleWith([0x41, condition, 0x04, 0x40, 0x01, 0x05, 0x01, 0x01, 0x01, 0x0b]);
    expect(costOf(branches(1))).toBe(BigInt(110 + 440 + 200));
    expect(costOf(branches(0))).toBe(BigInt(110 + 440 + 600));
  });

  test('a table of branches costs more with each label', () => {
    const wasm = moduleWith([0x02, 0x40, 0x41, 0, 0x0e, 3, 0, 0, 0, 0, 0x0b]);
    expect(costOf(wasm)).toBe(BigInt(440 + 110 + 35_000 + 300));
  });

  test('a page of memory is paid, and beyond 64 there is none', () => {
    expect(costOf(moduleWith([0x41, 3, 0x40, 0, 0x1a]))).toBe(BigInt(110 + 240_000 + 3 * 240_000 + 440));
    const grow = moduleWith([0x41, 0xff, 0, 0x40, 0, 0x41, 0x7f, 0x47, 0x04, 0x40, 0x00, 0x0b]);
    expect(costOf(grow)).toBeGreaterThan(127n * 240_000n);
    const tooExpensive = moduleWith([0x41, 0x7f, 0x40, 0, 0x1a]);
    expect(() => costOf(tooExpensive)).toThrow(WebAssembly.RuntimeError);
  });

  test('the last mote is enough and one less is not', () => {
    const needed = costOf(counting(7));
    expect(costOf(counting(7), needed)).toBe(needed);
    expect(() => costOf(counting(7), needed - 1n)).toThrow(WebAssembly.RuntimeError);
  });

  test('straight code costs the sum of its instructions', () => {
    // Each of these leaves the stack as it was.
    const pieces = [[0x01], [0x41, 5, 0x1a], [0x42, 9, 0x50, 0x1a], [0x41, 2, 0x41, 3, 0x6c, 0x1a], [0x3f, 0, 0x1a]];
    const opcodes = [[0x01], [0x41, 0x1a], [0x42, 0x50, 0x1a], [0x41, 0x41, 0x6c, 0x1a], [0x3f, 0x1a]];
    fc.assert(
      fc.property(fc.array(fc.nat(pieces.length - 1), { maxLength: 50 }), (choice) => {
        const sum = choice
          .flatMap((index) => opcodes[index] ?? [])
          .reduce((total, each) => total + (instructionCost(each) ?? 0), 0);
        expect(costOf(moduleWith(choice.flatMap((index) => pieces[index] ?? [])))).toBe(BigInt(sum));
      }),
    );
  });
});

test('whatever bytes come as a module, they are refused and nothing else happens', () => {
  const wasm = moduleWith([0x41, 3, 0x40, 0, 0x1a, 0x02, 0x40, 0x41, 0, 0x0e, 3, 0, 0, 0, 0, 0x0b]);
  const change = fc.record({ at: fc.nat(wasm.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const damaged = wasm.slice();
      for (const { at, byte } of changes) damaged[at] = byte;
      let metered: Uint8Array<ArrayBuffer>;
      try {
        metered = preprocess(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(WasmError);
        return;
      }
      // What passes is a module that runs.
      expect(WebAssembly.validate(metered)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
