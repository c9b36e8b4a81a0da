import type { Bytes } from '../codec/bytes.ts';
import { WasmReader, WasmWriter } from './binary.ts';
import { HOST_COSTS } from './costs.ts';
import { meterFunction } from './meter-function.ts';
import { WasmError } from './wasm-error.ts';

export const MEMORY_PAGES_MAX = 64;
const TABLE_SIZE_MAX = 4096;
const GLOBALS_MAX = 256;
const PARAMETERS_MAX = 256;

/** The name under which the counter of gas leaves the module. */
export const GAS_EXPORT = '__gas';

const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
} as const;

type Sections = ReadonlyMap<number, Uint8Array>;

/**
 * Refuses what the preprocessor of a node refuses, and makes the module count its gas: a global that the code lowers
 * before each straight run of instructions, exported as {@link GAS_EXPORT}.
 * @throws WasmError
 */
export function preprocess(wasm: Uint8Array): Bytes {
  const sections = readSections(wasm);
  if (sections.has(SECTION.dataCount)) {
    throw new WasmError('Deserialization error: Bulk memory operations are not supported');
  }
  if (sections.has(SECTION.start)) throw new WasmError('UnsupportedWasmStart');
  const parameterCounts = readTypes(sections.get(SECTION.type));
  const importedGlobals = checkImports(sections.get(SECTION.import));
  const globals = sections.get(SECTION.global);
  const globalCount = globals ? new WasmReader(globals).unsigned() : 0;
  if (globalCount > GLOBALS_MAX) {
    throw new WasmError(`declared number of globals (${globalCount}) exceeds allowed limit of ${GLOBALS_MAX}`);
  }
  const gasGlobal = importedGlobals + globalCount;
  const changed = new Map<number, Uint8Array>(sections);
  changed.set(SECTION.memory, limitMemory(sections.get(SECTION.memory)));
  const table = sections.get(SECTION.table);
  if (table) changed.set(SECTION.table, limitTable(table));
  changed.set(SECTION.global, addGasGlobal(globals));
  changed.set(SECTION.export, addGasExport(sections.get(SECTION.export), gasGlobal));
  const code = sections.get(SECTION.code);
  if (code) changed.set(SECTION.code, meterCode(code, sections.get(SECTION.function), parameterCounts, gasGlobal));
  // Only now: above, each refusal says what it is. A valid module cannot reach the global that is added.
  if (!WebAssembly.validate(new Uint8Array(wasm))) throw new WasmError('Deserialization error: invalid module');
  return write(changed);
}

function readSections(wasm: Uint8Array): Sections {
  const reader = new WasmReader(wasm);
  const header = wasm.length >= 8 ? Buffer.from(reader.take(8)).toString('hex') : '';
  if (header !== '0061736d01000000') throw new WasmError('Deserialization error: not a wasm module');
  const sections = new Map<number, Uint8Array>();
  while (!reader.done) {
    const id = reader.byte();
    const content = reader.sized();
    // Names and other notes are dropped.
    if (id === SECTION.custom) continue;
    if (id > SECTION.dataCount || sections.has(id)) throw new WasmError(`Deserialization error: section ${id}`);
    sections.set(id, content);
  }
  return sections;
}

/** The number of parameters of each function type. */
function readTypes(section: Uint8Array | undefined): readonly number[] {
  if (!section) return [];
  const reader = new WasmReader(section);
  return Array.from({ length: reader.count() }, () => {
    if (reader.byte() !== 0x60) throw new WasmError('Deserialization error: not a function type');
    const parameters = reader.sized().length;
    if (parameters > PARAMETERS_MAX) {
      throw new WasmError(`use of a function type with too many parameters (limit of ${PARAMETERS_MAX})`);
    }
    if (reader.sized().length > 1) {
      throw new WasmError('Deserialization error: Multi value extension is not supported');
    }
    return parameters;
  });
}

/** Says how many globals are imported, which is none: whatever is not a function of the host is refused. */
function checkImports(section: Uint8Array | undefined): number {
  if (!section) return 0;
  const reader = new WasmReader(section);
  const count = reader.count();
  for (let index = 0; index < count; index++) {
    const module = reader.name();
    const name = reader.name();
    if (module !== 'env' || reader.byte() !== 0 || !Object.hasOwn(HOST_COSTS, name)) {
      throw new WasmError(`module imports a non-existent function: ${module}.${name}`);
    }
    reader.skipNumber();
  }
  return 0;
}

