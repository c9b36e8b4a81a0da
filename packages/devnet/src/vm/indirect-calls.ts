import { i32Const, type Instruction, instruction, OP, TYPE } from '../wasm/instructions.ts';
import { EXPORT_GLOBAL, type Module } from '../wasm/module.ts';

const PLACE = 'last place of the table';
const TABLE = 'the table';
const EXPORT_TABLE = 1;

/** The module with a global that says which place of its table was called last; without such calls it is as it was. */
export type IndirectCalls = { readonly module: Module; readonly areThere: boolean };

/**
 * JavaScript does not say why a call by the table trapped: there was nothing, or a function of another type. A node
 * does, so the code leaves the place where it looked.
 */
export function tellIndirectCalls(module: Module): IndirectCalls {
  const isThere = ({ opcode }: Instruction) => opcode === OP.callIndirect;
  if (module.tables.length === 0 || !module.code.some(({ instructions }) => instructions.some(isThere))) {
    return { module, areThere: false };
  }
  const global = module.globals.length;
  const told = (each: Instruction): Instruction[] =>
    isThere(each) ? [instruction(OP.globalSet, global), instruction(OP.globalGet, global), each] : [each];
  const changed: Module = {
    ...module,
    globals: [...module.globals, { type: TYPE.i32, isMutable: true, start: [i32Const(0), instruction(OP.end)] }],
    exports: [
      ...module.exports,
      { name: PLACE, kind: EXPORT_GLOBAL, index: global },
      { name: TABLE, kind: EXPORT_TABLE, index: 0 },
    ],
    code: module.code.map((body) =>
      body.instructions.some(isThere) ? { ...body, instructions: body.instructions.flatMap(told) } : body,
    ),
  };
  return { module: changed, areThere: true };
}

/** Whether nothing was where the last call by the table looked. */
export function wasPlaceEmpty({ exports }: WebAssembly.Instance): boolean {
  const place = exports[PLACE] as WebAssembly.Global<'i32'>;
  return (exports[TABLE] as WebAssembly.Table).get(place.value >>> 0) === null;
}
