import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS } from './contract-errors.ts';
import { errorOf, openGoBetween, openWorld, SUPPLY, type World } from './test/chain-world.ts';
import { amount, byte, key, string } from './test/values.ts';

const MOST = 2n ** 256n - 1n;

let world: World;
let token: string;

beforeAll(async () => {
  world = await openWorld();
  token = await world.installToken('tUSDC');
});

const transfer = (from: World['owner'], to: string, units: bigint) =>
  world.call(from, token, 'transfer', { recipient: key(to), amount: amount(units) });

const approve = (from: World['owner'], spender: string, units: bigint) =>
  world.call(from, token, 'approve', { spender: key(spender), amount: amount(units) });

const transferFrom = (spender: World['owner'], from: string, to: string, units: bigint) =>
  world.call(spender, token, 'transfer_from', { owner: key(from), recipient: key(to), amount: amount(units) });

describe('transfer', () => {
  test('moves exactly the amount', () => {
    const before = world.balance(token, world.owner);
    expect(errorOf(transfer(world.owner, world.rahima.address, 1_000n))).toBeNull();
    expect(world.balance(token, world.rahima)).toBe(1_000n);
    expect(world.balance(token, world.owner)).toBe(before - 1_000n);
  });

  test('more than there is moves nothing', () => {
    const held = world.balance(token, world.rahima);
    const outcome = transfer(world.rahima, world.joao.address, held + 1n);
    expect(outcome.error).toBe(`User error: ${CONTRACT_ERRORS.insufficientBalance}`);
    expect(world.balance(token, world.rahima)).toBe(held);
    expect(world.balance(token, world.joao)).toBe(0n);
  });

  test('the largest number there is does not wrap around', () => {
    expect(errorOf(transfer(world.rahima, world.joao.address, MOST))).toBe('insufficientBalance');
  });

  test('to oneself changes nothing, and needs the balance all the same', () => {
    const held = world.balance(token, world.rahima);
    expect(errorOf(transfer(world.rahima, world.rahima.address, held))).toBeNull();
    expect(world.balance(token, world.rahima)).toBe(held);
    expect(errorOf(transfer(world.rahima, world.rahima.address, held + 1n))).toBe('insufficientBalance');
  });

  test('of the whole balance, and back again', () => {
    const held = world.balance(token, world.rahima);
    expect(errorOf(transfer(world.rahima, world.joao.address, held))).toBeNull();
    expect(world.balance(token, world.rahima)).toBe(0n);
    expect(errorOf(transfer(world.joao, world.rahima.address, held))).toBeNull();
    expect(world.balance(token, world.rahima)).toBe(held);
  });

  test('an amount beyond 64 bits is carried over', async () => {
    const large = await world.installToken('LARGE', MOST);
    const units = 2n ** 192n + 2n ** 128n + 2n ** 64n + 1n;
    const args = { recipient: key(world.rahima.address), amount: amount(units) };
    expect(errorOf(world.call(world.owner, large, 'transfer', args))).toBeNull();
    expect(errorOf(world.call(world.owner, large, 'transfer', { ...args, amount: amount(2n ** 64n - 1n) }))).toBeNull();
    expect(world.balance(large, world.rahima)).toBe(2n ** 192n + 2n ** 128n + 2n ** 65n);
    expect(world.balance(large, world.owner)).toBe(MOST - 2n ** 192n - 2n ** 128n - 2n ** 65n);
  });
});

