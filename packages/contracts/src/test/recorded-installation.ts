import { ByteReader } from '@sathi/devnet/codec/bytes.ts';
import { type CLType, readType } from '@sathi/devnet/codec/cl-type.ts';
import type { Arguments } from './deploys.ts';

export type EntryPoint = { readonly name: string; readonly takes: Record<string, CLType>; readonly gives: CLType };

/**
 * Runs `call` without a chain, and reads the entry points that the module would hand to a node. It reads the form of
 * Casper 2.x and no other, while the development chain takes that of 1.x as well.
 * @throws when the bytes have another form, down to the last one
 */
export function installedEntryPoints(wasm: Uint8Array, args: Arguments): EntryPoint[] {
  let handedOver: Uint8Array<ArrayBuffer> | null = null;
  const memory = () => (instance.exports['memory'] as WebAssembly.Memory).buffer;
  const bytes = (at: number, length: number) => new Uint8Array(memory()).slice(at, at + length);
  const argumentAt = (at: number, length: number) => {
    const name = Buffer.from(bytes(at, length)).toString();
    const value = args[name];
    if (!value) throw new Error(`no argument ${name}`);
    return value.bytes;
  };
  const answerSize = (at: number, size: number) => new DataView(memory()).setUint32(at, size, true);
  const host: Record<string, (...numbers: number[]) => number | void> = {
    casper_get_named_arg_size: (name = 0, length = 0, size = 0) => {
      answerSize(size, argumentAt(name, length).length);
      return 0;
    },
    casper_get_named_arg: (name = 0, length = 0, into = 0) => {
      new Uint8Array(memory()).set(argumentAt(name, length), into);
      return 0;
    },
    casper_new_dictionary: (size = 0) => {
      answerSize(size, 33);
      return 0;
    },
    casper_get_caller: (size = 0) => {
      answerSize(size, 32);
      return 0;
    },
    casper_add_contract_version_with_message_topics: (_hash, _hashLength, _version, entryPoints = 0, length = 0) => {
      handedOver = bytes(entryPoints, length);
      return 0;
    },
  };
  const module = new WebAssembly.Module(wasm.slice());
  const imports = WebAssembly.Module.imports(module).map(({ name }) => [name, host[name] ?? (() => 0)] as const);
  const instance = new WebAssembly.Instance(module, { env: Object.fromEntries(imports) });
  (instance.exports['call'] as () => void)();
  if (handedOver === null) throw new Error('nothing was installed');
  return readEntryPoints(new ByteReader(handedOver));
}

function readEntryPoints(reader: ByteReader): EntryPoint[] {
  const entryPoints = reader.list(() => {
    const key = reader.text();
    const name = reader.text();
    const takes = Object.fromEntries(reader.list(() => [reader.text(), readType(reader)] as const));
    const gives = readType(reader);
    const [access, kind, payment] = [reader.u8(), reader.u8(), reader.u8()];
    // Public, called, and paid by the caller.
    if (key !== name || access !== 1 || kind !== 1 || payment !== 0) throw new Error(`${key}: not the form of 2.x`);
    return { name, takes, gives };
  });
  reader.end();
  return entryPoints;
}
