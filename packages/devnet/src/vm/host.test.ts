import { describe, expect, test } from 'vitest';
import { bigUint, text, u32 } from '../codec/bytes.ts';
import { namedURef, newNamedURef, value } from '../test/contracts.ts';
import { Memory, moduleOf, name, program, span, type Step, vector } from '../test/program.ts';
import { openWorld } from '../test/world.ts';

const CL_STRING = value(text('hello'), 'String');

async function runSteps(build: (memory: Memory) => readonly Step[]) {
  const world = await openWorld();
  const memory = new Memory();
  const done = world.session(program({ call: build(memory) }, memory));
  return { ...world, ...done };
}

describe('gas with host functions', () => {
  // Each turn is a block of its own; the instructions before the host function are counted before it.
  const busy = (memory: Memory, turns: number): Step[] => [
    ...newNamedURef(memory, 'x', CL_STRING),
    ...Array.from({ length: turns }, () => ({ raw: [0x02, 0x40, 0x41, 1, 0x1a, 0x0b] })),
  ];
  const gasOf = async (turns: number) => (await runSteps((memory) => busy(memory, turns))).consumed;

  test('instructions after a host function are counted too', async () => {
    expect((await gasOf(9)) - (await gasOf(0))).toBe(9n * (255n + 525n + 105n));
  });

  test('the last mote is enough and one less is not', async () => {
    const memory = new Memory();
    // A node takes no payment below 2.5 CSPR, so the value is a long one.
    const wasm = program({ call: newNamedURef(memory, 'x', value(text('a'.repeat(3_000)), 'String')) }, memory);
    const world = await openWorld();
    const needed = world.session(wasm).consumed;
    expect(world.session(wasm, {}, { motes: needed })).toMatchObject({ error: null, consumed: needed });
    expect(world.session(wasm, {}, { motes: needed - 1n })).toMatchObject({
      error: 'Out of gas error',
      consumed: needed - 1n,
    });
  });
});

describe('storage', () => {
  test('the chain shows a named value that was changed and added to', async () => {
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
    expect(world.session(program({ call: [...found.steps, addText] }, memory)).error).toMatch(
      /^Type mismatch\. Expected I32.* but found String\.$/,
    );
  });

  test('a read value waits in one buffer, which has to be taken in time', async () => {
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
    expect(error).toBe('Interpreter error: trying to access region [4294967280..4294967344] in memory [0..65536]');
    const blake = await runSteps((memory) => [
      { host: 'casper_blake2b', args: [65_530, 100, memory.room(32).pointer, 32] },
    ]);
    expect(blake.error).toBe('Interpreter error: trying to access region [65530..65630] in memory [0..65536]');
  });

  test('malformed values end the execution and not the chain', async () => {
    const { error, devnet } = await runSteps((memory) => [
      { host: 'casper_new_uref', args: [memory.room(33).pointer, ...span(memory.bytes(u32(99)))] },
    ]);
    expect(error).toBe('Serialization error: Deserialization error: early end of stream');
    expect(devnet.produceBlock().height).toBe(2);
  });
});

describe('reverts and traps', () => {
  test('the code of a contract is counted from 65536, others are of the API', async () => {
    expect((await runSteps(() => [{ host: 'casper_revert', args: [65_536 + 7] }])).error).toBe('User error: 7');
    expect((await runSteps(() => [{ host: 'casper_revert', args: [1] }])).error).toBe('ApiError::None [1]');
  });

  test('unreachable code traps, and nothing that was written stays', async () => {
    const { error, devnet, owner } = await runSteps((memory) => [
      ...newNamedURef(memory, 'x', CL_STRING),
      { raw: [0x00] },
    ]);
    expect(error).toBe('Interpreter error: trap: Code(Unreachable)');
    expect(devnet.namedKeys(owner.publicKey.toHex())).toEqual({});
  });

  test('endless recursion is a trap and not the end of the process', async () => {
    const world = await openWorld();
    // Function 1 is `call` itself: one import stands before it.
    const recursion = program({ call: [{ raw: [0x10, 1] }] });
    const { error } = world.session(recursion);
    expect(error).toBe('Interpreter error: trap: Code(Unreachable)');
    expect(world.devnet.produceBlock().height).toBe(2);
  });

  test('an endless loop ends with its gas, and all of it is paid', async () => {
    const world = await openWorld();
    const before = world.devnet.balance(world.owner.publicKey.toHex());
    const { error, consumed } = world.session(
      program({ call: [{ raw: [0x03, 0x40, 0x0c, 0, 0x0b] }] }),
      {},
      { motes: 2_500_000_000n },
    );
    expect(error).toBe('Out of gas error');
    expect(consumed).toBe(2_500_000_000n);
    expect(world.devnet.balance(world.owner.publicKey.toHex())).toBe(before - 2_500_000_000n);
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
    expect(world.session(wasm).error).toBe(
      'Interpreter error: Expected function with type Signature { params: [I64], return_type: None }, but actual type is Signature { params: [I32], return_type: None } for entry casper_get_blocktime',
    );
    expect(world.devnet.produceBlock().height).toBe(2);
  });
});
