import { blake, hex } from '../codec/bytes.ts';
import { HOST_FUNCTIONS, LEFT_OUT } from '../protocol/host-functions.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { GAS_IMPORT } from '../wasm/count-gas.ts';
import { TYPE } from '../wasm/instructions.ts';
import { type FunctionType, type Limits, type Module, readModule, sameType } from '../wasm/module.ts';
import { preprocess } from '../wasm/preprocess.ts';
import { WasmError } from '../wasm/wasm-error.ts';
import { writeModule } from '../wasm/write-module.ts';
import { type IndirectCalls, tellIndirectCalls } from './indirect-calls.ts';

/** A module that can be run. */
export type Compiled = {
  /** The form in which a node runs it. A new version of a contract stores the parts that its entry points need. */
  readonly module: Module;
  readonly code: WebAssembly.Module;
  readonly memory: Limits;
  readonly indirectCalls: IndirectCalls;
};

/**
 * Prepared modules by the hash of the given bytes. Preparing takes most of the time, so it is kept; a handful is in use
 * at a time.
 */
const kept = new Map<string, Compiled>();
const KEPT_MAX = 64;

/**
 * Wasm that came with a deploy, which is made to count its gas first.
 * @throws WasmError when a node refuses it
 */
export function compileSession(wasm: Uint8Array): Compiled {
  return keep('session', wasm, () => preprocess(wasm));
}

/**
 * Wasm of a contract, which counts its gas since it was stored.
 * @throws WasmError
 */
export function compileStored(wasm: Uint8Array): Compiled {
  return keep('stored', wasm, () => {
    const module = readModule(wasm);
    // Chains of an earlier version of this program kept modules as they came, with a memory of their own.
    return module.memories.length > 0 ? preprocess(wasm) : module;
  });
}

function keep(kind: string, wasm: Uint8Array, read: () => Module): Compiled {
  const id = `${kind} ${hex(blake(wasm))}`;
  const known = kept.get(id);
  if (known) return known;
  const compiled = compile(read());
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  kept.set(id, compiled);
  return compiled;
}

function compile(module: Module): Compiled {
  for (const { external } of module.imports) if (external.kind === 'memory') checkLimits(external.limits);
  const indirectCalls = tellIndirectCalls(module);
  // JavaScript wants to find as many data segments as are counted, and in another place than a node writes it.
  const bytes = writeModule({ ...indirectCalls.module, dataCount: null });
  if (!WebAssembly.validate(bytes)) throw new WasmError('Interpreter error: Validation: the module is not valid');
  const memory = checkImports(module);
  if (module.start !== null) throw new WasmError('Unsupported Wasm start');
  return { module, code: new WebAssembly.Module(bytes), memory, indirectCalls };
}

function checkLimits({ min, max }: Limits): void {
  if (max !== null && min > max) {
    throw new WasmError(`Interpreter error: maximum limit ${max} is less than minimum ${min}`);
  }
}

/** Each import has to be there, with its type. Gives the memory that is asked for. */
function checkImports(module: Module): Limits {
  let memory: Limits | null = null;
  for (const { module: from, name, external } of module.imports) {
    if (from !== 'env') throw new WasmError(`Interpreter error: Module ${from} not found`);
    if (external.kind === 'function') checkFunction(name, module.types[external.type]);
    else if (external.kind === 'memory' && name === 'memory' && memory === null) memory = external.limits;
    else throw new WasmError(`Interpreter error: host module doesn't export ${external.kind} with name ${name}`);
  }
  if (!memory || (memory.max ?? 0) > PROTOCOL.memoryPages) {
    throw new WasmError('Interpreter error: Module requested too much memory');
  }
  return memory;
}

function checkFunction(name: string, type: FunctionType | undefined): void {
  if (LEFT_OUT.has(name)) {
    throw new WasmError(
      `Interpreter error: ${name} is not built into this development chain, which has no user groups, purses, transfers and key management in contracts`,
    );
  }
  const actual = signatureOf(name);
  if (!actual) throw new WasmError(`Interpreter error: host module doesn't export function with name ${name}`);
  if (type && sameType(type, actual)) return;
  const expected = type ? describe(type) : '';
  throw new WasmError(
    `Interpreter error: Expected function with type ${expected}, but actual type is ${describe(actual)} for entry ${name}`,
  );
}

function signatureOf(name: string): FunctionType | null {
  if (name === GAS_IMPORT) return { parameters: [TYPE.i32], results: [] };
  if (!Object.hasOwn(HOST_FUNCTIONS, name)) return null;
  const [parameters, results] = HOST_FUNCTIONS[name as keyof typeof HOST_FUNCTIONS];
  return { parameters: Array(parameters).fill(TYPE.i32), results: Array(results).fill(TYPE.i32) };
}

const TYPE_NAMES: Readonly<Record<number, string>> = { 0x7f: 'I32', 0x7e: 'I64', 0x7d: 'F32', 0x7c: 'F64' };

function describe({ parameters, results }: FunctionType): string {
  const names = (types: readonly number[]) => types.map((type) => TYPE_NAMES[type]).join(', ');
  const returns = results.length === 0 ? 'None' : `Some(${names(results)})`;
  return `Signature { params: [${names(parameters)}], return_type: ${returns} }`;
}
