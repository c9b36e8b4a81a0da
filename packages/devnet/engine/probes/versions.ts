import { type Bytes, concat, text, u32, u8 } from '../../src/codec/bytes.ts';
import { entryPoints, value } from '../../src/test/contracts.ts';
import { type Cell, Memory, span, type Step } from '../../src/test/program.ts';
import { hashArgument, module, OWNER, type Probe, readHash, session } from './probe.ts';

const PACKAGE = 'pair_package';
const ENTRIES = entryPoints(['number']);

type Version = {
  readonly package: Cell;
  readonly entries?: Bytes;
  readonly topics?: Bytes;
  readonly namedKeys?: Bytes;
  readonly room?: number;
};

export function topicList(...names: readonly string[]): Bytes {
  return concat(u32(names.length), ...names.map((name) => concat(text(name), u8(0))));
}

/** Adds the running module as a version, and keeps its address under a name. */
export function addVersion(memory: Memory, name: string, version: Version): readonly Step[] {
  const { entries = ENTRIES, topics = topicList(), namedKeys = u32(0), room = 32 } = version;
  const key = memory.joined(u8(1), 32);
  return [
    {
      host: 'casper_add_package_version_with_message_topics',
      args: [
        ...span(version.package),
        memory.room(4).pointer,
        ...span(memory.bytes(entries)),
        ...span(memory.bytes(namedKeys)),
        ...span(memory.bytes(topics)),
        key.pointer + 1,
        room,
      ],
    },
    { host: 'casper_put_key', args: [...span(memory.bytes(text(name))), ...span(key)] },
  ];
}

/** A new package under `<name>_package`, its access under `<name>_access`. */
export function newPackage(memory: Memory, name: string, isLocked = false) {
  const key = memory.joined(u8(1), 32);
  const access = memory.joined(u8(2), 32, u8(7));
  const steps: readonly Step[] = [
    {
      host: 'casper_create_contract_package_at_hash',
      args: [key.pointer + 1, access.pointer + 1, isLocked ? 1 : 0],
    },
    { host: 'casper_put_key', args: [...span(memory.bytes(text(`${name}_package`))), ...span(key)] },
    { host: 'casper_put_key', args: [...span(memory.bytes(text(`${name}_access`))), ...span(access)] },
  ];
  return { steps, hash: { pointer: key.pointer + 1, length: 32 } };
}

/** The one entry point says which version it belongs to. */
const number = (memory: Memory, version: number): readonly Step[] => [
  { host: 'casper_ret', args: span(memory.bytes(value(u8(version), 'U8'))) },
];

const look = { stored: [{ namedKeysOf: OWNER }] };

const first = (): Probe => {
  const memory = new Memory();
  const { steps, hash } = newPackage(memory, 'pair');
  const call = [...steps, ...addVersion(memory, 'pair_first', { package: hash })];
  return module('add_package_version, the first', { call, number: number(memory, 1) }, memory, look);
};

type Upgrade = Partial<Version> & { readonly by?: string; readonly of?: string; readonly name?: string };

const upgrade = (
  what: string,
  { by = 'owner', of = PACKAGE, name = 'pair_second', ...version }: Upgrade = {},
): Probe => {
  const memory = new Memory();
  const given = readHash(memory, of);
  const call = [...given.steps, ...addVersion(memory, name, { ...version, package: given.hash })];
  const details = { by, args: [hashArgument(of)] };
  return module(`add_package_version, ${what}`, { call, number: number(memory, 2) }, memory, details);
};

const locked = (): Probe => {
  const memory = new Memory();
  const { steps, hash } = newPackage(memory, 'locked', true);
  const call = [...steps, ...addVersion(memory, 'locked_first', { package: hash })];
  return module('add_package_version, the first of a locked package', { call, number: number(memory, 1) }, memory);
};

const change = (isEnabled: boolean, what: string, of: string, contract: string, by = 'owner'): Probe => {
  const host = isEnabled ? 'casper_enable_contract_version' : 'casper_disable_contract_version';
  const steps = (memory: Memory): readonly Step[] => {
    const [a, b] = [readHash(memory, of), readHash(memory, contract)];
    return [...a.steps, ...b.steps, { host, args: [...span(a.hash), ...span(b.hash)] }];
  };
  const details = { by, args: [hashArgument(of), hashArgument(contract)] };
  return session(`${host.slice('casper_'.length)}, ${what}`, steps, details);
};

const option = (number: number | null) => (number === null ? u8(0) : concat(u8(1), u32(number)));

/** The answer ends the session, so that the number of the version that ran is in its error. */
type Given = Partial<Record<'name' | 'args' | 'of', Bytes>>;

