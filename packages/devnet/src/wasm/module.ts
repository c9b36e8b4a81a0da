import { WasmReader } from './binary.ts';
import { type Instruction, readInstructions } from './instructions.ts';
import { WasmError } from './wasm-error.ts';

export type FunctionType = { readonly parameters: readonly number[]; readonly results: readonly number[] };
export type Limits = { readonly min: number; readonly max: number | null };
export type GlobalType = { readonly type: number; readonly isMutable: boolean };
export type External =
  | { readonly kind: 'function'; readonly type: number }
  | { readonly kind: 'table'; readonly limits: Limits }
  | { readonly kind: 'memory'; readonly limits: Limits }
  | { readonly kind: 'global'; readonly global: GlobalType };
export type Import = { readonly module: string; readonly name: string; readonly external: External };
export type Export = { readonly name: string; readonly kind: number; readonly index: number };
export type Global = GlobalType & { readonly start: readonly Instruction[] };
export type Locals = { readonly count: number; readonly type: number };
export type Body = { readonly locals: readonly Locals[]; readonly instructions: readonly Instruction[] };
type Segment = { readonly index: number; readonly offset: readonly Instruction[] };
export type ElementSegment = Segment & { readonly members: readonly number[] };
export type DataSegment = Segment & { readonly bytes: Uint8Array };

/** A module, section by section. Notes are dropped, the names of functions among them. */
export type Module = {
  readonly types: readonly FunctionType[];
  readonly imports: readonly Import[];
  /** The type of each function that the module has itself. */
  readonly functions: readonly number[];
  readonly tables: readonly Limits[];
  readonly memories: readonly Limits[];
  readonly globals: readonly Global[];
  readonly exports: readonly Export[];
  readonly start: number | null;
  readonly elements: readonly ElementSegment[];
  readonly code: readonly Body[];
  readonly data: readonly DataSegment[];
  /** How many data segments there are said to be, where that is said. */
  readonly dataCount: number | null;
  /** Sections that are written though nothing is in them. */
  readonly emptied: ReadonlySet<number>;
};

export const SECTION = {
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
/** The order of the sections; the count of data segments stands before the code. */
const ORDER = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10];

export const EXPORT_FUNCTION = 0;
export const EXPORT_GLOBAL = 3;
const FUNCREF = 0x70;
const FUNCTION_FORM = 0x60;
const MAGIC = '0061736d';

/** @throws WasmError with the words of a node, when the bytes are no module of the first WebAssembly */
export function readModule(wasm: Uint8Array): Module {
  const sections = readSections(wasm);
  const read = <Result>(id: number, item: (reader: WasmReader) => Result): Result[] => {
    const reader = sections.get(id);
    if (!reader) return [];
    const items = Array.from({ length: reader.count() }, () => item(reader));
    reader.end();
    return items;
  };
  const number = (id: number) => {
    const reader = sections.get(id);
    const value = reader?.unsigned() ?? null;
    reader?.end();
    return value;
  };
  const module: Module = {
    types: read(SECTION.type, readFunctionType),
    imports: read(SECTION.import, (reader) => ({
      module: reader.name(),
      name: reader.name(),
      external: readExternal(reader),
    })),
    functions: read(SECTION.function, (reader) => reader.unsigned()),
    tables: read(SECTION.table, readTable),
    memories: read(SECTION.memory, readLimits),
    globals: read(SECTION.global, (reader) => ({ ...readGlobalType(reader), start: readInstructions(reader) })),
    exports: read(SECTION.export, (reader) => ({
      name: reader.name(),
      kind: reader.byte(),
      index: reader.unsigned(),
    })),
    start: number(SECTION.start),
    elements: read(SECTION.element, (reader) => ({
      index: reader.unsigned(),
      offset: readInstructions(reader),
      members: Array.from({ length: reader.count() }, () => reader.unsigned()),
    })),
    dataCount: number(SECTION.dataCount),
    code: read(SECTION.code, readBody),
    data: read(SECTION.data, (reader) => ({
      index: reader.unsigned(),
      offset: readInstructions(reader),
      bytes: reader.sized(),
    })),
    emptied: new Set(),
  };
  if (module.code.length !== module.functions.length) {
    throw new WasmError('Number of function body entries and signatures does not match');
  }
  return module;
}

