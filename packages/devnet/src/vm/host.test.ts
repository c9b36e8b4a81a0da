import sdk from 'casper-js-sdk';
import { describe, expect, test } from 'vitest';
import { bigUint, concat, hex, text, u8, u32, unhex } from '../codec/bytes.ts';
import { RIGHTS } from '../codec/keys.ts';
import { contract, entryPoints, installSteps, namedURef, newNamedURef, value } from '../test/contracts.ts';
import { contractCall, string } from '../test/deploys.ts';
import { copy, Memory, moduleOf, name, program, span, type Step, vector } from '../test/program.ts';
import { openWorld } from '../test/world.ts';

const STRANGE = unhex('09'.repeat(32));
const CL_STRING = value(text('hello'), 'String');

/** A key of a URef that nobody was given. */
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
    expect(error).toMatch(new RegExp(`^Forged reference: uref-${hex(STRANGE)}-00[17]$`));
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

  test('when it claims more rights than were given', async () => {
    const world = await openWorld();
    const memory = new Memory();
    const readOnly = memory.joined(u8(2), 32, u8(RIGHTS.read));
    const [, address = readOnly] = readOnly.parts;
    const whole = memory.room(33);
    const create = { host: 'casper_new_uref', args: [whole.pointer, ...span(memory.bytes(CL_STRING))] } as const;
    const asReadOnly = copy({ ...whole, length: 32 }, address);
    const write = { host: 'casper_write', args: [...span(readOnly), ...span(memory.bytes(CL_STRING))] } as const;
    const { error } = world.session(program({ call: [create, asReadOnly, write] }, memory));
    expect(error).toMatch(/^Forged reference: uref-[0-9a-f]{64}-001$/);
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
  expect(error).toMatch(/^Forged reference: uref-[0-9a-f]{64}-007$/);
});

describe('gas with host functions', () => {
  // Each turn is a block of its own; what stands before the host function is counted before it.
  const busy = (memory: Memory, turns: number): Step[] => [
    ...newNamedURef(memory, 'x', CL_STRING),
    ...Array.from({ length: turns }, () => ({ raw: [0x02, 0x40, 0x41, 1, 0x1a, 0x0b] })),
  ];
  const gasOf = async (turns: number) => (await runSteps((memory) => busy(memory, turns))).consumed;

  test('what is run after a host function is counted too', async () => {
    expect((await gasOf(9)) - (await gasOf(0))).toBe(9n * (440n + 110n + 440n));
  });

  test('the last mote is enough and one less is not', async () => {
    const needed = await gasOf(0);
    const memory = new Memory();
    const wasm = program({ call: busy(memory, 0) }, memory);
    const world = await openWorld();
    expect(world.session(wasm, {}, { motes: needed })).toMatchObject({ error: null, consumed: needed });
    expect(world.session(wasm, {}, { motes: needed - 1n })).toMatchObject({
      error: 'Out of gas error',
      consumed: needed - 1n,
    });
  });
});

