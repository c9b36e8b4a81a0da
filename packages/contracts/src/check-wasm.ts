import { HOST_FUNCTIONS } from '@sathi/devnet/protocol/host-functions.ts';
import { refusedInstruction } from './wasm-instructions.ts';
import { WasmReader } from './wasm-reader.ts';

const SECTION = { type: 1, import: 2, memory: 5, global: 6, export: 7, start: 8, code: 10, dataCount: 12 };
/** The limits of a node. */
const MEMORY_PAGES_MAX = 64;
const GLOBALS_MAX = 256;

const NUMBERS: Readonly<Record<number, string>> = { 0x7f: 'i', 0x7e: 'l', 0x7d: 'f', 0x7c: 'd' };
const FLOAT = /[fd]/;
/** The functions that a node has for contracts, as far as the development chain has them too. */
const IMPORTS = new Map(
  Object.entries(HOST_FUNCTIONS).map(([name, [parameters, results]]) => [
    name,
    `${'i'.repeat(parameters)}>${'i'.repeat(results)}`,
  ]),
);

/**
 * Each reason for which a Casper node would refuse the module, in words; empty when it would take it. A node says so
 * only when the module is installed, so the build asks here.
 */
export function wasmProblems(wasm: Uint8Array): readonly string[] {
  try {
    new WebAssembly.Module(wasm.slice());
  } catch (error) {
    return [`is no module: ${(error as Error).message}`];
  }
  const sections = sectionsOf(wasm);
  const read = (id: number, problems: (section: WasmReader) => string[]) => {
    const section = sections.get(id);
    return section ? problems(section) : [];
  };
  const types: string[] = [];
  const found = [
    ...read(SECTION.start, () => ['has a start section']),
    ...read(SECTION.dataCount, () => ['uses bulk memory']),
    ...read(SECTION.type, (section) => {
      types.push(...section.list(() => signature(section)));
      return types.some((type) => FLOAT.test(type)) ? ['uses a float'] : [];
    }),
    ...read(SECTION.import, (section) => importProblems(section, types)),
    ...memoryProblems(sections.get(SECTION.memory)),
    ...read(SECTION.global, globalProblems),
    ...exportProblems(sections.get(SECTION.export)),
    ...read(SECTION.code, codeProblems),
  ];
  return [...new Set(found)];
}

function sectionsOf(wasm: Uint8Array): Map<number, WasmReader> {
  const sections = new Map<number, WasmReader>();
  const reader = new WasmReader(wasm, 8);
  while (!reader.isAtEnd) sections.set(reader.byte(), new WasmReader(reader.take(reader.number())));
  return sections;
}

/** `ii>i`: takes two i32 and gives one. */
function signature(reader: WasmReader): string {
  reader.byte();
  const numbers = () => reader.list(() => NUMBERS[reader.byte()] ?? '?').join('');
  const parameters = numbers();
  return `${parameters}>${numbers()}`;
}

function importProblems(reader: WasmReader, types: readonly string[]): string[] {
  const problems: string[] = [];
  reader.list(() => {
    const module = reader.text();
    const name = reader.text();
    const isFunction = reader.byte() === 0;
    const wanted = IMPORTS.get(name);
    if (module !== 'env' || !isFunction || wanted === undefined) {
      problems.push(`imports ${module}.${name}, which a node does not have`);
    }
    if (!isFunction) return skipImport(reader);
    const type = types[reader.number()];
    if (wanted !== undefined && wanted !== type) {
      problems.push(`imports ${name} as ${type}, which a node has as ${wanted}`);
    }
  });
  return problems;
}

/**
 * Tables, memories and globals have no place among the imports; the bytes after them are read like a pair of limits.
 */
function skipImport(reader: WasmReader): void {
  reader.byte();
  reader.byte();
}

function memoryProblems(reader: WasmReader | undefined): string[] {
  if (!reader || reader.number() === 0) return ['has no memory'];
  const hasMost = reader.byte() === 1;
  const pages = [reader.number(), hasMost ? reader.number() : 0];
  return Math.max(...pages) > MEMORY_PAGES_MAX ? [`asks for more than ${MEMORY_PAGES_MAX} pages of memory`] : [];
}

function globalProblems(reader: WasmReader): string[] {
  return reader.number() > GLOBALS_MAX ? [`has more than ${GLOBALS_MAX} globals`] : [];
}

function exportProblems(reader: WasmReader | undefined): string[] {
  const names = reader?.list(() => {
    const name = reader.text();
    reader.byte();
    reader.number();
    return name;
  });
  return ['call', 'memory'].filter((name) => !names?.includes(name)).map((name) => `does not export ${name}`);
}

function codeProblems(reader: WasmReader): string[] {
  const problems = reader.list(() => functionProblem(new WasmReader(reader.take(reader.number()))));
  return problems.filter((problem) => problem !== null);
}

function functionProblem(body: WasmReader): string | null {
  const locals = body.list(() => {
    body.number();
    return NUMBERS[body.byte()] ?? '?';
  });
  if (locals.some((local) => FLOAT.test(local))) return 'uses a float';
  while (!body.isAtEnd) {
    const refused = refusedInstruction(body);
    if (refused !== null) return `uses ${refused}`;
  }
  return null;
}
