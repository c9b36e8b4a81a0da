import { beforeAll, expect, test } from 'vitest';
import { useChainWorld } from '../../test/chain-world.ts';
import type { Person } from '../../test/world.ts';

const world = useChainWorld();
const TOKENS = 1_000_000n;
let asha: Person;

beforeAll(async () => {
  await world.setUp();
  asha = await world.newPerson();
});

const balancesOf = async (person: Person) => (await world.assets(person)).balances;
const stepsOf = (operation: any) => operation.steps.map(({ name, state }: any) => `${name} ${state}`);

test('section 2: the chain has six tokens, all without holders, and the five samples', async () => {
  const assets = await world.assets(asha);
  expect(assets.publicAddress).toMatch(/^01[0-9a-f]{64}$/);
  expect(assets.balances).toEqual({ tUSDC: '0', aUSDC: '0', tUSDT: '0', aUSDT: '0', DLN: '0', DLNG: '0' });
  expect(assets.stake).toBe('0');
  expect(assets.proposals.map(({ id, title }: any) => `${id} ${title}`)).toEqual([
    '80 Two goats',
    '144 গরু কেনা',
    '166 ماكينة خياطة',
    '168 A roof of tin',
    '169 Rice for the season',
  ]);
  const status = await world.call('GET', '/api/chain/status');
  expect(status.body.data).toMatchObject({ mode: 'devnet', healthy: true, explorerUrl: null });
});

test('section 9: all seven actions, with their steps and their effects', async () => {
  const faucet = await world.act(asha, 'faucet', { token: 'tUSDC', amount: 1000 });
  expect(faucet).toMatchObject({ action: 'faucet', status: 'succeeded', error: null });
  expect(stepsOf(faucet)).toEqual(['give succeeded']);
  expect((await balancesOf(asha)).tUSDC).toBe(String(1000n * TOKENS));

  const mint = await world.act(asha, 'mint', { token: 'tUSDC', amount: '600.5' });
  expect(stepsOf(mint)).toEqual(['fund succeeded', 'pay succeeded', 'give succeeded']);
  expect(await balancesOf(asha)).toMatchObject({ tUSDC: '399500000', aUSDC: '600500000' });

  // The account has motes now.
  const redeem = await world.act(asha, 'redeem', { token: 'aUSDC', amount: '0.5' });
  expect(stepsOf(redeem)).toEqual(['pay succeeded', 'give succeeded']);
  expect(await balancesOf(asha)).toMatchObject({ tUSDC: '400000000', aUSDC: '600000000' });

  expect(stepsOf(await world.act(asha, 'stake', { token: 'aUSDC', amount: 100 }))).toEqual([
    'pay succeeded',
    'stake succeeded',
  ]);
  await world.act(asha, 'stake', { token: 'aUSDC', amount: 50 });
  expect((await world.assets(asha)).stake).toBe('150000000');
  const unstake = await world.act(asha, 'unstake', { token: 'aUSDC', amount: '30.000001' });
  expect(stepsOf(unstake)).toEqual(['stake succeeded', 'give succeeded', 'reward succeeded']);
  expect((await world.assets(asha)).stake).toBe('119999999');
  // 10 % of 30.000001 in DLN, rounded down.
  expect(await balancesOf(asha)).toMatchObject({ aUSDC: '480000001', DLN: '3000000' });

  const back = await world.act(asha, 'back', { token: 'aUSDC', amount: 200, proposalId: '80' });
  expect(stepsOf(back)).toEqual(['pay succeeded', 'back succeeded', 'count_backing succeeded']);
  const sample = async () => (await world.assets(asha)).proposals[0];
  expect(await sample()).toMatchObject({
    id: '80',
    fundedAmount: '200000000',
    backed: { token: 'aUSDC', amount: '200000000' },
  });

  const part = await world.act(asha, 'unback', { token: 'aUSDC', amount: 80, proposalId: '80' });
  expect(stepsOf(part)).toEqual([
    'back succeeded',
    'count_backing succeeded',
    'give succeeded',
    'reward succeeded',
    'reward succeeded',
  ]);
  expect(await sample()).toMatchObject({ fundedAmount: '120000000', backed: { amount: '120000000' } });
  // Decision 25: 1.5 % of 80 in DLN and 0.005 % of it in DLNG.
  expect(await balancesOf(asha)).toMatchObject({ aUSDC: '360000001', DLN: '4200000', DLNG: '4000' });

  await world.act(asha, 'unback', { token: 'aUSDC', proposalId: '80' });
  expect(await sample()).toMatchObject({ fundedAmount: '0', backed: null });
  // 1.5 % of 120 by the server, and 3 % of 120 divided by twelve months by the contract.
  expect(await balancesOf(asha)).toMatchObject({ aUSDC: '480000001', DLN: '6300000', DLNG: '10000' });
});