describe('storage', () => {
  test('a named value, changed and added to, is what the chain then shows', async () => {
    const memory = new Memory();
    const found = namedURef(memory, 'count');
    const world = await openWorld();
    const first = program({ call: newNamedURef(memory, 'count', value(bigUint(40n), 'U512')) }, memory);
    expect(world.session(first).error).toBeNull();
    const two = memory.bytes(value(bigUint(2n), 'U512'));
    const key = { pointer: found.uref.pointer - 1, length: 34 };
    const add: Step = { host: 'casper_add', args: [...span(key), ...span(two)] };
    expect(world.session(program({ call: [...found.steps, add] }, memory)).error).toBeNull();
    const account = world.owner.publicKey.accountHash().toPrefixedString();
    expect(world.devnet.query(account, ['count'])).toEqual({
      CLValue: { cl_type: 'U512', bytes: '012a', parsed: '42' },
    });
    const wrong = memory.bytes(CL_STRING);
    const addText: Step = { host: 'casper_add', args: [...span(key), ...span(wrong)] };
    expect(world.session(program({ call: [...found.steps, addText] }, memory)).error).toBe('Type mismatch');
  });

  test('what is read waits in one buffer, which has to be taken in time', async () => {
    const build = (memory: Memory, again: boolean): Step[] => {
      const size = memory.room(8);
      const get: Step = { host: 'casper_get_caller', args: [size.pointer] };
      const room = memory.room(40);
      const take: Step = { host: 'casper_read_host_buffer', args: [...span(room), memory.room(4).pointer] };
      return again ? [get, get] : [get, take, get, take, take];
    };
    expect((await runSteps((memory) => build(memory, true))).error).toBe('User error: 34');
    expect((await runSteps((memory) => build(memory, false))).error).toBe('User error: 33');
  });

  test('answers have the numbers that contracts know', async () => {
    const missing = await runSteps((memory) => [
      { host: 'casper_get_named_arg_size', args: [...span(memory.text('nobody')), memory.room(4).pointer] },
    ]);
    expect(missing.error).toBe('User error: 2');
    const noKey = await runSteps((memory) => [...namedURef(memory, 'nothing').steps]);
    expect(noKey.error).toBe('User error: 24');
    const longItem = await runSteps((memory) => {
      const size = memory.room(8);
      const dictionary = memory.room(33);
      return [
        { host: 'casper_new_dictionary', args: [size.pointer] },
        { host: 'casper_read_host_buffer', args: [...span(dictionary), memory.room(4).pointer] },
        {
          host: 'casper_dictionary_put',
          args: [...span(dictionary), ...span(memory.text('x'.repeat(129))), ...span(memory.bytes(CL_STRING))],
        },
      ];
    });
    expect(longItem.error).toBe('User error: 36');
  });

  test('a stored byte is paid for, and so is every byte of a name', async () => {
    const consumed = async (length: number) =>
      (await runSteps((memory) => newNamedURef(memory, 'x', value(text('a'.repeat(length)), 'String')))).consumed;
    const more = (await consumed(110)) - (await consumed(10));
    // 100 bytes of storage, and of the argument of `casper_new_uref`.
    expect(more).toBe(100n * 1_117_587n + 100n * 590n);
  });

  test('reading outside of the memory ends the execution', async () => {
    const { error } = await runSteps(() => [{ host: 'casper_ret', args: [-16, 64] }]);
    expect(error).toBe('Interpreter error: memory access out of bounds');
    const blake = await runSteps((memory) => [
      { host: 'casper_blake2b', args: [65_530, 100, memory.room(32).pointer, 32] },
    ]);
    expect(blake.error).toBe('Interpreter error: memory access out of bounds');
  });

  test('malformed values end the execution and not the chain', async () => {
    const { error, devnet } = await runSteps((memory) => [
      { host: 'casper_new_uref', args: [memory.room(33).pointer, ...span(memory.bytes(u32(99)))] },
    ]);
    expect(error).toBe('Deserialization error: early end of stream');
    expect(devnet.produceBlock().height).toBe(2);
  });
});

describe('reverts and traps', () => {
  test('the code of a contract is counted from 65536, others are of the API', async () => {
    expect((await runSteps(() => [{ host: 'casper_revert', args: [65_536 + 7] }])).error).toBe('User error: 7');
    expect((await runSteps(() => [{ host: 'casper_revert', args: [1] }])).error).toBe('ApiError: 1');
  });

  test('unreachable code traps, and nothing that was written stays', async () => {
    const { error, devnet, owner } = await runSteps((memory) => [
      ...newNamedURef(memory, 'x', CL_STRING),
      { raw: [0x00] },
    ]);
    expect(error).toBe('Interpreter error: trap: unreachable');
    expect(devnet.namedKeys(owner.publicKey.toHex())).toEqual({});
  });

  test('endless recursion is a trap and not the end of the process', async () => {
    const world = await openWorld();
    // Function 1 is `call` itself: one import stands before it.
    const recursion = program({ call: [{ raw: [0x10, 1] }] });
    const { error } = world.session(recursion, {}, { motes: 3_000_000_000_000n });
    expect(error).toBe('Interpreter error: trap: stack overflow');
    expect(world.devnet.produceBlock().height).toBe(2);
  });

  test('an endless loop ends with its gas, and all of it is paid', async () => {
    const world = await openWorld();
    const before = world.devnet.balance(world.owner.publicKey.toHex());
    const { error, consumed } = world.session(
      program({ call: [{ raw: [0x03, 0x40, 0x0c, 0, 0x0b] }] }),
      {},
      { motes: 200_000_000n },
    );
    expect(error).toBe('Out of gas error');
    expect(consumed).toBe(200_000_000n);
    expect(world.devnet.balance(world.owner.publicKey.toHex())).toBe(before - 200_000_000n);
  });

  test('a host function of another shape is an error of the deploy', async () => {
    const world = await openWorld();
    // The host takes a 32-bit pointer; here it is declared with 64 bits.
    const wasm = moduleOf([
      [
        1,
        vector([
          [0x60, 0, 0],
          [0x60, 1, 0x7e, 0],
        ]),
      ],
      [2, vector([[...name('env'), ...name('casper_get_blocktime'), 0, 1]])],
      [3, vector([[0]])],
      [5, vector([[0, 1]])],
      [
        7,
        vector([
          [...name('call'), 0, 1],
          [...name('memory'), 2, 0],
        ]),
      ],
      [10, vector([[6, 0, 0x42, 5, 0x10, 0, 0x0b]])],
    ]);
    expect(world.session(wasm).error).toMatch(/^Interpreter error/);
    expect(world.devnet.produceBlock().height).toBe(2);
  });
});

