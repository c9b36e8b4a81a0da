import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorld } from './test/chain-world.ts';
import { amount, key } from './test/values.ts';

const SUPPLY = 1_000n;

type Move = {
  readonly kind: 'transfer' | 'approve' | 'transfer_from' | 'mint';
  readonly by: number;
  /** The owner of the tokens that a `transfer_from` moves. */
  readonly from: number;
  readonly to: number;
  readonly units: bigint;
};

const person = fc.nat({ max: 2 });
const units = fc.bigInt(0n, 1_200n);
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('transfer', 'approve', 'transfer_from', 'mint'),
  by: person,
  from: person,
  to: person,
  units,
});

/** The token's expected behaviour, in a few lines: the contract is held against it after every call. */
class Model {
  readonly balances = [SUPPLY, 0n, 0n];
  readonly allowances = new Map<string, bigint>();
  supply = SUPPLY;

  /** False when the contract has to refuse. */
  apply(move: Move): boolean {
    switch (move.kind) {
      case 'approve':
        this.allowances.set(`${move.by}>${move.to}`, move.units);
        return true;
      case 'mint':
        if (move.by !== 0) return false;
        this.supply += move.units;
        this.balances[move.to] = this.balanceOf(move.to) + move.units;
        return true;
      case 'transfer':
        return this.#move(move.by, move.to, move.units);
      case 'transfer_from': {
        const allowance = `${move.from}>${move.by}`;
        const allowed = this.allowances.get(allowance) ?? 0n;
        if (allowed < move.units || !this.#move(move.from, move.to, move.units)) return false;
        this.allowances.set(allowance, allowed - move.units);
        return true;
      }
    }
  }

  balanceOf(person: number): bigint {
    return this.balances[person] ?? 0n;
  }

  #move(from: number, to: number, amountUnits: bigint): boolean {
    if (this.balanceOf(from) < amountUnits) return false;
    this.balances[from] = this.balanceOf(from) - amountUnits;
    this.balances[to] = this.balanceOf(to) + amountUnits;
    return true;
  }
}

test('random calls leave balances and allowances as reckoned, and their sum is the supply', async () => {
  const world = await openWorld();
  const people = [world.owner, world.rahima, world.joao];
  const addressOf = (index: number) => key(people[index]?.address ?? '');
  const argumentsOf = (move: Move) => {
    const sent = amount(move.units);
    if (move.kind === 'approve') return { spender: addressOf(move.to), amount: sent };
    if (move.kind === 'mint') return { owner: addressOf(move.to), amount: sent };
    if (move.kind === 'transfer') return { recipient: addressOf(move.to), amount: sent };
    return { owner: addressOf(move.from), recipient: addressOf(move.to), amount: sent };
  };

  let tokens = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 25 }), async (moves) => {
      const token = await world.installToken(`P${tokens++}`, SUPPLY);
      const model = new Model();
      for (const each of moves) {
        const by = people[each.by] ?? world.owner;
        const { error } = world.call(by, token, each.kind, argumentsOf(each));
        expect(error === null).toBe(model.apply(each));
        expect(people.map((account) => world.balance(token, account))).toEqual(model.balances);
        expect(world.supply(token)).toBe(model.supply);
        expect(model.balances.reduce((sum, balance) => sum + balance)).toBe(model.supply);
      }
      for (const [pair, allowed] of model.allowances) {
        const [from = 0, to = 0] = pair.split('>').map(Number);
        expect(world.allowance(token, people[from] ?? world.owner, people[to]?.address ?? '')).toBe(allowed);
      }
    }),
    { numRuns: 40 },
  );
});