describe('approve and transfer_from', () => {
  test('a spender moves his allowance and no more', () => {
    const before = world.balance(token, world.joao);
    expect(errorOf(approve(world.owner, world.rahima.address, 100n))).toBeNull();
    expect(world.allowance(token, world.owner, world.rahima.address)).toBe(100n);
    expect(errorOf(transferFrom(world.rahima, world.owner.address, world.joao.address, 60n))).toBeNull();
    expect(world.allowance(token, world.owner, world.rahima.address)).toBe(40n);
    expect(world.balance(token, world.joao)).toBe(before + 60n);
    const outcome = transferFrom(world.rahima, world.owner.address, world.joao.address, 41n);
    expect(outcome.error).toBe(`User error: ${CONTRACT_ERRORS.insufficientAllowance}`);
    expect(world.allowance(token, world.owner, world.rahima.address)).toBe(40n);
    expect(world.balance(token, world.joao)).toBe(before + 60n);
  });

  test('approving sets, and does not add', () => {
    approve(world.owner, world.rahima.address, 7n);
    approve(world.owner, world.rahima.address, 5n);
    expect(world.allowance(token, world.owner, world.rahima.address)).toBe(5n);
    approve(world.owner, world.rahima.address, 0n);
    expect(errorOf(transferFrom(world.rahima, world.owner.address, world.joao.address, 1n))).toBe(
      'insufficientAllowance',
    );
  });

  test('an allowance is no balance, and is not spent when that is missing', () => {
    const held = world.balance(token, world.rahima);
    approve(world.rahima, world.joao.address, held + 1n);
    const outcome = transferFrom(world.joao, world.rahima.address, world.joao.address, held + 1n);
    expect(errorOf(outcome)).toBe('insufficientBalance');
    expect(world.allowance(token, world.rahima, world.joao.address)).toBe(held + 1n);
  });

  test("an allowance is one spender's and one way", () => {
    approve(world.owner, world.rahima.address, 50n);
    approve(world.owner, world.joao.address, 0n);
    expect(errorOf(transferFrom(world.joao, world.owner.address, world.joao.address, 1n))).toBe(
      'insufficientAllowance',
    );
    expect(errorOf(transferFrom(world.owner, world.rahima.address, world.owner.address, 1n))).toBe(
      'insufficientAllowance',
    );
  });
});

describe('mint', () => {
  const mint = (by: World['owner'], units: bigint) =>
    world.call(by, token, 'mint', { owner: key(world.joao.address), amount: amount(units) });

  test('the owner makes new tokens, and the supply grows by them', () => {
    const before = world.balance(token, world.joao);
    const supply = world.supply(token);
    expect(errorOf(mint(world.owner, 500n))).toBeNull();
    expect(world.balance(token, world.joao)).toBe(before + 500n);
    expect(world.supply(token)).toBe(supply + 500n);
  });

  test('an account other than the owner cannot mint', () => {
    const supply = world.supply(token);
    expect(mint(world.joao, 1n).error).toBe(`User error: ${CONTRACT_ERRORS.notOwner}`);
    expect(world.supply(token)).toBe(supply);
  });

  test('a supply beyond 256 bits is refused', () => {
    expect(mint(world.owner, MOST).error).toBe(`User error: ${CONTRACT_ERRORS.overflow}`);
    expect(world.supply(token)).toBeLessThan(MOST);
  });
});

describe('a contract in between', () => {
  test('is told the name, the supply, the balances and the allowances', async () => {
    const between = await openGoBetween(world);
    const ask = (entryPoint: string, args: Parameters<typeof between.forward>[3] = {}) => {
      expect(errorOf(between.forward(world.rahima, token, entryPoint, args))).toBeNull();
      return between.answer();
    };
    const asText = (hexDigits: string) => Buffer.from(hexDigits, 'hex').subarray(4).toString();
    const hexOf = (value: { bytes: Uint8Array }) => Buffer.from(value.bytes).toString('hex');
    expect(asText(ask('name'))).toBe('Test tUSDC');
    expect(asText(ask('symbol'))).toBe('tUSDC');
    expect(ask('decimals')).toBe('06');
    expect(ask('total_supply')).toBe(hexOf(amount(world.supply(token))));
    const owned = world.balance(token, world.owner);
    expect(ask('balance_of', { address: key(world.owner.address) })).toBe(hexOf(amount(owned)));
    expect(ask('balance_of', { address: key(`hash-${'ab'.repeat(32)}`) })).toBe(hexOf(amount(0n)));
    approve(world.owner, world.joao.address, 300n);
    const both = { owner: key(world.owner.address), spender: key(world.joao.address) };
    expect(ask('allowance', both)).toBe(hexOf(amount(300n)));
    expect(ask('allowance', { owner: both.spender, spender: both.owner })).toBe(hexOf(amount(0n)));
  });

  test('moves its own tokens and those it was allowed, never those of the signer', async () => {
    const between = await openGoBetween(world);
    const held = world.balance(token, world.owner);
    const out = { recipient: key(world.joao.address), amount: amount(10n) };
    expect(errorOf(between.forward(world.owner, token, 'transfer', out))).toBe('insufficientBalance');
    expect(world.balance(token, world.owner)).toBe(held);

    transfer(world.owner, between.address, 10n);
    expect(errorOf(between.forward(world.rahima, token, 'transfer', out))).toBeNull();
    expect(errorOf(between.forward(world.rahima, token, 'transfer', out))).toBe('insufficientBalance');

    const from = { owner: key(world.owner.address), ...out };
    expect(errorOf(between.forward(world.rahima, token, 'transfer_from', from))).toBe('insufficientAllowance');
    approve(world.owner, between.address, 10n);
    expect(errorOf(between.forward(world.rahima, token, 'transfer_from', from))).toBeNull();
    expect(world.allowance(token, world.owner, between.address)).toBe(0n);
  });

  test('does not mint, even when the owner signed', async () => {
    const between = await openGoBetween(world);
    const args = { owner: key(world.joao.address), amount: amount(1n) };
    expect(errorOf(between.forward(world.owner, token, 'mint', args))).toBe('notOwner');
  });
});

