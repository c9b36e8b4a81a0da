import { blake, FormatError, hex } from '../codec/bytes.ts';
import type { CLValue } from '../codec/cl-value.ts';
import { HOST_COSTS, type HostCost, type HostFunctionName } from '../wasm/costs.ts';
import { GAS_EXPORT, preprocess } from '../wasm/preprocess.ts';
import { OutOfGas, Trap } from './errors.ts';
import type { Gas } from './gas.ts';
import { GuestMemory } from './guest-memory.ts';
import { Host, Return } from './host.ts';
import { argumentFunctions } from './host-arguments.ts';
import { contractFunctions } from './host-contracts.ts';
import { namedKeyFunctions } from './host-named-keys.ts';
import { storageFunctions } from './host-storage.ts';
import type { Frame, HostFunction, HostFunctions, Machine } from './machine.ts';

/** Modules by the hash of their code. Compiling is what takes time, so they are kept; a handful is in use at a time. */
const compiled = new Map<string, WebAssembly.Module>();
const COMPILED_MAX = 64;

/**
 * Runs one entry point in an instance of its own.
 * @returns what it gave back, or null
 * @throws Trap when it reverts, traps or runs out of gas
 * @throws WasmError when the module is refused
 */
export function runWasm(machine: Machine, frame: Frame): CLValue | null {
  const module = compile(frame.wasm);
  const memory = new GuestMemory();
  const host = new Host(machine, frame, memory, exportedFunctions(module));
  const functions: HostFunctions = {
    ...argumentFunctions(host),
    ...storageFunctions(host),
    ...namedKeyFunctions(host),
    ...contractFunctions(host),
  };
  const gas = new GasCounter(machine.gas);
  const instance = new WebAssembly.Instance(module, { env: metered(module, functions, gas) });
  gas.attach(instance.exports[GAS_EXPORT]);
  memory.attach(instance.exports.memory);
  const entryPoint = instance.exports[frame.entryPoint];
  if (typeof entryPoint !== 'function') throw new Trap(`Function not found: ${frame.entryPoint}`);
  gas.give();
  try {
    entryPoint();
    gas.take();
    return null;
  } catch (error) {
    if (error instanceof Return) return error.value;
    throw asTrap(error, gas);
  }
}

function compile(wasm: Uint8Array): WebAssembly.Module {
  const id = hex(blake(wasm));
  const known = compiled.get(id);
  if (known) return known;
  const module = new WebAssembly.Module(preprocess(wasm));
  const [oldest] = compiled.keys();
  if (compiled.size >= COMPILED_MAX && oldest !== undefined) compiled.delete(oldest);
  compiled.set(id, module);
  return module;
}

function exportedFunctions(module: WebAssembly.Module): ReadonlySet<string> {
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');
  return new Set(functions.map(({ name }) => name));
}

/** Moves the gas between the pool and the running module, so that there is one pool through all calls. */
class GasCounter {
  readonly #pool: Gas;
  #global: WebAssembly.Global<'i64'> | undefined;
  /** While a host function is at work the pool counts, and otherwise the module. */
  #isWithModule = false;

  constructor(pool: Gas) {
    this.#pool = pool;
  }

  attach(global: WebAssembly.ExportValue | undefined): void {
    if (!(global instanceof WebAssembly.Global)) throw new Trap('the module does not count its gas');
    this.#global = global as WebAssembly.Global<'i64'>;
  }

  give(): void {
    if (this.#global) this.#global.value = this.#pool.left;
    this.#isWithModule = true;
  }

  take(): void {
    if (this.#global && this.#isWithModule) this.#pool.left = this.#global.value;
    this.#isWithModule = false;
  }

  get isEmpty(): boolean {
    return this.#pool.left < 0n;
  }

  charge(cost: HostCost, args: readonly number[]): void {
    const variable = cost.perArgument.reduce(
      (sum, price, index) => sum + BigInt(price) * BigInt((args[index] ?? 0) >>> 0),
      0n,
    );
    this.#pool.charge(BigInt(cost.fixed) + variable);
  }
}

function metered(module: WebAssembly.Module, functions: HostFunctions, gas: GasCounter): Record<string, HostFunction> {
  const env: Record<string, HostFunction> = {};
  for (const { name } of WebAssembly.Module.imports(module)) {
    const run = functions[name as HostFunctionName];
    if (!run) throw new Trap(`host module doesn't export function with name ${name}`);
    const cost = HOST_COSTS[name as HostFunctionName];
    env[name] = (...args) => {
      gas.take();
      gas.charge(cost, args);
      const answer = run(...args);
      gas.give();
      return answer;
    };
  }
  return env;
}

function asTrap(error: unknown, gas: GasCounter): unknown {
  if (error instanceof WebAssembly.RuntimeError) {
    gas.take();
    return gas.isEmpty ? new OutOfGas() : new Trap(`Interpreter error: trap: ${error.message}`);
  }
  // The stack of JavaScript carries the calls of the module.
  if (error instanceof RangeError) {
    gas.take();
    return new Trap('Interpreter error: trap: stack overflow');
  }
  if (error instanceof FormatError) return new Trap(`Deserialization error: ${error.message}`);
  return error;
}
