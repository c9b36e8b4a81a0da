import sdk from 'casper-js-sdk';
import { describe, expect, test } from 'vitest';
import { concat, text, u8, u32, unhex } from '../codec/bytes.ts';
import { contract, entryPoints, installSteps, value } from '../test/contracts.ts';
import { contractCall, string } from '../test/deploys.ts';
import { copy, Memory, program, span, type Step } from '../test/program.ts';
import { openWorld } from '../test/world.ts';

const CL_STRING = value(text('hello'), 'String');

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

  test('a private entry point can be called by all when no group is named, and an unknown name is no entry point', async () => {
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

  test('a package is closed to an account that does not hold its key', async () => {
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
        host: 'casper_add_contract_version_with_message_topics',
        args: [
          ...span(hash),
          thief.room(4).pointer,
          ...span(entries),
          ...span(keys),
          ...span(thief.bytes(u32(0))),
          ...span(out),
        ],
      },
    ];
    expect(world.session(program({ call: steps }, thief)).error).toMatch(/^Forged reference: URef/);
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
    const work = (times: number) => () =>
      Array.from({ length: times }, () => ({ raw: [0x41, 1, 0x41, 2, 0x6c, 0x1a] }));
    const quiet = await pair(work(1));
    const busy = await pair(work(11));
    const cost = (each: Awaited<ReturnType<typeof pair>>) =>
      each.run(each.owner, contractCall(each.address(), 'relay')).consumed;
    expect(cost(busy) - cost(quiet)).toBe(10n * (525n + 525n + 525n + 105n));
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

  test("gets the callee's answer, with the URefs in it", async () => {
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
    // The contract learns its own address from an argument that it keeps to itself: it stands in its named keys.
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
