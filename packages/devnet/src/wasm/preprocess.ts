import { PROTOCOL } from '../protocol/current.ts';
import { countGas, GAS_IMPORT } from './count-gas.ts';
import { type Instruction, OP } from './instructions.ts';
import { limitStack } from './limit-stack.ts';
import { EXPORT_FUNCTION, importedFunctions, type Limits, type Module, readModule } from './module.ts';
import { WasmError } from './wasm-error.ts';

const TABLE_SIZE_MAX = 4096;
const BRANCH_TABLE_MAX = 256;
const GLOBALS_MAX = 256;
const PARAMETERS_MAX = 256;

/**
 * The module as a node runs and stores it: memory imported, gas counted, the stack limited.
 * @throws WasmError for a module that a node refuses, in its words
 */
export function preprocess(wasm: Uint8Array): Module {
  const module = read(wasm);
  checkIndices(module);
  if (module.memories.length === 0) throw new WasmError('Wasm preprocessing error: Memory section should exist');
  const limited = { ...module, tables: limitTables(module.tables) };
  checkSizes(limited);
  return limitStack(countGas(withImportedMemory(limited)));
}

function read(wasm: Uint8Array): Module {
  try {
    return readModule(wasm);
  } catch (error) {
    if (!(error instanceof WasmError)) throw error;
    throw new WasmError(`Wasm preprocessing error: Deserialization error: ${error.message}`);
  }
}

function invalid(why: string): WasmError {
  return new WasmError(`Wasm preprocessing error: Wasm validation error: ${why}`);
}

/** Functions, types and globals that are named have to be there. */
function checkIndices(module: Module): void {
  const types = [...importedFunctions(module), ...module.functions];
  const missing = types.find((type) => type >= module.types.length);
  if (missing !== undefined) throw invalid(`missing type index ${missing}`);
  const checkFunction = (index: number) => {
    if (index >= types.length) throw invalid(`missing function index ${index}`);
  };
  if (module.start !== null) checkFunction(module.start);
  for (const { kind, index } of module.exports) if (kind === EXPORT_FUNCTION) checkFunction(index);
  forEachInstruction(module, ({ opcode, operands: [index = 0] }) => {
    if (opcode === OP.call) checkFunction(index);
    else if ((opcode === OP.globalGet || opcode === OP.globalSet) && index >= module.globals.length) {
      throw invalid(`opcode for a global access refers to non-existing global index ${index}`);
    }
  });
  for (const { members } of module.elements) members.forEach(checkFunction);
}

function limitTables(tables: readonly Limits[]): readonly Limits[] {
  if (tables.length > 1) throw invalid('the number of tables must be at most one');
  return tables.map(({ min, max }) => {
    const allowed = `exceeds allowed limit of ${TABLE_SIZE_MAX}`;
    if (min > TABLE_SIZE_MAX) throw invalid(`initial table size of ${min} ${allowed}`);
    if (max !== null && max > TABLE_SIZE_MAX) throw invalid(`maximum table size of ${max} ${allowed}`);
    return { min, max: max ?? TABLE_SIZE_MAX };
  });
}

function forEachInstruction({ code }: Module, visit: (instruction: Instruction) => void): void {
  for (const { instructions } of code) for (const each of instructions) visit(each);
}

function checkSizes(module: Module): void {
  const { globals, types, imports } = module;
  forEachInstruction(module, ({ opcode, operands }) => {
    const labels = operands.length - 1;
    if (opcode !== OP.brTable || labels <= BRANCH_TABLE_MAX) return;
    throw invalid(`maximum br_table size of ${labels} exceeds allowed limit of ${BRANCH_TABLE_MAX}`);
  });
  if (globals.length > GLOBALS_MAX) {
    throw invalid(`declared number of globals (${globals.length}) exceeds allowed limit of ${GLOBALS_MAX}`);
  }
  const longest = types.find(({ parameters }) => parameters.length > PARAMETERS_MAX);
  if (longest) {
    const declared = `function declares ${longest.parameters.length}`;
    throw invalid(`use of a function type with too many parameters (limit of ${PARAMETERS_MAX} but ${declared})`);
  }
  if (imports.some(({ module, name }) => module === 'env' && name === GAS_IMPORT)) {
    throw invalid('module imports a non-existent function');
  }
}

/** The memory comes from outside; where the module says no maximum, it has the one of the protocol. */
function withImportedMemory(module: Module): Module {
  const limits = module.memories.at(-1) ?? { min: 0, max: null };
  const memory = { kind: 'memory', limits: { ...limits, max: limits.max ?? PROTOCOL.memoryPages } } as const;
  return {
    ...module,
    memories: module.memories.slice(0, -1),
    imports: [...module.imports, { module: 'env', name: 'memory', external: memory }],
  };
}