describe('contracts', () => {
  test('arguments in Bengali and Arabic reach the storage byte for byte', async () => {
    const memory = new Memory();
    const world = await openWorld();
    const size = memory.room(4);
    const words = 'গরু কেনা, قرض صغير';
    const content = memory.joined(u32(4 + Buffer.byteLength(words)), 4 + Buffer.byteLength(words), u8(10));
    const [, inner = content] = content.parts;
    const title = memory.text('title');
    const key = memory.joined(u8(2), 33);
    const [, uref = key] = key.parts;
    const steps: Step[] = [
      { host: 'casper_get_named_arg_size', args: [...span(title), size.pointer] },
      { host: 'casper_get_named_arg', args: [...span(title), ...span(inner)] },
      { host: 'casper_new_uref', args: [uref.pointer, ...span(content)] },
      { host: 'casper_put_key', args: [...span(memory.bytes(text('শিরোনাম'))), ...span(key)] },
    ];
    expect(world.session(program({ call: steps }, memory), { title: string(words) }).error).toBeNull();
    const account = world.owner.publicKey.accountHash().toPrefixedString();
    expect(world.devnet.query(account, ['শিরোনাম'])).toMatchObject({ CLValue: { cl_type: 'String', parsed: words } });
  });

  test('what is private to nobody may be called by everybody, and another name is no entry point', async () => {
    const world = await openWorld();
    expect(world.session(contract('open', new Memory(), { knock: [] })).error).toBeNull();
    const address = world.devnet.namedKeys(world.owner.publicKey.toHex()).open ?? '';
    expect(world.run(world.owner, contractCall(address, 'knock')).error).toBeNull();
    const memory = new Memory();
    const group = concat(
      u32(1),
      text('knock'),
      text('knock'),
      u32(0),
      u8(9),
      u8(2),
      u32(1),
      text('friends'),
      u8(1),
      u8(0),
    );
    const closed = program({ call: installSteps(memory, 'closed', group), knock: [] }, memory);
    expect(world.session(closed).error).toBeNull();
    const closedAddress = world.devnet.namedKeys(world.owner.publicKey.toHex()).closed ?? '';
    expect(world.run(world.owner, contractCall(closedAddress, 'knock')).error).toBe('Invalid context');
  });

  test('an entry point that the module does not have cannot be installed', async () => {
    const memory = new Memory();
    const world = await openWorld();
    const wasm = program({ call: installSteps(memory, 'hollow', entryPoints(['missing'])) }, memory);
    expect(world.session(wasm).error).toBe('Function not found: missing');
  });

  test('a package is closed to whoever does not hold its key', async () => {
    const world = await openWorld();
    const memory = new Memory();
    const install = contract('first', memory, { knock: [] });
    expect(world.session(install).error).toBeNull();
    const first = world.devnet.query(world.devnet.namedKeys(world.owner.publicKey.toHex()).first ?? '') as any;
    const packageHash = unhex(first.Contract.contract_package_hash.slice(-64));
    const thief = new Memory();
    const hash = thief.bytes(packageHash);
    const entries = thief.bytes(entryPoints([]));
    const keys = thief.bytes(u32(0));
    const out = thief.room(32);
    const steps: Step[] = [
      {
        host: 'casper_add_contract_version',
        args: [
          ...span(hash),
          thief.room(4).pointer,
          ...span(entries),
          ...span(keys),
          ...span(out),
          thief.room(4).pointer,
        ],
      },
    ];
    expect(world.session(program({ call: steps }, thief)).error).toMatch(/^Invalid access to contract package/);
  });
});