function readSections(wasm: Uint8Array): ReadonlyMap<number, WasmReader> {
  const reader = new WasmReader(wasm);
  if (Buffer.from(wasm.subarray(0, 4)).toString('hex') !== MAGIC) {
    throw new WasmError('Invalid magic number at start of file');
  }
  reader.take(4);
  const version = Buffer.from(reader.take(4)).readUInt32LE();
  if (version !== 1) throw new WasmError(`Unsupported wasm version ${version}`);
  const sections = new Map<number, WasmReader>();
  let last = 0;
  while (!reader.done) {
    const id = reader.byte();
    if (id > SECTION.dataCount) throw new WasmError(`Invalid section id: ${id}`);
    const content = reader.sized();
    if (id === SECTION.custom) continue;
    const place = ORDER[id] ?? 0;
    if (place < last) throw new WasmError('Sections out of order');
    if (place === last) throw new WasmError(`Duplicated sections (${place})`);
    last = place;
    sections.set(id, new WasmReader(content));
  }
  return sections;
}

function readFunctionType(reader: WasmReader): FunctionType {
  const form = reader.byte();
  if (form !== FUNCTION_FORM) throw new WasmError(`Unknown function form (${form})`);
  const type = { parameters: [...reader.sized()], results: [...reader.sized()] };
  if (type.results.length > 1) throw new WasmError('Multi value extension is not supported');
  return type;
}

function readExternal(reader: WasmReader): External {
  const kind = reader.byte();
  switch (kind) {
    case 0:
      return { kind: 'function', type: reader.unsigned() };
    case 1:
      return { kind: 'table', limits: readTable(reader) };
    case 2:
      return { kind: 'memory', limits: readLimits(reader) };
    case 3:
      return { kind: 'global', global: readGlobalType(reader) };
    default:
      throw new WasmError(`Unknown external kind ${kind}`);
  }
}

function readTable(reader: WasmReader): Limits {
  const type = reader.byte();
  if (type !== FUNCREF) throw new WasmError(`Unknown table element type ${type}`);
  return readLimits(reader);
}

function readLimits(reader: WasmReader): Limits {
  const flags = reader.byte();
  if (flags > 1) throw new WasmError(`Invalid limits flags (${flags})`);
  return { min: reader.unsigned(), max: flags === 1 ? reader.unsigned() : null };
}

function readGlobalType(reader: WasmReader): GlobalType {
  const type = reader.byte();
  const isMutable = reader.byte();
  if (isMutable > 1) throw new WasmError(`Not an unsigned 1-bit integer: ${isMutable}`);
  return { type, isMutable: isMutable === 1 };
}

function readBody(section: WasmReader): Body {
  const reader = new WasmReader(section.sized());
  const locals = Array.from({ length: reader.count() }, () => ({ count: reader.unsigned(), type: reader.byte() }));
  const body = { locals, instructions: readInstructions(reader) };
  reader.end();
  return body;
}

/** The types of the functions that are imported; they come before the module's own. */
export function importedFunctions(module: Module): readonly number[] {
  return module.imports.flatMap(({ external }) => (external.kind === 'function' ? [external.type] : []));
}

export function sameType(a: FunctionType, b: FunctionType): boolean {
  return String(a.parameters) === String(b.parameters) && String(a.results) === String(b.results);
}

/** The module with the type, which is added when no equal one is there, and the type's number. */
export function withType(module: Module, type: FunctionType): readonly [Module, number] {
  const known = module.types.findIndex((each) => sameType(each, type));
  if (known !== -1) return [module, known];
  return [{ ...module, types: [...module.types, type] }, module.types.length];
}
