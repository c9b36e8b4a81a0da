import { PROTOCOL } from '../protocol/current.ts';
import { i32Const, type Instruction, instruction, OP, TYPE } from './instructions.ts';
import { type Body, EXPORT_FUNCTION, type FunctionType, importedFunctions, type Module, withType } from './module.ts';
import { stackHeight } from './stack-height.ts';
import { WasmError } from './wasm-error.ts';

/**
 * Makes the module trap when its calls together have more than so many values on the stack: a global that each call
 * raises by the need of the called function, and lowers again. A function that is called from outside gets one in front
 * that does so.
 */
export function limitStack(module: Module): Module {
  const global = module.globals.length;
  const start = [i32Const(0), instruction(OP.end)];
  const limited = {
    ...module,
    globals: [...module.globals, { type: TYPE.i32, isMutable: true, start }],
  };
  const needs = stackNeeds(limited);
  const guarded = (index: number): Instruction[] => guardedCall(index, needs[index] ?? 0, global);
  const code = limited.code.map(({ locals, instructions }) => {
    const whole: Instruction[] = [];
    for (const each of instructions) {
      const [called = 0] = each.operands;
      if (each.opcode === OP.call && (needs[called] ?? 0) > 0) whole.push(...guarded(called));
      else whole.push(each);
    }
    return { locals, instructions: whole };
  });
  return withEntrances({ ...limited, code }, needs, guarded);
}

/** Values that each function needs on the stack: its locals without its parameters, and the height of its own stack. */
function stackNeeds(module: Module): readonly number[] {
  const imported = importedFunctions(module);
  const types = [...imported, ...module.functions];
  const ofType = (index: number): FunctionType => typeAt(module, index);
  const signatures = { ofType, ofFunction: (index: number) => ofType(types[index] ?? -1) };
  const needOf = ({ locals, instructions }: Body, index: number) =>
    locals.reduce((sum, { count }) => sum + count, 0) +
    stackHeight(instructions, ofType(module.functions[index] ?? -1), signatures);
  return [...imported.map(() => 0), ...module.code.map(needOf)];
}

function typeAt(module: Module, index: number): FunctionType {
  const type = module.types[index];
  if (!type) throw new WasmError('Wasm preprocessing error: Stack limiter error');
  return type;
}

function guardedCall(index: number, need: number, global: number): Instruction[] {
  return [
    instruction(OP.globalGet, global),
    i32Const(need),
    instruction(OP.i32Add),
    instruction(OP.globalSet, global),
    instruction(OP.globalGet, global),
    i32Const(PROTOCOL.stackHeight),
    instruction(OP.i32GreaterUnsigned),
    instruction(OP.if, TYPE.empty),
    instruction(OP.unreachable),
    instruction(OP.end),
    instruction(OP.call, index),
    instruction(OP.globalGet, global),
    i32Const(need),
    instruction(OP.i32Subtract),
    instruction(OP.globalSet, global),
  ];
}

function withEntrances(module: Module, needs: readonly number[], guarded: (index: number) => Instruction[]): Module {
  const exported = module.exports.filter(({ kind }) => kind === EXPORT_FUNCTION).map(({ index }) => index);
  const reached = [
    ...exported,
    ...module.elements.flatMap(({ members }) => members),
    ...(module.start === null ? [] : [module.start]),
  ];
  const imported = importedFunctions(module);
  const types = [...imported, ...module.functions];
  const entrances = new Map<number, number>();
  let whole = module;
  for (const index of [...new Set(reached)].sort((a, b) => a - b)) {
    if ((needs[index] ?? 0) === 0) continue;
    const signature = typeAt(module, types[index] ?? -1);
    const [typed, type] = withType(whole, signature);
    const parameters = signature.parameters.map((_, at) => instruction(OP.localGet, at));
    const instructions = [...parameters, ...guarded(index), instruction(OP.end)];
    entrances.set(index, imported.length + typed.functions.length);
    whole = {
      ...typed,
      functions: [...typed.functions, type],
      code: [...typed.code, { locals: [], instructions }],
    };
  }
  const entrance = (index: number) => entrances.get(index) ?? index;
  return {
    ...whole,
    exports: whole.exports.map((each) =>
      each.kind === EXPORT_FUNCTION ? { ...each, index: entrance(each.index) } : each,
    ),
    elements: whole.elements.map((each) => ({ ...each, members: each.members.map(entrance) })),
    start: whole.start === null ? null : entrance(whole.start),
  };
}