type Limits = { readonly min: number; readonly max: number | undefined };

function readLimits(reader: WasmReader): Limits {
  const flags = reader.byte();
  if (flags > 1) throw new WasmError('Deserialization error: Atomic operations are not supported');
  return { min: reader.unsigned(), max: flags === 1 ? reader.unsigned() : undefined };
}

/** Memory ends at 64 pages, whatever the module says: beyond, `memory.grow` answers -1. */
function limitMemory(section: Uint8Array | undefined): Bytes {
  const reader = section ? new WasmReader(section) : undefined;
  const count = reader?.unsigned() ?? 0;
  if (!reader || count === 0) throw new WasmError('Memory section should exist');
  if (count > 1) throw new WasmError('Deserialization error: the number of memories must be at most one');
  const { min, max = MEMORY_PAGES_MAX } = readLimits(reader);
  if (min > MEMORY_PAGES_MAX || max > MEMORY_PAGES_MAX) {
    throw new WasmError(`Module requested too much memory (limit of ${MEMORY_PAGES_MAX} pages)`);
  }
  return new WasmWriter().byte(1, 1).unsigned(min).unsigned(max).toBytes();
}

function limitTable(section: Uint8Array): Bytes {
  const reader = new WasmReader(section);
  const count = reader.unsigned();
  if (count > 1) throw new WasmError('the number of tables must be at most one');
  if (count === 0) return new WasmWriter().unsigned(0).toBytes();
  const type = reader.byte();
  const { min, max = TABLE_SIZE_MAX } = readLimits(reader);
  if (min > TABLE_SIZE_MAX || max > TABLE_SIZE_MAX) {
    throw new WasmError(`table size of ${Math.max(min, max)} exceeds allowed limit of ${TABLE_SIZE_MAX}`);
  }
  return new WasmWriter().byte(1, type, 1).unsigned(min).unsigned(max).toBytes();
}

/** One more global at the end: a changeable i64 that begins with zero. */
function addGasGlobal(section: Uint8Array | undefined): Bytes {
  const reader = new WasmReader(section ?? Uint8Array.of(0));
  const writer = new WasmWriter().unsigned(reader.unsigned() + 1).raw(reader.rest());
  return writer.byte(0x7e, 1, 0x42, 0, 0x0b).toBytes();
}

function addGasExport(section: Uint8Array | undefined, gasGlobal: number): Bytes {
  const reader = new WasmReader(section ?? Uint8Array.of(0));
  const count = reader.unsigned();
  const rest = reader.rest();
  const names = new WasmReader(rest);
  for (let index = 0; index < count; index++) {
    if (names.name() === GAS_EXPORT) throw new WasmError(`Deserialization error: the name ${GAS_EXPORT} is taken`);
    names.byte();
    names.unsigned();
  }
  const writer = new WasmWriter().unsigned(count + 1).raw(rest);
  return writer.sized(Buffer.from(GAS_EXPORT)).byte(3).unsigned(gasGlobal).toBytes();
}

function meterCode(
  code: Uint8Array,
  functions: Uint8Array | undefined,
  parameterCounts: readonly number[],
  gasGlobal: number,
): Bytes {
  const reader = new WasmReader(code);
  const types = new WasmReader(functions ?? Uint8Array.of(0));
  const count = reader.count();
  if (types.unsigned() !== count) throw new WasmError('Deserialization error: functions without code');
  const writer = new WasmWriter().unsigned(count);
  for (let index = 0; index < count; index++) {
    const parameters = parameterCounts[types.unsigned()];
    if (parameters === undefined) throw new WasmError('Deserialization error: missing function type');
    writer.sized(meterFunction(reader.sized(), gasGlobal, parameters));
  }
  return writer.toBytes();
}

function write(sections: Sections): Bytes {
  const writer = new WasmWriter().raw(Buffer.from('0061736d01000000', 'hex'));
  for (const [id, content] of [...sections].sort(([a], [b]) => a - b)) writer.byte(id).sized(content);
  return writer.toBytes();
}
