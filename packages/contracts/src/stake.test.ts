import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS } from './contract-errors.ts';
import { contractWasm } from './contract-wasm.ts';
import { stakeItem } from './dictionary-items.ts';
import { STAKE_CONTRACT } from './installations.ts';
import { errorOf, INSTALL_PAYMENT_MOTES, openGoBetween, openWorld, type World } from './test/chain-world.ts';
import { amount, digitsOf, key, publicKey } from './test/values.ts';

let world: World;
let stake: string;

beforeAll(async () => {
  world = await openWorld();
  stake = await world.install('stake', STAKE_CONTRACT);
});

const setStake = (by: World['owner'], of: World['owner'], units: bigint) =>
  world.call(by, stake, 'add_stakeholder', { recipient: publicKey(of.publicKeyHex), amount: amount(units) });

const stakeOf = (account: World['owner']) => world.amountIn(stake, 'balances', stakeItem(digitsOf(account.address)));

describe('add_stakeholder', () => {
  test('sets the stake of the recipient under his account hash, and does not add to it', () => {
    expect(errorOf(setStake(world.owner, world.rahima, 500n))).toBeNull();
    expect(stakeOf(world.rahima)).toBe(500n);
    expect(errorOf(setStake(world.owner, world.rahima, 200n))).toBeNull();
    expect(stakeOf(world.rahima)).toBe(200n);
    expect(stakeOf(world.joao)).toBe(0n);
  });

  test('zero ends a stake', () => {
    setStake(world.owner, world.joao, 9n);
    expect(errorOf(setStake(world.owner, world.joao, 0n))).toBeNull();
    expect(stakeOf(world.joao)).toBe(0n);
  });

  test('only the owner may, not even the one whose stake it is, nor a contract that the owner called', async () => {
    setStake(world.owner, world.rahima, 200n);
    expect(setStake(world.rahima, world.rahima, 1n).error).toBe(`User error: ${CONTRACT_ERRORS.notOwner}`);
    const between = await openGoBetween(world);
    const args = { recipient: publicKey(world.rahima.publicKeyHex), amount: amount(1n) };
    expect(errorOf(between.forward(world.owner, stake, 'add_stakeholder', args))).toBe('notOwner');
    expect(stakeOf(world.rahima)).toBe(200n);
  });

  test('a key of the other algorithm has an account hash too', () => {
    const recipient = publicKey(`0203${'11'.repeat(32)}`);
    expect(errorOf(world.call(world.owner, stake, 'add_stakeholder', { recipient, amount: amount(3n) }))).toBeNull();
    // blake2b of "secp256k1", a zero and the 33 bytes, reckoned by hand with b2sum -l 256.
    const accountHash = '2debe864eaab2888ee1f787c705ca47e0c40d15b5d7308f95cfcd57c8cda488f';
    expect(world.amountIn(stake, 'balances', stakeItem(accountHash))).toBe(3n);
  });

  const malformed = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), type: 'PublicKey' as const });
  test.each([
    ['no recipient', () => ({ amount: amount(1n) })],
    ['no amount', () => ({ recipient: publicKey(world.joao.publicKeyHex) })],
    ['an empty key', () => ({ recipient: malformed(), amount: amount(1n) })],
    ['an unknown algorithm', () => ({ recipient: malformed(3, ...Array(32).fill(1)), amount: amount(1n) })],
    ['a short key', () => ({ recipient: malformed(1, 1, 1), amount: amount(1n) })],
    ['a key of the wrong length', () => ({ recipient: malformed(1, ...Array(33).fill(1)), amount: amount(1n) })],
  ])('with %s it is refused', (_, args) => {
    expect(errorOf(world.call(world.owner, stake, 'add_stakeholder', args()))).toBe('invalidArgument');
  });
});

test('stake_of answers other contracts', async () => {
  setStake(world.owner, world.rahima, 77n);
  const between = await openGoBetween(world);
  const ask = (address: string) => {
    expect(errorOf(between.forward(world.joao, stake, 'stake_of', { address: key(address) }))).toBeNull();
    return between.answer();
  };
  expect(ask(world.rahima.address)).toBe('014d');
  expect(ask(`account-hash-${'00'.repeat(32)}`)).toBe('00');
});

test('stake_of without an address is refused', () => {
  expect(errorOf(world.call(world.joao, stake, 'stake_of', {}))).toBe('invalidArgument');
});

test('installing without a name is refused', async () => {
  const session = { module: await contractWasm('stake'), args: {} };
  expect(errorOf(world.run(world.owner, session, INSTALL_PAYMENT_MOTES))).toBe('invalidArgument');
});
