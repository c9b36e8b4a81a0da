import { FormatError } from '../codec/bytes.ts';
import type { CLValue } from '../codec/cl-value.ts';
import type { HostFunctionName } from '../protocol/host-functions.ts';
import { PROTOCOL } from '../protocol/current.ts';
import type { HostPrice } from '../protocol/protocol.ts';
import { GAS_IMPORT } from '../wasm/count-gas.ts';
import { Trap, unreadable } from './errors.ts';
import type { Gas } from './gas.ts';
import { GuestMemory } from './guest-memory.ts';
import { Host, Return } from './host.ts';
import { argumentFunctions } from './host-arguments.ts';
import { contextFunctions } from './host-context.ts';
import { contractFunctions } from './host-contracts.ts';
import { hashFunctions } from './host-hashes.ts';
import { messageFunctions } from './host-messages.ts';
import { namedKeyFunctions } from './host-named-keys.ts';
import { storageFunctions } from './host-storage.ts';
import { versionFunctions } from './host-versions.ts';
import { wasPlaceEmpty } from './indirect-calls.ts';
import type { Frame, HostFunction, HostFunctions, Machine } from './machine.ts';

/**
 * Runs one entry point in an instance of its own.
 * @returns the value it gave back, or null when it ended by itself
 * @throws Trap when it reverts, traps or runs out of gas
 */
export function runWasm(machine: Machine, frame: Frame): CLValue | null {
  const { code, memory } = frame.compiled;
  const pages = new WebAssembly.Memory({ initial: memory.min, maximum: memory.max ?? memory.min });
  const host = new Host(machine, frame, new GuestMemory(pages), frame.compiled);
  const env = { memory: pages, ...functionsOf(code, host, machine.gas) };
  const instance = instantiate(code, env);
  const entryPoint = instance.exports[frame.entryPoint];
  if (typeof entryPoint !== 'function') {
    throw new Trap(`Interpreter error: Module doesn't have export ${frame.entryPoint}`);
  }
  try {
    entryPoint();
    return null;
  } catch (error) {
    if (!(error instanceof Return)) throw asTrap(error, frame, instance);
    if (error.value === null) throw new Trap('Expected return value');
    return error.value;
  }
}

function instantiate(code: WebAssembly.Module, env: WebAssembly.ModuleImports): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(code, { env });
  } catch (error) {
    // A segment of data or of the table that does not fit.
    throw new Trap(`Interpreter error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function functionsOf(code: WebAssembly.Module, host: Host, gas: Gas): Record<string, HostFunction> {
  const functions: HostFunctions = {
    ...argumentFunctions(host),
    ...contextFunctions(host),
    ...hashFunctions(host),
    ...storageFunctions(host),
    ...namedKeyFunctions(host),
    ...contractFunctions(host),
    ...versionFunctions(host),
    ...messageFunctions(host),
  };
  const env: Record<string, HostFunction> = {
    [GAS_IMPORT]: (amount = 0) => {
      gas.charge(amount >>> 0);
      return undefined;
    },
  };
  for (const { name, kind } of WebAssembly.Module.imports(code)) {
    const run = functions[name as HostFunctionName];
    if (kind === 'function' && run) env[name] = paid(run, PROTOCOL.hostFunctions[name as HostFunctionName], gas);
  }
  return env;
}

function paid(run: HostFunction, { fixed, perArgument = {} }: HostPrice, gas: Gas): HostFunction {
  const prices = Object.entries(perArgument).map(([index, price]) => [Number(index), price] as const);
  return (...args) => {
    gas.charge(prices.reduce((sum, [index, price]) => sum + price * ((args[index] ?? 0) >>> 0), fixed));
    return run(...args);
  };
}

/** The words of JavaScript for a trap, and the code of a node. */
const TRAPS: ReadonlyArray<readonly [words: RegExp, code: string]> = [
  [/^unreachable/, 'Unreachable'],
  [/^memory access out of bounds/, 'MemoryAccessOutOfBounds'],
  [/^table index is out of bounds/, 'TableAccessOutOfBounds'],
  [/^(divide|remainder) by zero/, 'DivisionByZero'],
  [/^divide result unrepresentable/, 'IntegerOverflow'],
];

function asTrap(error: unknown, { compiled }: Frame, instance: WebAssembly.Instance): unknown {
  if (error instanceof FormatError) return unreadable(error);
  // The limit of the stack is reached before that of JavaScript, which carries the calls of the module.
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  const known = TRAPS.find(([words]) => words.test(error.message))?.[1];
  const ofTable =
    compiled.indirectCalls.areThere && wasPlaceEmpty(instance) ? 'ElemUninitialized' : 'UnexpectedSignature';
  return new Trap(`Interpreter error: trap: Code(${known ?? ofTable})`);
}
