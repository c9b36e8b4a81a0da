import { expect, test } from 'vitest';
import { contractHashKey, PROPOSALS_CONTRACT, STAKE_CONTRACT, TOKEN_SYMBOLS, tokenContract } from './installations.ts';
import { openWorld, SUPPLY } from './test/chain-world.ts';
import { bytes32, digitsOf } from './test/values.ts';

test('all eight contracts are installed side by side, and the owner has three names for each', async () => {
  const world = await openWorld();
  for (const symbol of TOKEN_SYMBOLS) await world.installToken(symbol);
  const namedKeys = () => world.devnet.namedKeys(world.owner.publicKeyHex);
  const dln = digitsOf(namedKeys()[contractHashKey(tokenContract('DLN'))] ?? '');
  await world.install('stake', STAKE_CONTRACT);
  await world.install('proposals', PROPOSALS_CONTRACT, { reward_token: bytes32(dln) });

  const contractNames = [
    'ERC20_DLN',
    'ERC20_DLNG',
    'ERC20_DLNG_STAKE',
    'ERC20_DLN_PROPOSAL',
    'ERC20_aUSDC',
    'ERC20_aUSDT',
    'ERC20_tUSDC',
    'ERC20_tUSDT',
  ];
  const kinds = {
    access_token: /^uref-[0-9a-f]{64}-007$/,
    contract_hash: /^hash-[0-9a-f]{64}$/,
    package_hash: /^hash-/,
  };
  const expected = contractNames.flatMap((name) => Object.keys(kinds).map((kind) => `${name}_${kind}`));
  expect(Object.keys(namedKeys()).toSorted()).toEqual(expected.toSorted());
  for (const [name, value] of Object.entries(namedKeys())) {
    const kind = Object.keys(kinds).find((each) => name.endsWith(each)) as keyof typeof kinds;
    expect(value).toMatch(kinds[kind]);
  }
  expect(new Set(Object.values(namedKeys())).size).toBe(24);
});

test('installed again, the name points to the later one and the first is still there', async () => {
  const world = await openWorld();
  const first = await world.installToken('tUSDC');
  const second = await world.installToken('tUSDC');
  expect(second).not.toBe(first);
  expect(world.balance(first, world.owner)).toBe(SUPPLY);
  expect(world.devnet.namedKeys(world.owner.publicKeyHex)[contractHashKey('ERC20_tUSDC')]).toBe(second);
});
