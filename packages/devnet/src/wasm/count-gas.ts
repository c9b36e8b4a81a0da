import { PROTOCOL } from '../protocol/current.ts';
import { i32Const, type Instruction, instruction, OP, TYPE } from './instructions.ts';
import { meteredBlocks } from './metered-blocks.ts';
import { EXPORT_FUNCTION, importedFunctions, type Module, withType } from './module.ts';

export const GAS_IMPORT = 'gas';

/**
 * Makes the module pay before each metered block, by a call of `env.gas`, and for each page that it asks for. The
 * function is imported last, so the module's own functions move on by one.
 * @throws WasmError for an instruction that a node forbids
 */
export function countGas(module: Module): Module {
  const [withGasType, gasType] = withType(module, { parameters: [TYPE.i32], results: [] });
  const gas = importedFunctions(module).length;
  const moved = (index: number) => (index >= gas ? index + 1 : index);
  const grow = gas + 1 + module.functions.length;
  let growsMemory = false;
  const code = module.code.map(({ locals, instructions }) => {
    growsMemory ||= instructions.some(({ opcode }) => opcode === OP.memoryGrow);
    return { locals, instructions: charged(instructions, { gas, grow, moved }) };
  });
  const counted: Module = {
    ...withGasType,
    imports: [...module.imports, { module: 'env', name: GAS_IMPORT, external: { kind: 'function', type: gasType } }],
    exports: module.exports.map((each) =>
      each.kind === EXPORT_FUNCTION ? { ...each, index: moved(each.index) } : each,
    ),
    start: module.start === null ? null : moved(module.start),
    elements: module.elements.map((each) => ({ ...each, members: each.members.map(moved) })),
    code,
  };
  return growsMemory ? withGrow(counted, gas) : counted;
}

type Functions = {
  readonly gas: number;
  readonly grow: number;
  readonly moved: (index: number) => number;
};

function charged(instructions: readonly Instruction[], { gas, grow, moved }: Functions): Instruction[] {
  const blocks = meteredBlocks(instructions);
  const whole: Instruction[] = [];
  let next = 0;
  let at = 0;
  for (const each of instructions) {
    const block = blocks[next];
    if (block?.start === at++) {
      whole.push(i32Const(block.price), instruction(OP.call, gas));
      next++;
    }
    if (each.opcode === OP.call) whole.push(instruction(OP.call, moved(each.operands[0] ?? 0)));
    else whole.push(each.opcode === OP.memoryGrow ? instruction(OP.call, grow) : each);
  }
  return whole;
}

/** One more function, which pays for the pages before it asks for them. */
function withGrow(module: Module, gas: number): Module {
  const [typed, type] = withType(module, { parameters: [TYPE.i32], results: [TYPE.i32] });
  const instructions = [
    instruction(OP.localGet, 0),
    instruction(OP.localGet, 0),
    i32Const(PROTOCOL.growMemoryPerPage),
    instruction(OP.i32Multiply),
    instruction(OP.call, gas),
    instruction(OP.memoryGrow, 0),
    instruction(OP.end),
  ];
  return {
    ...typed,
    functions: [...module.functions, type],
    code: [...module.code, { locals: [], instructions }],
  };
}
