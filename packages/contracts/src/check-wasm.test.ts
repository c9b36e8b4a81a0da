import { describe, expect, test } from 'vitest';
import { wasmProblems } from './check-wasm.ts';
import { contractWasm } from './contract-wasm.ts';
import { CONTRACT_NAMES } from './installations.ts';

// Modules put together by hand: [section, its bytes]. Numbers below 128 are their own LEB128.
const TYPE = 1;
const IMPORT = 2;
const FUNCTION = 3;
const MEMORY = 5;
const GLOBAL = 6;
const EXPORT = 7;
const START = 8;
const CODE = 10;
const DATA_COUNT = 12;
const DATA = 11;
const I32 = 0x7f;
const F64 = 0x7c;
const END = 0x0b;

type Sections = Readonly<Record<number, readonly number[]>>;

/** One function without parameters, exported as `call`, and a page of memory: a node would take it. */
function module(changes: Sections = {}, code: readonly number[] = []): Uint8Array {
  const body = [0, ...code, END];
  const sections: Record<number, readonly number[]> = {
    [TYPE]: [1, 0x60, 0, 0],
    [FUNCTION]: [1, 0],
    [MEMORY]: [1, 0, 1],
    [EXPORT]: [2, ...text('call'), 0, 0, ...text('memory'), 2, 0],
    [CODE]: [1, body.length, ...body],
    ...changes,
  };
  // The count of data segments stands before the code, against the order of its number.
  const order = Object.keys(sections)
    .map(Number)
    .sort((a, b) => place(a) - place(b));
  const written = order.flatMap((id) => [id, ...leb(sections[id]?.length ?? 0), ...(sections[id] ?? [])]);
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...written]);
}

const place = (id: number) => (id === DATA_COUNT ? 9.5 : id);
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
const text = (value: string) => [value.length, ...Buffer.from(value)];
/** An import in front moves the exported function on by one. */
const withImport = (name: string, ...signature: number[]): Sections => ({
  [TYPE]: [2, 0x60, 0, 0, 0x60, ...signature],
  [IMPORT]: [1, ...text('env'), ...text(name), 0, 1],
  [EXPORT]: [2, ...text('call'), 0, 1, ...text('memory'), 2, 0],
});

describe('a module that a node would take has no problems', () => {
  test('the smallest', () => {
    expect(wasmProblems(module())).toEqual([]);
  });

  test('a module that imports a function of the node', () => {
    expect(wasmProblems(module(withImport('casper_revert', 1, I32, 0)))).toEqual([]);
  });

  test('one with branches, numbers and memory', () => {
    const drop = 0x1a;
    const code = [
      [0x02, 0x40, 0x41, 0, 0x0e, 1, 0, 0, END],
      [0x41, 0xff, 0x7f, 0x41, 4, 0x28, 2, 0, 0x6a, drop],
      [0x42, 0x80, 0x80, 0x80, 0x80, 0x70, 0xa7, drop, 0x3f, 0, drop],
    ];
    expect(wasmProblems(module({}, code.flat()))).toEqual([]);
  });

  test.each(CONTRACT_NAMES)(
    '%s',
    async (name) => {
      expect(wasmProblems(await contractWasm(name))).toEqual([]);
    },
    60_000,
  );
});

describe('modules that a node would refuse are told by name', () => {
  const drop = 0x1a;
  const manyGlobals = [...leb(300), ...Array.from({ length: 300 }, () => [I32, 0, 0x41, 0, END]).flat()];
  test.each<[string, Uint8Array, RegExp]>([
    ['a start section', module({ [START]: [0] }), /^has a start section$/],
    ['a float constant', module({}, [0x44, 0, 0, 0, 0, 0, 0, 0, 0, drop]), /^uses a float$/],
    ['a float that an integer becomes', module({}, [0x41, 1, 0xb7, drop]), /^uses a float$/],
    ['a float block', module({}, [0x02, F64, 0x00, END, drop]), /^uses a float$/],
    ['a float local', module({ [CODE]: [1, 4, 1, 1, F64, END] }), /^uses a float$/],
    ['a float parameter', module({ [TYPE]: [2, 0x60, 0, 0, 0x60, 1, F64, 0] }), /^uses a float$/],
    ['memory.copy', module({}, [0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0]), /^uses bulk memory$/],
    ['a data count', module({ [DATA_COUNT]: [0], [DATA]: [0] }), /^uses bulk memory$/],
    ['sign extension', module({}, [0x41, 0, 0xc0, drop]), /^uses sign extension$/],
    ['SIMD', module({}, [0xfd, 12, ...Array(16).fill(0), drop]), /^uses SIMD$/],
    ['a null reference', module({}, [0xd0, 0x70, drop]), /^uses an unknown instruction 0xd0$/],
    [
      'a block with several values',
      module({ [TYPE]: [2, 0x60, 0, 0, 0x60, 0, 2, I32, I32] }, [0x02, 1, 0x41, 0, 0x41, 0, END, drop, drop]),
      /^uses a block with several values$/,
    ],
    ['an unknown function', module(withImport('abort', 1, I32, 0)), /^imports env\.abort, which a node does not have$/],
    ['a name of all objects', module(withImport('toString', 0, 0)), /^imports env\.toString, which/],
    [
      'a function that takes something else',
      module(withImport('casper_revert', 0, 0)),
      /^imports casper_revert as >, /,
    ],
    [
      'an imported memory',
      module({
        [IMPORT]: [1, ...text('env'), ...text('memory'), 2, 0, 1],
        [MEMORY]: [0],
      }),
      /^(imports env\.memory, which a node does not have|has no memory)$/,
    ],
    [
      'no memory',
      module({ [MEMORY]: [0], [EXPORT]: [1, ...text('call'), 0, 0] }),
      /^(has no memory|does not export memory)$/,
    ],
    ['too much memory', module({ [MEMORY]: [1, 0, 65] }), /^asks for more than 64 pages of memory$/],
    ['memory that may grow too much', module({ [MEMORY]: [1, 1, 1, 65] }), /^asks for more than 64 pages of memory$/],
    ['too many globals', module({ [GLOBAL]: manyGlobals }), /^has more than 256 globals$/],
    ['nothing to install with', module({ [EXPORT]: [1, ...text('memory'), 2, 0] }), /^does not export call$/],
    ['no module at all', Uint8Array.from([1, 2, 3]), /^is no module: /],
  ])('%s', (_, wasm, problem) => {
    const problems = wasmProblems(wasm);
    expect(problems.length).toBeGreaterThan(0);
    for (const each of problems) expect(each).toMatch(problem);
  });
});