const callBytes = (what: string, major: Bytes, version: Bytes, given: Given = {}, of = PACKAGE) => {
  const steps = (memory: Memory): readonly Step[] => {
    const { steps: read, hash } = readHash(memory, of);
    const name = memory.bytes(given.name ?? text('number'));
    const args = memory.bytes(given.args ?? u32(0));
    const cell = given.of ? memory.bytes(given.of) : hash;
    const wanted = [...span(memory.bytes(major)), ...span(memory.bytes(version))];
    const answer = memory.room(4);
    const call: Step = {
      host: 'casper_call_package_version',
      args: [...span(cell), ...wanted, ...span(name), ...span(args), memory.room(4).pointer],
    };
    const take: Step = { host: 'casper_read_host_buffer', args: [answer.pointer, 1, memory.room(4).pointer] };
    return [...read, call, take, revertWith(answer)];
  };
  return session(`call_package_version, ${what}`, steps, { args: [hashArgument(of)] });
};

/** Reverts with the number in a cell, as an error of a user. */
function revertWith({ pointer }: Cell): Step {
  return { raw: [0x41, ...leb(pointer), 0x28, 2, 0, 0x41, ...leb(65_536), 0x6a, 0x10, 0] };
}

function leb(number: number): number[] {
  return number < 64 ? [number] : [(number & 0x7f) | 0x80, ...leb(number >> 7)];
}

const call = (what: string, major: number | null, version: number | null) =>
  callBytes(what, option(major), option(version));

const STRANGE = new Uint8Array(32).fill(9);
const disable = (what: string, contract: string) => change(false, what, PACKAGE, contract);
const enable = (what: string, contract: string) => change(true, what, PACKAGE, contract);

const CALLS: readonly Probe[] = [
  call('neither number', null, null),
  call('the first', null, 1),
  call('the second', null, 2),
  call('the newest of 2', 2, null),
  call('2.1', 2, 1),
  call('2.3, which is not there', 2, 3),
  call('a third, which is not there', null, 3),
  call('1.1, of a protocol that had none', 1, 1),
  call('the newest of 1, which had none', 1, null),
  call('version 0', null, 0),
  callBytes('a number that is cut', option(2), u8(1)),
  callBytes('no option', u8(2), option(1)),
  callBytes('an entry point that is not there', option(2), option(1), { name: text('nothing') }),
  callBytes('a name without its length', option(2), option(1), { name: u8(110) }),
  callBytes('arguments that are cut', option(2), option(1), { args: u8(1) }),
  callBytes('a package that is not there', u8(0), u8(0), { of: STRANGE }),
  callBytes('a contract, no package', u8(0), u8(0), {}, 'pair_first'),
  callBytes('a hash that is too short', u8(0), u8(0), { of: STRANGE.slice(1) }),
];

export const VERSIONS: readonly Probe[] = [
  first(),
  upgrade('room for 31', { room: 31 }),
  upgrade('entries of 1.x', { entries: concat(u32(1), text('number'), text('number'), u32(0), u8(9), u8(1), u8(1)) }),
  upgrade('an entry point that is not exported', { entries: entryPoints(['missing', 'number']) }),
  upgrade('an entry point twice', { entries: concat(u32(2), ENTRIES.slice(4), ENTRIES.slice(4)) }),
  upgrade('a template', { entries: entryPoints(['number'], 3) }),
  upgrade('a topic of 257 bytes', { topics: topicList('t'.repeat(257)) }),
  upgrade('a topic of 256 bytes', { topics: topicList('t'.repeat(256)), name: 'pair_third' }),
  upgrade('a topic twice', { topics: topicList('twice', 'twice'), name: 'pair_fourth' }),
  upgrade('a topic that is there already', { topics: topicList('twice') }),
  upgrade('129 topics', { topics: topicList(...Array.from({ length: 129 }, (_, index) => `topic ${index}`)) }),
  upgrade('a topic without an operation', { topics: concat(u32(1), text('t'), u8(1)) }),
  upgrade('a name for a URef that was not given', { namedKeys: concat(u32(1), text('x'), u8(2), STRANGE, u8(7)) }),
  upgrade('by an account without access', { by: 'rahima' }),
  first(),
  upgrade('the second'),
  ...CALLS,
  disable('the second', 'pair_second'),
  call('the second, disabled', null, 2),
  call('2.2, disabled', 2, 2),
  call('neither number, the second disabled', null, null),
  disable('the second again', 'pair_second'),
  disable('the first', 'pair_first'),
  call('neither number, all disabled', null, null),
  call('the newest of 2, all disabled', 2, null),
  enable('the second', 'pair_second'),
  call('neither number, the second enabled', null, null),
  enable('the second again', 'pair_second'),
  enable('the first', 'pair_first'),
  enable('a hash that is no version', PACKAGE),
  disable('a hash that is no version', PACKAGE),
  change(true, 'by an account without access', PACKAGE, 'pair_first', 'rahima'),
  change(true, 'no package', 'pair_first', 'pair_first'),
  change(true, 'a package that is not there', 'strange', 'pair_first'),
  upgrade('a package that is not there', { of: 'strange' }),
  locked(),
  upgrade('the second of a locked package', { of: 'locked_package', name: 'locked_second' }),
  change(false, 'of a locked package', 'locked_package', 'locked_first'),
  change(true, 'of a locked package', 'locked_package', 'locked_first'),
];
