import { concat, text, u8, unhex, utf8 } from '../../src/codec/bytes.ts';
import { newNamedURef, value } from '../../src/test/contracts.ts';
import { copy, type Memory, span, type Step } from '../../src/test/program.ts';
import { kept, OWNER, type Probe, session, take } from './probe.ts';

const ITEM = utf8('an item');
const CONTENT = value(text('hello'), 'String');
const KEY_BYTES = 33;
const ACCOUNT = unhex(OWNER.slice(-64));
const STRANGE = unhex('09'.repeat(32));

/** A new dictionary with one item, and the key of an item, reckoned as a client does it. */
function dictionary(memory: Memory, item: Uint8Array) {
  const seed = memory.room(33);
  const preimage = memory.joined(32, item);
  const key = memory.joined(u8(9), 32);
  const length = memory.room(8);
  const steps: readonly Step[] = [
    { host: 'casper_new_dictionary', args: [length.pointer] },
    take(memory, seed),
    {
      host: 'casper_dictionary_put',
      args: [...span(seed), ...span(memory.bytes(ITEM)), ...span(memory.bytes(CONTENT))],
    },
    copy({ ...seed, length: 32 }, { ...preimage, length: 32 }),
    { host: 'casper_blake2b', args: [...span(preimage), key.pointer + 1, 32] },
  ];
  return { steps, key };
}

const read = (memory: Memory, key: { readonly pointer: number; readonly length: number }): Step => ({
  host: 'casper_dictionary_read',
  args: [...span(key), memory.room(4).pointer],
});

const readKey = (what: string, key: Uint8Array): Probe =>
  session(`dictionary_read, ${what}`, (memory) => [read(memory, memory.bytes(key))]);

const found = (): Probe => {
  const looks: object[] = [];
  const steps = (memory: Memory): readonly Step[] => {
    const { steps: made, key } = dictionary(memory, ITEM);
    const answer = kept(memory, 'item', 'String', text('hello').length);
    looks.push(answer.look);
    return [...made, read(memory, key), take(memory, answer.content), ...answer.steps];
  };
  return session('dictionary_read, an item', steps, { stored: looks });
};

export const DICTIONARIES: readonly Probe[] = [
  found(),
  session('dictionary_read, an item that is not there', (memory) => {
    const { steps, key } = dictionary(memory, utf8('another'));
    return [...steps, read(memory, key)];
  }),
  session('dictionary_read, twice without taking', (memory) => {
    const { steps, key } = dictionary(memory, ITEM);
    return [...steps, read(memory, key), read(memory, key)];
  }),
  session('dictionary_read, a URef with a value', (memory) => {
    const made = newNamedURef(memory, 'plain', CONTENT);
    const [first] = made;
    const uref = first && 'args' in first ? (first.args[0] ?? 0) : 0;
    return [...made, read(memory, { pointer: uref - 1, length: KEY_BYTES + 1 })];
  }),
  readKey('a URef that was not given', concat(u8(2), STRANGE, u8(7))),
  readKey('an account', concat(u8(0), ACCOUNT)),
  readKey('a hash without anything', concat(u8(1), STRANGE)),
  readKey('a transfer', concat(u8(3), STRANGE)),
  readKey('a balance', concat(u8(6), STRANGE)),
  readKey('no kind of key', concat(u8(99), STRANGE)),
  readKey('a key that is too short', concat(u8(9), STRANGE.slice(1))),
  session('read_value, the account', (memory) => [
    { host: 'casper_read_value', args: [...span(memory.bytes(concat(u8(0), ACCOUNT))), memory.room(4).pointer] },
  ]),
];
