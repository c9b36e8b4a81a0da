import { hex, text, u8, u32 } from '../../src/codec/bytes.ts';
import { type CLType, writeType } from '../../src/codec/cl-type.ts';
import type { EngineStep } from '../../src/test/engine-steps.ts';
import { type Cell, type Functions, Memory, program, span, type Step } from '../../src/test/program.ts';

/** A step that no engine has answered yet. */
export type Probe = Omit<EngineStep, 'error' | 'consumed' | 'stored'> & { readonly stored?: readonly object[] };

type Details = Partial<Pick<Probe, 'by' | 'args' | 'stored' | 'timeMs'>>;

/** The first account of the world in which steps are run. */
export const OWNER = 'account-hash-c417e3fc13fd137248d6cdcf5cc87ccbc1e766d10af186acd14aca457c9b9ecc';

const common = { run: 'host functions, engine 8.1.1', by: 'owner', args: [], limit: '50000000000' };

/** A straight program in the name of the owner. */
export function session(step: string, steps: (memory: Memory) => readonly Step[], details: Details = {}): Probe {
  const memory = new Memory();
  return module(step, { call: steps(memory) }, memory, details);
}

export function module(step: string, functions: Functions, memory: Memory, details: Details = {}): Probe {
  return { ...common, contract: 'host', step, wasm: hex(program(functions, memory)), ...details };
}

/** A call of the contract that stands under a name of the owner. */
export function call(contract: string, entryPoint: string, step: string, details: Details = {}): Probe {
  return { ...common, contract, step, target: `hash-{${contract}}`, entryPoint, ...details };
}

const STRANGE = '09'.repeat(32);

/** The hash under a name of the owner, as the argument of the same name; `strange` is one of nothing. */
export function hashArgument(name: string): EngineStep['args'][number] {
  return { name, type: { ByteArray: 32 }, hex: name === 'strange' ? STRANGE : `{${name}}` };
}

export function readHash(memory: Memory, name: string): { readonly steps: readonly Step[]; readonly hash: Cell } {
  const hash = memory.room(32);
  return { steps: [{ host: 'casper_get_named_arg', args: [...span(memory.text(name)), ...span(hash)] }], hash };
}

/** Room for a value that is kept under a name of the owner, and where to look for it. */
export function kept(memory: Memory, name: string, type: CLType, length: number) {
  const value = memory.joined(u32(length), length, writeType(type));
  const key = memory.joined(u8(2), 33);
  const steps: readonly Step[] = [
    { host: 'casper_new_uref', args: [key.pointer + 1, ...span(value)] },
    { host: 'casper_put_key', args: [...span(memory.bytes(text(name))), ...span(key)] },
  ];
  return { content: { pointer: value.pointer + 4, length }, steps, look: { of: OWNER, key: name } };
}

/** Takes what the host offers. */
export function take(memory: Memory, { pointer, length }: Cell): Step {
  return { host: 'casper_read_host_buffer', args: [pointer, length, memory.room(4).pointer] };
}