describe('a contract that calls another', () => {
  /** Installs `callee`, then a contract whose `relay` calls its entry point `entry` with no arguments. */
  async function pair(callee: (memory: Memory) => readonly Step[], entry = 'work') {
    const world = await openWorld();
    const inner = new Memory();
    expect(world.session(contract('callee', inner, { [entry]: callee(inner) })).error).toBeNull();
    const keys = () => world.devnet.namedKeys(world.owner.publicKey.toHex());
    const outer = new Memory();
    const hash = outer.bytes(unhex((keys().callee ?? '').slice(5)));
    const call: Step = {
      host: 'casper_call_contract',
      args: [...span(hash), ...span(outer.bytes(text(entry))), ...span(outer.bytes(u32(0))), outer.room(4).pointer],
    };
    const relay = contract('relay', outer, { relay: [call] });
    expect(world.session(relay).error).toBeNull();
    return { ...world, address: () => keys().relay ?? '' };
  }

  test('pays for it from its own gas', async () => {
    const quiet = await pair(() => []);
    const busy = await pair(() => Array.from({ length: 10 }, () => ({ raw: [0x41, 1, 0x41, 2, 0x6c, 0x1a] })));
    const cost = (each: Awaited<ReturnType<typeof pair>>) =>
      each.run(each.owner, contractCall(each.address(), 'relay')).consumed;
    expect(cost(busy) - cost(quiet)).toBe(10n * (110n + 110n + 240n + 440n));
  });

  test('shares its gas, so that an endless callee ends both', async () => {
    const endless = await pair(() => [{ raw: [0x03, 0x40, 0x0c, 0, 0x0b] }]);
    const { error, consumed } = endless.run(endless.owner, contractCall(endless.address(), 'relay'));
    expect(error).toBe('Out of gas error');
    expect(consumed).toBe(3_000_000_000n);
  });

  test('reverts with it', async () => {
    const failing = await pair(() => [{ host: 'casper_revert', args: [65_536 + 3] }]);
    expect(failing.run(failing.owner, contractCall(failing.address(), 'relay')).error).toBe('User error: 3');
  });

  test('is given what it answers, with the URefs in it', async () => {
    const world = await pair((memory) => {
      const uref = memory.room(33);
      const answer = memory.joined(u32(33), 33, u8(12));
      const [, inner = answer] = answer.parts;
      return [
        { host: 'casper_new_uref', args: [uref.pointer, ...span(memory.bytes(CL_STRING))] },
        copy(uref, inner),
        { host: 'casper_ret', args: span(answer) },
      ];
    });
    expect(world.run(world.owner, contractCall(world.address(), 'relay')).error).toBeNull();
  });

  test('cannot go deeper than twelve calls', async () => {
    const world = await openWorld();
    const memory = new Memory();
    // The contract learns its own address from an argument that it hands on to nobody: it stands in its named keys.
    const self = memory.room(34);
    const get: Step = {
      host: 'casper_get_named_arg',
      args: [...span(memory.text('self')), self.pointer, 32],
    };
    const args = memory.joined(u32(1), text('self'), u32(32), 32, u8(15), u32(32));
    const inner = args.parts[3] ?? args;
    const steps: Step[] = [
      get,
      copy({ ...self, length: 32 }, inner),
      {
        host: 'casper_call_contract',
        args: [self.pointer, 32, ...span(memory.bytes(text('again'))), ...span(args), memory.room(4).pointer],
      },
    ];
    expect(world.session(contract('deep', memory, { again: steps })).error).toBeNull();
    const address = world.devnet.namedKeys(world.owner.publicKey.toHex()).deep ?? '';
    const own = sdk.CLValue.newCLByteArray(unhex(address.slice(5)));
    const done = world.run(world.owner, contractCall(address, 'again', { self: own }), { motes: 100_000_000_000n });
    expect(done.error).toBe('Runtime stack overflow');
    const poor = world.run(world.owner, contractCall(address, 'again', { self: own }));
    expect(poor.error).toBe('Out of gas error');
  });
});
