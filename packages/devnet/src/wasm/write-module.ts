import type { Bytes } from '../codec/bytes.ts';
import { WasmWriter } from './binary.ts';
import { writeInstructions } from './instructions.ts';
import { type Body, type External, type FunctionType, type Limits, type Module, SECTION } from './module.ts';

const FUNCREF = 0x70;
const FUNCTION_FORM = 0x60;

/** The binary form as a node writes it: sections in their order, numbers in their shortest form. */
export function writeModule(module: Module): Bytes {
  const whole = new WasmWriter().raw(Buffer.from('0061736d01000000', 'hex'));
  const section = <Item>(id: number, items: readonly Item[], write: (writer: WasmWriter, item: Item) => void) => {
    if (items.length === 0 && !module.emptied.has(id)) return;
    const content = new WasmWriter().unsigned(items.length);
    for (const item of items) write(content, item);
    whole.byte(id).sized(content.toBytes());
  };
  section(SECTION.type, module.types, writeType);
  section(SECTION.import, module.imports, (writer, { module: from, name, external }) => {
    writer.text(from).text(name);
    writeExternal(writer, external);
  });
  section(SECTION.function, module.functions, (writer, type) => writer.unsigned(type));
  section(SECTION.table, module.tables, (writer, limits) => writeLimits(writer.byte(FUNCREF), limits));
  section(SECTION.memory, module.memories, writeLimits);
  section(SECTION.global, module.globals, (writer, { type, isMutable, start }) =>
    writeInstructions(writer.byte(type).byte(Number(isMutable)), start),
  );
  section(SECTION.export, module.exports, (writer, { name, kind, index }) =>
    writer.text(name).byte(kind).unsigned(index),
  );
  if (module.start !== null) whole.byte(SECTION.start).sized(new WasmWriter().unsigned(module.start).toBytes());
  section(SECTION.element, module.elements, (writer, { index, offset, members }) => {
    writeInstructions(writer.unsigned(index), offset);
    writer.unsigned(members.length);
    for (const member of members) writer.unsigned(member);
  });
  section(SECTION.code, module.code, writeBody);
  section(SECTION.data, module.data, (writer, { index, offset, bytes }) => {
    writeInstructions(writer.unsigned(index), offset);
    writer.sized(bytes);
  });
  // A node puts it at the end, where no module may have it: such a contract can be installed and never be called.
  const { dataCount } = module;
  if (dataCount !== null) whole.byte(SECTION.dataCount).sized(new WasmWriter().unsigned(dataCount).toBytes());
  return whole.toBytes();
}

function writeType(writer: WasmWriter, { parameters, results }: FunctionType): void {
  writer.byte(FUNCTION_FORM).sized(parameters).sized(results);
}

function writeExternal(writer: WasmWriter, external: External): void {
  switch (external.kind) {
    case 'function':
      writer.byte(0).unsigned(external.type);
      return;
    case 'table':
      writeLimits(writer.byte(1).byte(FUNCREF), external.limits);
      return;
    case 'memory':
      writeLimits(writer.byte(2), external.limits);
      return;
    case 'global':
      writer.byte(3).byte(external.global.type).byte(Number(external.global.isMutable));
  }
}

function writeLimits(writer: WasmWriter, { min, max }: Limits): void {
  writer.byte(max === null ? 0 : 1).unsigned(min);
  if (max !== null) writer.unsigned(max);
}

function writeBody(writer: WasmWriter, { locals, instructions }: Body): void {
  const body = new WasmWriter().unsigned(locals.length);
  for (const { count, type } of locals) body.unsigned(count).byte(type);
  writeInstructions(body, instructions);
  writer.sized(body.toBytes());
}
