import { removedBackerRewardUnits } from '@sathi/domain/chain-rewards.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorOf, openWorld, type World } from './test/chain-world.ts';
import { BACKED_TOKEN, Register } from './test/register.ts';
import { amount, key } from './test/values.ts';

let world: World;
let register: Register;

beforeAll(async () => {
  world = await openWorld();
  register = await Register.open(world);
});

describe('removing a backer pays 3 % of the amount, divided by the period, in DLN (section 9)', () => {
  test.each([
    ['80', 12, '100000000', 250_000n],
    ['144', 1, '100000000', 3_000_000n],
    ['166', 7, '100000000', 428_571n],
    ['169', 6, '200000000', 1_000_000n],
    ['168', 24, '79', 0n],
    ['168', 24, '800', 1n],
    ['80', 12, '999999999999999999', 2_499_999_999_999_999n],
  ])('proposal %s over %s months: %s units earn %s', (id, months, backed, reward) => {
    register.add(id, { monthsToRepay: String(months) });
    register.allow(10n ** 18n);
    world.call(world.owner, register.dln, 'mint', { owner: key(world.owner.address), amount: amount(reward) });
    register.back(id, world.rahima, { amount: backed });
    const before = world.balance(register.dln, world.rahima);
    expect(errorOf(register.remove(id, world.rahima))).toBeNull();
    expect(world.balance(register.dln, world.rahima) - before).toBe(reward);
    expect(removedBackerRewardUnits(BigInt(backed), months)).toBe(reward);
  });

  test('it pays the reward of the rule for any amount and any period', () => {
    register.allow(10n ** 30n);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 9999 }), (backed, months) => {
        register.add('144', { monthsToRepay: String(months) });
        register.back('144', world.joao, { amount: String(backed) });
        const before = world.balance(register.dln, world.joao);
        expect(errorOf(register.remove('144', world.joao))).toBeNull();
        expect(world.balance(register.dln, world.joao) - before).toBe(removedBackerRewardUnits(backed, months));
      }),
      { numRuns: 30 },
    );
  });

  test('it is reckoned by the months that stand in the record when the backer goes', () => {
    register.add('80', { monthsToRepay: '12' });
    register.back('80', world.joao, { amount: '1200' });
    register.add('80', { monthsToRepay: '3' });
    const before = world.balance(register.dln, world.joao);
    register.remove('80', world.joao);
    expect(world.balance(register.dln, world.joao) - before).toBe(12n);
  });

  test('a reward that cannot be paid leaves the backing as it was', () => {
    register.add('80', { monthsToRepay: '12' });
    register.back('80', world.joao, { amount: '1200' });
    register.allow(2n);
    expect(errorOf(register.remove('80', world.joao))).toBe('insufficientAllowance');
    expect(register.backing('80', world.joao)).toEqual({ amount: '1200', token: BACKED_TOKEN });
    register.allow(3n);
    const before = world.balance(register.dln, world.joao);
    expect(errorOf(register.remove('80', world.joao))).toBeNull();
    expect(world.balance(register.dln, world.joao) - before).toBe(3n);
    expect(world.allowance(register.dln, world.owner, register.address)).toBe(0n);
  });
});
