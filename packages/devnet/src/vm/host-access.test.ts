import sdk from 'casper-js-sdk';
import { describe, expect, test } from 'vitest';
import { bigUint, concat, hex, text, u8, u32, unhex } from '../codec/bytes.ts';
import { RIGHTS } from '../codec/keys.ts';
import { contract, entryPoints, installSteps, namedURef, value } from '../test/contracts.ts';
import { contractCall } from '../test/deploys.ts';
import { copy, Memory, program, span, type Step } from '../test/program.ts';
import { openWorld } from '../test/world.ts';

const STRANGE = unhex('09'.repeat(32));
const CL_STRING = value(text('hello'), 'String');

/** A key of a URef that was given to no account and no contract. */
const strangeKey = (rights: number) => concat(u8(2), STRANGE, u8(rights));

async function runSteps(build: (memory: Memory) => readonly Step[]) {
  const world = await openWorld();
  const memory = new Memory();
  const done = world.session(program({ call: build(memory) }, memory));
  return { ...world, ...done };
}

describe('a URef that was never given is refused', () => {
  const read = (memory: Memory): Step[] => [
    { host: 'casper_read_value', args: [...span(memory.bytes(strangeKey(RIGHTS.all))), memory.room(4).pointer] },
  ];
  const write = (memory: Memory): Step[] => [
    { host: 'casper_write', args: [...span(memory.bytes(strangeKey(RIGHTS.all))), ...span(memory.bytes(CL_STRING))] },
  ];
  const add = (memory: Memory): Step[] => [
    {
      host: 'casper_add',
      args: [...span(memory.bytes(strangeKey(RIGHTS.all))), ...span(memory.bytes(value(bigUint(1n), 'U512')))],
    },
  ];
  const putKey = (memory: Memory): Step[] => [
    {
      host: 'casper_put_key',
      args: [...span(memory.bytes(text('mine'))), ...span(memory.bytes(strangeKey(RIGHTS.all)))],
    },
  ];
  const dictionaryPut = (memory: Memory): Step[] => {
    const uref = memory.bytes(concat(STRANGE, u8(RIGHTS.all)));
    const content = memory.bytes(CL_STRING);
    return [{ host: 'casper_dictionary_put', args: [...span(uref), ...span(memory.text('item')), ...span(content)] }];
  };
  const dictionaryGet = (memory: Memory): Step[] => {
    const uref = memory.bytes(concat(STRANGE, u8(RIGHTS.all)));
    return [
      { host: 'casper_dictionary_get', args: [...span(uref), ...span(memory.text('item')), memory.room(4).pointer] },
    ];
  };
  const insideOfAValue = (memory: Memory): Step[] => [
    {
      host: 'casper_new_uref',
      args: [memory.room(33).pointer, ...span(memory.bytes(value(concat(STRANGE, u8(7)), 'URef')))],
    },
  ];
  const inAnAnswer = (memory: Memory): Step[] => [
    { host: 'casper_ret', args: span(memory.bytes(value(strangeKey(RIGHTS.read), 'Key'))) },
  ];
  const asKeyOfAContract = (memory: Memory): readonly Step[] => {
    const keys = memory.bytes(concat(u32(1), text('stolen'), strangeKey(RIGHTS.all)));
    return installSteps(memory, 'thief', entryPoints(['call']), keys);
  };
  test.each([
    ['read', read],
    ['written', write],
    ['added to', add],
    ['kept under a name', putKey],
    ['written as a dictionary', dictionaryPut],
    ['read as a dictionary', dictionaryGet],
    ['stored inside of a value', insideOfAValue],
    ['given back', inAnAnswer],
    ['given to a new contract', asKeyOfAContract],
  ])('when it is %s', async (_, steps) => {
    const { error, devnet, owner } = await runSteps(steps);
    expect(error).toMatch(new RegExp(`^Forged reference: URef\\(${hex(STRANGE)}, READ(_ADD_WRITE)?\\)$`));
    expect(devnet.namedKeys(owner.publicKey.toHex())).toEqual({});
  });

  test('when a deploy hands it to a contract', async () => {
    const world = await openWorld();
    expect(world.session(contract('taker', new Memory(), { take: [] })).error).toBeNull();
    const taker = world.devnet.namedKeys(world.owner.publicKey.toHex()).taker ?? '';
    const stolen = sdk.CLValue.newCLKey(sdk.Key.newKey(`uref-${hex(STRANGE)}-007`));
    expect(world.run(world.owner, contractCall(taker, 'take', { stolen })).error).toMatch(/^Forged reference/);
    const named = sdk.CLValue.newCLKey(sdk.Key.newKey(world.owner.publicKey.accountHash().toPrefixedString()));
    expect(world.run(world.owner, contractCall(taker, 'take', { named })).error).toBeNull();
  });

  test('when it has no right to be written', async () => {
    const world = await openWorld();
    const memory = new Memory();
    const readOnly = memory.joined(u8(2), 32, u8(RIGHTS.read));
    const [, address = readOnly] = readOnly.parts;
    const whole = memory.room(33);
    const create = { host: 'casper_new_uref', args: [whole.pointer, ...span(memory.bytes(CL_STRING))] } as const;
    const asReadOnly = copy({ ...whole, length: 32 }, address);
    const write = { host: 'casper_write', args: [...span(readOnly), ...span(memory.bytes(CL_STRING))] } as const;
    const { error } = world.session(program({ call: [create, asReadOnly, write] }, memory));
    expect(error).toBe('Invalid access rights: WRITE');
  });
});

test('a URef that was given for reading cannot be written by claiming more', async () => {
  const world = await openWorld();
  const first = new Memory();
  const readOnly = first.joined(u8(2), 32, u8(RIGHTS.read));
  const [, address = readOnly] = readOnly.parts;
  const whole = first.room(33);
  const keep: Step[] = [
    { host: 'casper_new_uref', args: [whole.pointer, ...span(first.bytes(CL_STRING))] },
    copy({ ...whole, length: 32 }, address),
    { host: 'casper_put_key', args: [...span(first.bytes(text('x'))), ...span(readOnly)] },
  ];
  expect(world.session(program({ call: keep }, first)).error).toBeNull();
  const second = new Memory();
  const { steps, uref } = namedURef(second, 'x');
  const key = { pointer: uref.pointer - 1, length: 34 };
  const claim = copy(second.bytes(u8(RIGHTS.all)), { pointer: uref.pointer + 32, length: 1 });
  const write: Step = { host: 'casper_write', args: [...span(key), ...span(second.bytes(CL_STRING))] };
  const { error } = world.session(program({ call: [...steps, claim, write] }, second));
  expect(error).toMatch(/^Forged reference: URef\([0-9a-f]{64}, READ_ADD_WRITE\)$/);
});