describe('arguments that are missing or malformed are refused', () => {
  const recipient = () => key(world.joao.address);
  const raw = (type: 'Any' | 'Key' | 'U256', ...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), type });

  test.each([
    ['nobody to send to', () => ({ amount: amount(1n) })],
    ['no amount', () => ({ recipient: recipient() })],
    ['an amount without a byte', () => ({ recipient: recipient(), amount: raw('U256') })],
    ['an amount shorter than it says', () => ({ recipient: recipient(), amount: raw('U256', 2, 1) })],
    ['an amount longer than it says', () => ({ recipient: recipient(), amount: raw('U256', 1, 1, 1) })],
    ['an amount of 33 bytes', () => ({ recipient: recipient(), amount: raw('U256', 33, ...Array(33).fill(0)) })],
    [
      'an item of a dictionary for a holder',
      () => ({ recipient: raw('Key', 9, ...Array(32).fill(0)), amount: amount(1n) }),
    ],
    ['half a Key', () => ({ recipient: raw('Any', 0, 1, 2), amount: amount(1n) })],
  ])('%s', (_, args) => {
    expect(errorOf(world.call(world.owner, token, 'transfer', args()))).toBe('invalidArgument');
  });
});

describe('installing', () => {
  test('gives the whole supply to the owner and answers by named keys', async () => {
    const dln = await world.installToken('DLN');
    const value = (name: string) =>
      (world.devnet.query(dln, [name]) as { CLValue: { parsed: unknown } }).CLValue.parsed;
    expect(value('name')).toBe('Test DLN');
    expect(value('symbol')).toBe('DLN');
    expect(value('decimals')).toBe(6);
    expect(value('total_supply')).toBe(String(SUPPLY));
    expect(world.balance(dln, world.owner)).toBe(SUPPLY);
    expect(Object.keys(world.devnet.namedKeys(dln)).sort()).toEqual([
      'allowances',
      'balances',
      'decimals',
      'name',
      'owner',
      'symbol',
      'total_supply',
    ]);
  });

  const complete = {
    name: string('A'),
    symbol: string('B'),
    decimals: byte(6),
    total_supply: amount(1n),
  };
  test.each(Object.keys(complete))('without %s it is refused', async (missing) => {
    const args = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
    await expect(world.install('token', 'ERC20_X', args)).rejects.toThrow('User error: 1');
  });

  test('names in Bengali and Arabic are kept as they are', async () => {
    const args = { ...complete, name: string('টাকা'), symbol: string('دينار') };
    const address = await world.install('token', 'ERC20_টাকা', args);
    const value = (name: string) =>
      (world.devnet.query(address, [name]) as { CLValue: { parsed: unknown } }).CLValue.parsed;
    expect([value('name'), value('symbol')]).toEqual(['টাকা', 'دينار']);
  });
});
