import { concat, text, u32 } from '../codec/bytes.ts';
import { keyToBytes, isURef, urefFromText } from '../codec/keys.ts';
import { API_ERROR } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions } from './machine.ts';
import { accountBytes, contractBytes } from './stored-bytes.ts';

/** A named key is stored as a pair; this much comes on top of its name and its key. */
const PAIR_OVERHEAD_BYTES = 8;

/** The names under which an account or a contract knows its keys. */
export function namedKeyFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  const has = (name: string) => Object.hasOwn(host.namedKeys, name);
  return {
    casper_get_key: (name = 0, nameLength = 0, destination = 0, capacity = 0, written = 0) => {
      const wanted = memory.sizedText(name, nameLength);
      const key = has(wanted) ? host.namedKeys[wanted] : undefined;
      if (key === undefined) return API_ERROR.missingKey;
      const bytes = keyToBytes(key);
      if (bytes.length > capacity >>> 0) return API_ERROR.bufferTooSmall;
      memory.write(destination, bytes);
      memory.writeU32(written, bytes.length);
      return 0;
    },
    casper_has_key: (name = 0, nameLength = 0) => (has(memory.sizedText(name, nameLength)) ? 0 : 1),
    casper_put_key: (name = 0, nameLength = 0, key = 0, keyLength = 0) => {
      const entry = [memory.sizedText(name, nameLength), host.readKey(key, keyLength)] as const;
      if (isURef(entry[1])) frame.rights.require(urefFromText(entry[1]));
      const bytes = (nameLength >>> 0) + (keyLength >>> 0) + PAIR_OVERHEAD_BYTES;
      host.setNamedKeys(Object.fromEntries([...Object.entries(host.namedKeys), entry]), bytes);
      return undefined;
    },
    // The whole account is written anew, and a contract where it had the name.
    casper_remove_key: (name = 0, nameLength = 0) => {
      const removed = memory.sizedText(name, nameLength);
      const holder = machine.holder(frame.context);
      const namedKeys = Object.fromEntries(Object.entries(holder.namedKeys).filter(([each]) => each !== removed));
      if (holder.kind === 'account') host.setNamedKeys(namedKeys, accountBytes(namedKeys));
      else if (has(removed)) host.setNamedKeys(namedKeys, contractBytes({ ...holder, namedKeys }));
      return undefined;
    },
    casper_load_named_keys: (countPointer = 0, lengthPointer = 0) => {
      if (host.bufferIsFull) return API_ERROR.hostBufferFull;
      const entries = Object.entries(host.namedKeys).sort(([a], [b]) => (a < b ? -1 : 1));
      const written = entries.map(([name, key]) => concat(text(name), keyToBytes(key)));
      memory.writeU32(countPointer, entries.length);
      return entries.length === 0 ? 0 : host.offer(concat(u32(entries.length), ...written), lengthPointer);
    },
  };
}
