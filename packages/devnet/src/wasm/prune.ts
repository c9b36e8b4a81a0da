import { type Instruction, instruction, OP } from './instructions.ts';
import { EXPORT_FUNCTION, EXPORT_GLOBAL, importedFunctions, type Module, SECTION } from './module.ts';

/** Numbers of the parts that stay. */
type Needed = { readonly functions: Set<number>; readonly globals: Set<number>; readonly types: Set<number> };

/**
 * Leaves out the parts that none of the exports with these names needs, as a node does before it stores a contract. The
 * functions of a table stay, and all data.
 */
export function prune(module: Module, names: readonly string[]): Module {
  const exports = module.exports.filter(({ name }) => names.includes(name));
  const needed = findNeeded(module, exports);
  const imported = importedFunctions(module).length;
  const isFunctionNeeded = (index: number) => needed.functions.has(index);
  const functionAfter = numbering(imported + module.functions.length, isFunctionNeeded);
  const globalAfter = numbering(module.globals.length, (index) => needed.globals.has(index));
  const typeAfter = numbering(module.types.length, (index) => needed.types.has(index));
  const isAnyTypeGone = needed.types.size < module.types.length;
  // The pruner of a node has a flaw here: where types alone are left out, calls by a table keep the old numbers.
  const isCodeRewritten =
    needed.functions.size < imported + module.functions.length || needed.globals.size < module.globals.length;
  const rewritten = (each: Instruction): Instruction => {
    const [index = 0, ...rest] = each.operands;
    if (each.opcode === OP.call) return instruction(OP.call, functionAfter(index));
    if (each.opcode === OP.globalGet || each.opcode === OP.globalSet)
      return instruction(each.opcode, globalAfter(index));
    if (each.opcode === OP.callIndirect) return instruction(each.opcode, typeAfter(index), ...rest);
    return each;
  };
  const rewrite = (instructions: readonly Instruction[]) => instructions.map(rewritten);
  let importedFunction = 0;
  const pruned: Module = {
    ...module,
    types: module.types.filter((_, index) => needed.types.has(index)),
    imports: module.imports
      .filter(({ external }) => external.kind !== 'function' || isFunctionNeeded(importedFunction++))
      .map((each) =>
        each.external.kind === 'function' && isAnyTypeGone
          ? { ...each, external: { kind: 'function', type: typeAfter(each.external.type) } }
          : each,
      ),
    functions: module.functions.filter((_, index) => isFunctionNeeded(imported + index)).map(typeAfter),
    globals: module.globals
      .filter((_, index) => needed.globals.has(index))
      .map((each) => ({ ...each, start: rewrite(each.start) })),
    exports: exports.map((each) => {
      if (each.kind === EXPORT_FUNCTION) return { ...each, index: functionAfter(each.index) };
      return each.kind === EXPORT_GLOBAL ? { ...each, index: globalAfter(each.index) } : each;
    }),
    elements: module.elements.map((each) => ({
      ...each,
      offset: rewrite(each.offset),
      members: each.members.map(functionAfter),
    })),
    code: module.code
      .filter((_, index) => isFunctionNeeded(imported + index))
      .map((body) => (isCodeRewritten ? { ...body, instructions: rewrite(body.instructions) } : body)),
    data: module.data.map((each) => ({ ...each, offset: rewrite(each.offset) })),
  };
  return { ...pruned, emptied: emptiedBy(module, pruned) };
}

/** The place of each of so many once those that are not needed are gone. */
function numbering(count: number, isNeeded: (index: number) => boolean): (index: number) => number {
  let next = 0;
  const after = Array.from({ length: count }, (_, index) => (isNeeded(index) ? next++ : next));
  return (index) => after[index] ?? index;
}

function findNeeded(module: Module, exports: Module['exports']): Needed {
  const needed: Needed = { functions: new Set(), globals: new Set(), types: new Set() };
  const imported = importedFunctions(module);
  const types = [...imported, ...module.functions];
  const open: number[] = [];
  const needFunction = (index: number) => {
    if (needed.functions.has(index)) return;
    needed.functions.add(index);
    needed.types.add(types[index] ?? 0);
    open.push(index);
  };
  const needAll = (instructions: readonly Instruction[]) => {
    for (const { opcode, operands } of instructions) {
      const [index = 0] = operands;
      if (opcode === OP.call) needFunction(index);
      else if (opcode === OP.callIndirect) needed.types.add(index);
      else if (opcode === OP.globalGet || opcode === OP.globalSet) needed.globals.add(index);
    }
  };
  for (const { kind, index } of exports) {
    if (kind === EXPORT_FUNCTION) needFunction(index);
    else if (kind === EXPORT_GLOBAL) needed.globals.add(index);
  }
  for (const { offset } of [...module.elements, ...module.data]) needAll(offset);
  for (const index of module.elements.flatMap(({ members }) => members)) needFunction(index);
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const body = module.code[index - imported.length];
    if (body) needAll(body.instructions);
  }
  return needed;
}

function emptiedBy(before: Module, after: Module): ReadonlySet<number> {
  const sections = [
    [SECTION.type, before.types, after.types],
    [SECTION.import, before.imports, after.imports],
    [SECTION.function, before.functions, after.functions],
    [SECTION.global, before.globals, after.globals],
    [SECTION.export, before.exports, after.exports],
    [SECTION.code, before.code, after.code],
  ] as const;
  return new Set(sections.flatMap(([id, were, are]) => (were.length > 0 && are.length === 0 ? [id] : [])));
}
