import { WasmWriter } from '../wasm/binary.ts';
import { type Bytes, utf8 } from '../codec/bytes.ts';
import { HOST_FUNCTIONS, type HostFunctionName } from '../protocol/host-functions.ts';

/** A place in the memory of a program. */
export type Cell = { readonly pointer: number; readonly length: number };

/** Call a host function; its answer must be zero, unless `isFree`. */
type HostCall = { readonly host: HostFunctionName; readonly args: readonly number[]; readonly isFree?: boolean };
/** Instructions as bytes. */
type Raw = { readonly raw: readonly number[] };
export type Step = HostCall | Raw;

const USER_ERROR = 65_536;
const FIRST_POINTER = 16;

/** Lays out the memory of a program: constants and room for answers. */
export class Memory {
  readonly constants: Array<{ readonly at: number; readonly content: Uint8Array }> = [];
  #next = FIRST_POINTER;

  bytes(content: Uint8Array): Cell {
    const cell = this.room(content.length);
    this.constants.push({ at: cell.pointer, content });
    return cell;
  }

  text(content: string): Cell {
    return this.bytes(utf8(content));
  }

  /** Room that begins with bytes that are known already. */
  room(length: number): Cell {
    const pointer = this.#next;
    this.#next += (length + 7) & ~7;
    return { pointer, length };
  }

  /** Room for several things, one behind the other, of which some are known. */
  joined(...parts: ReadonlyArray<Uint8Array | number>): Cell & { readonly parts: readonly Cell[] } {
    const lengths = parts.map((part) => (typeof part === 'number' ? part : part.length));
    const whole = this.room(lengths.reduce((sum, length) => sum + length, 0));
    let at = whole.pointer;
    const cells = parts.map((part, index) => {
      const cell = { pointer: at, length: lengths[index] ?? 0 };
      if (typeof part !== 'number') this.constants.push({ at, content: part });
      at += cell.length;
      return cell;
    });
    return { ...whole, parts: cells };
  }
}

/** The pointer and the length, as host functions take them. */
export function span(cell: Cell): [number, number] {
  return [cell.pointer, cell.length];
}

/** Copies inside of the memory, byte for byte, because a module may not use bulk memory. */
export function copy(from: Cell, to: Cell): Step {
  const place = (cell: Cell, index: number) => [0x41, ...signed(cell.pointer + index)];
  const loadAndStore = [0x2d, 0, 0, 0x3a, 0, 0];
  const raw = Array.from({ length: from.length }, (_, index) => [
    ...place(to, index),
    ...place(from, index),
    ...loadAndStore,
  ]);
  return { raw: raw.flat() };
}

/** The functions of a program, each under the name under which it leaves the module. */
export type Functions = Readonly<Record<string, readonly Step[]>>;

/** A module with one page of memory whose functions are straight lines of calls to the host. */
export function program(functions: Functions, memory: Memory = new Memory()): Bytes {
  const imports = importsOf(functions);
  const code = Object.values(functions).map((steps) => functionBody(steps, imports));
  const types = [[0x60, 0, 0], ...imports.map(typeOf)];
  return moduleOf([
    [1, vector(types)],
    [2, vector(imports.map(({ host }, index) => [...name('env'), ...name(host), 0, ...unsigned(index + 1)]))],
    [3, vector(code.map(() => [0]))],
    [5, vector([[0, 1]])],
    [7, vector([...exportsOf(functions, imports.length), [...name('memory'), 2, 0]])],
    [10, vector(code.map((body) => [...unsigned(body.length), ...body]))],
    [11, vector(memory.constants.map(({ at, content }) => dataSegment(at, content)))],
  ]);
}

/** Sections as they are, so that refused modules can be built too. */
export function moduleOf(sections: ReadonlyArray<readonly [id: number, content: readonly number[]]>): Bytes {
  const writer = new WasmWriter().raw([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  for (const [id, content] of sections) writer.byte(id).sized(Uint8Array.from(content));
  return writer.toBytes();
}

export function vector(items: ReadonlyArray<readonly number[]>): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

export function name(text: string): number[] {
  return [text.length, ...utf8(text)];
}

export function unsigned(value: number): number[] {
  return [...new WasmWriter().unsigned(value).toBytes()];
}

/** A signed LEB128 of 32 bits. */
export function signed(value: number): number[] {
  if (value >= -64 && value < 64) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

function importsOf(functions: Functions): readonly HostCall[] {
  const calls = Object.values(functions)
    .flat()
    .filter((step) => 'host' in step);
  const revert: HostCall = { host: 'casper_revert', args: [0] };
  const byName = new Map([revert, ...calls].map((call) => [call.host, call]));
  return [...byName.values()];
}

function typeOf({ host, args }: HostCall): number[] {
  const results = HOST_FUNCTIONS[host][1] === 0 ? [0] : [1, 0x7f];
  return [0x60, ...vector(args.map(() => [0x7f])), ...results];
}

function exportsOf(functions: Functions, firstIndex: number): number[][] {
  return Object.keys(functions).map((each, index) => [...name(each), 0, ...unsigned(firstIndex + index)]);
}

function dataSegment(at: number, content: Uint8Array): number[] {
  return [0, 0x41, ...signed(at), 0x0b, ...unsigned(content.length), ...content];
}

/** One local holds the answer of a host function; not zero reverts with that number. */
function functionBody(steps: readonly Step[], imports: readonly HostCall[]): number[] {
  const indexOf = (host: string) => imports.findIndex((each) => each.host === host);
  const body = [1, 1, 0x7f];
  // A call that costs nothing is a failed one.
  if (steps.length === 0) body.push(0x01);
  for (const step of steps) {
    if ('raw' in step) {
      body.push(...step.raw);
      continue;
    }
    for (const arg of step.args) body.push(0x41, ...signed(arg));
    body.push(0x10, ...unsigned(indexOf(step.host)));
    if (HOST_FUNCTIONS[step.host][1] === 0) continue;
    if (step.isFree) body.push(0x1a);
    else
      body.push(
        0x22,
        0,
        0x04,
        0x40,
        0x20,
        0,
        0x41,
        ...signed(USER_ERROR),
        0x6a,
        0x10,
        ...unsigned(indexOf('casper_revert')),
        0x0b,
      );
  }
  return [...body, 0x0b];
}
