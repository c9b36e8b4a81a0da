import { type Bytes, concat, sized, text, u32, u8, utf8 } from '../../src/codec/bytes.ts';
import { entryPoints } from '../../src/test/contracts.ts';
import { Memory, type Functions, span, type Step } from '../../src/test/program.ts';
import { call, hashArgument, module, type Probe, readHash, session } from './probe.ts';
import { addVersion, newPackage, topicList } from './versions.ts';

const BLOCK_MS = 1_700_000_000_000;
const said = (content: string) => concat(u8(0), text(content));

const emit = (memory: Memory, topic: Bytes, content: Bytes): Step => ({
  host: 'casper_emit_message',
  args: [...span(memory.bytes(topic)), ...span(memory.bytes(content))],
});

const manage = (memory: Memory, topic: Bytes, operation: Bytes): Step => ({
  host: 'casper_manage_message_topic',
  args: [...span(memory.bytes(topic)), ...span(memory.bytes(operation))],
});

/** Each entry point tells one thing. */
const telling = (memory: Memory): Functions => {
  const news = utf8('news');
  const one = emit(memory, news, said('one'));
  return {
    text: [one],
    bytes: [emit(memory, news, concat(u8(1), sized(Uint8Array.of(1, 2, 3))))],
    empty: [emit(memory, news, said(''))],
    three: [one, one, emit(memory, utf8('weather'), said('sun'))],
    most: [emit(memory, news, said('x'.repeat(1019)))],
    more: [emit(memory, news, said('x'.repeat(1020)))],
    unknown: [emit(memory, utf8('nothing'), said('one'))],
    long: [emit(memory, new Uint8Array(257).fill(110), said('one'))],
    cut: [emit(memory, Uint8Array.of(0x61, 0xe2, 0x82), said('one'))],
    torn: [emit(memory, Uint8Array.of(0x61, 0xe2, 0x82, 0x41), said('one'))],
    half: [emit(memory, Uint8Array.of(0xed, 0xa0, 0x80), said('one'))],
    broken: [emit(memory, Uint8Array.of(0xff), said('one'))],
    kind: [emit(memory, news, concat(u8(2), text('one')))],
    over: [emit(memory, news, concat(said('one'), u8(0)))],
    wrong: [emit(memory, news, concat(u8(0), u32(1), u8(0xff)))],
    fails: [one, { host: 'casper_revert', args: [65_543] }],
    add: [manage(memory, utf8('later'), u8(0))],
    later: [emit(memory, utf8('later'), said('at last'))],
    remove: [manage(memory, utf8('later'), u8(1))],
    wide: [manage(memory, utf8('later'), u32(0))],
    letters: [manage(memory, Uint8Array.of(0xff), u8(0))],
    name: [manage(memory, new Uint8Array(257).fill(110), u8(0))],
  };
};

const install = (name: string): Probe => {
  const memory = new Memory();
  const functions = telling(memory);
  const { steps, hash } = newPackage(memory, name);
  const entries = entryPoints(Object.keys(functions));
  const topics = topicList('news', 'weather');
  const added = addVersion(memory, name, { package: hash, entries, topics });
  const step = `add_package_version, with topics, ${name}`;
  return module(step, { call: [...steps, ...added], ...functions }, memory);
};

/** Both contracts tell something in one deploy. */
const both = (): Probe => {
  const steps = (memory: Memory): readonly Step[] =>
    ['herald', 'crier'].flatMap((name) => {
      const { steps: read, hash } = readHash(memory, name);
      const args = [...span(hash), ...span(memory.bytes(text('text'))), ...span(memory.bytes(u32(0)))];
      return [...read, { host: 'casper_call_contract', args: [...args, memory.room(4).pointer] } as const];
    });
  return session('emit_message, of two contracts', steps, { args: [hashArgument('herald'), hashArgument('crier')] });
};

const looks = (topic: string) => ({ stored: [{ messagesOf: 'hash-{herald}', topic }] });
const tell = (entryPoint: string, what: string, topic = 'news', timeMs = BLOCK_MS) =>
  call('herald', entryPoint, what, { ...looks(topic), timeMs });

export const MESSAGES: readonly Probe[] = [
  install('herald'),
  install('crier'),
  tell('text', 'emit_message, a text'),
  tell('bytes', 'emit_message, bytes'),
  tell('empty', 'emit_message, an empty text'),
  tell('three', 'emit_message, three times', 'weather'),
  tell('most', 'emit_message, 1,024 bytes'),
  tell('more', 'emit_message, 1,025 bytes'),
  tell('unknown', 'emit_message, a topic that is not there'),
  tell('long', 'emit_message, a topic of 257 bytes'),
  tell('broken', 'emit_message, a topic that is not UTF-8'),
  tell('cut', 'emit_message, a topic that is cut'),
  tell('torn', 'emit_message, a topic that is torn'),
  tell('half', 'emit_message, a topic of half a pair'),
  tell('kind', 'emit_message, no kind of content'),
  tell('over', 'emit_message, a byte too many'),
  tell('wrong', 'emit_message, a text that is not UTF-8'),
  tell('fails', 'emit_message, and fails'),
  tell('later', 'emit_message, a topic that comes later', 'later'),
  tell('add', 'manage_message_topic, a new one', 'later'),
  tell('add', 'manage_message_topic, one that is there', 'later'),
  tell('later', 'emit_message, the new topic', 'later'),
  tell('remove', 'manage_message_topic, removes', 'later'),
  tell('wide', 'manage_message_topic, an operation of four bytes', 'later'),
  tell('letters', 'manage_message_topic, not UTF-8', 'later'),
  tell('name', 'manage_message_topic, 257 bytes', 'later'),
  both(),
  tell('text', 'emit_message, a text in the next block', 'news', BLOCK_MS + 1000),
  tell('bytes', 'emit_message, bytes in the next block', 'news', BLOCK_MS + 1000),
  tell('text', 'emit_message, a text in a later block', 'news', BLOCK_MS + 9000),
];
