import fc from 'fast-check';
import { expect, test } from 'vitest';
import { module, newKey, transfer } from '../test/deploys.ts';
import { program } from '../test/program.ts';
import { openWorld } from '../test/world.ts';

const SUPPLY = 10n ** 18n;

test('a transfer, a burn of gas or a refusal leaves the motes of all purses and those paid together the same', async () => {
  const action = fc.record({
    from: fc.nat(3),
    to: fc.nat(3),
    motes: fc.bigInt({ min: 2_500_000_000n, max: 10n ** 17n }),
    kind: fc.constantFrom('transfer', 'transfer', 'transfer', 'work', 'trap', 'block'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
      const world = await openWorld();
      const people = [world.owner, newKey(), newKey(), newKey()] as const;
      for (const { from, to, motes, kind } of actions) {
        const sender = people[from] ?? world.owner;
        const receiver = people[to] ?? world.owner;
        const sessions = {
          transfer: () => transfer(motes, receiver),
          work: () => module(program({ call: [{ raw: [0x01] }] })),
          trap: () => module(program({ call: [{ raw: [0x00] }] })),
        };
        if (kind === 'block') world.devnet.produceBlock();
        else
          putIfAccepted(() =>
            world.devnet.put(world.deploy(sender, sessions[kind as 'work'](), { motes: 2_500_000_000n })),
          );
      }
      world.devnet.produceBlock();
      const balances = [...world.devnet.chain.state.entries()]
        .filter(([key]) => key.startsWith('balance-'))
        .map(([, stored]) => (stored.kind === 'value' ? BigInt(`0x${reversed(stored.bytes.slice(1))}`) : 0n));
      const paid = world.devnet.chain.blocks
        .flatMap(({ deployHashes }) => deployHashes)
        .map((hash) => world.devnet.execution(hash)?.paid ?? 0n);
      expect([...balances, ...paid].reduce((sum, motes) => sum + motes, 0n)).toBe(SUPPLY);
    }),
    { numRuns: 25 },
  );
});

function putIfAccepted(put: () => unknown): void {
  try {
    put();
  } catch {
    // Refused: an account that is not there yet, or too little in its purse.
  }
}

function reversed(bytes: Uint8Array): string {
  return `0${Buffer.from(bytes).reverse().toString('hex')}`;
}

test('three quarters of the unused gas come back, and the rest is burnt', async () => {
  const world = await openWorld();
  const { consumed, paid } = world.session(program({ call: [{ raw: [0x01] }] }), {}, { motes: 4_000_000_000n });
  expect(consumed).toBe(105n);
  expect(paid).toBe(4_000_000_000n - ((4_000_000_000n - 105n) * 3n) / 4n);
  expect(world.devnet.balance(world.owner.publicKey.toHex())).toBe(SUPPLY - paid);
});
