import { expect, test } from 'vitest';
import { useChainWorld } from '../../test/chain-world.ts';
import { useLoans } from '../../test/loans.ts';
import { ChainDownError, ChainValueError } from '../../outside/chain-port.ts';
import { insertOperation } from './chain-operations.repository.ts';
import { ensureSetup } from './chain-setup.ts';
import { listStuck } from './chain-stuck.repository.ts';

const world = useChainWorld();
const { newLoan } = useLoans(world);

const away = (error: Error) => {
  world.interrupt = () => {
    throw error;
  };
};

test('R17.9: while the chain is away, proposals are made, backed and released; registered when it is back', async () => {
  away(new ChainDownError('nobody there'));
  const loan = await newLoan({ status: 5 });
  await world.drain();
  const registration = () => world.call('GET', `/api/chain/proposals/${loan.id}`);
  expect((await registration()).body.data.state).toBe('waiting');
  const status = await world.call('GET', '/api/chain/status');
  expect(status).toMatchObject({ status: 200, body: { data: { healthy: false, height: null } } });
  expect((await world.call('GET', '/readyz')).status).toBe(200);

  const assets = await world.call('GET', '/api/chain/assets', { as: loan.owner });
  expect(assets).toMatchObject({
    status: 503,
    body: { code: 'chain_unavailable', detail: 'Problem when calling getLatestBlockInfo' },
    headers: { 'retry-after': '2' },
  });
  const faucet = { as: loan.owner, body: { token: 'tUSDC', amount: 1 } };
  expect((await world.call('POST', '/api/chain/faucet', faucet)).status).toBe(503);

  world.interrupt = () => {};
  await world.setUp();
  expect((await registration()).body.data.state).toBe('registered');
});

test('section 8: a value that our contracts never write is an invalid stored value', async () => {
  const person = await world.newPerson();
  away(new ChainValueError('no map'));
  const assets = await world.call('GET', '/api/chain/assets', { as: person });
  expect(assets).toMatchObject({ status: 503, body: { code: 'chain_invalid_value', detail: 'Invalid stored value' } });
  expect((await world.call('GET', '/api/chain/status')).body.data.healthy).toBe(false);
  world.interrupt = () => {};
});

test('an operation that breaks off in the look that found its first tokens moved is stuck, not failed', async () => {
  const person = await world.newPerson();
  await world.act(person, 'faucet', { token: 'tUSDC', amount: 1 });
  const wish = { kind: 'faucet', userId: person.id, token: 'tUSDC', units: 5n, proposalRef: null } as const;
  const id = await world.db.transaction().execute((tx) => insertOperation(tx, wish, world.now));
  const plan = JSON.stringify([
    { name: 'give', token: 'tUSDC', units: '5' },
    { name: 'count_backing', ref: 'none', change: '5' },
  ]);
  await world.db.updateTable('chainOperations').set({ plan }).where('id', '=', id).execute();
  await world.settleChain();
  expect((await world.assets(person)).balances.tUSDC).toBe('1000005');
  const stuck = await listStuck(world.db);
  expect(stuck).toMatchObject([{ id, error: 'the chain has no proposal none' }]);
  expect(world.logLines.some((line) => line.includes('chain_stuck'))).toBe(true);
});

test('an outage of hours is waited for, and no operation is stuck by it', async () => {
  const person = await world.newPerson();
  const asked = await world.call('POST', '/api/chain/faucet', { as: person, body: { token: 'tUSDC', amount: 3 } });
  away(new ChainDownError('nobody there'));
  for (let hour = 0; hour < 48; hour += 1) {
    await world.drain();
    world.now = new Date(world.now.getTime() + 3_600_000);
  }
  world.interrupt = () => {};
  await world.settleChain();
  const { operationId } = asked.body.data;
  const operation = await world.call('GET', `/api/chain/operations/${operationId}`, { as: person });
  expect(operation.body.data.status).toBe('succeeded');
  expect((await world.assets(person)).balances.tUSDC).toBe('3000000');
});

test('an existing contract is not installed again, and a missing one is, once, for any number of callers', async () => {
  const count = async () =>
    (await world.db.selectFrom('chainOperations').select('id').where('kind', '=', 'setup').execute()).length;
  expect(await count()).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => ensureSetup(world.outside)));
  expect(await count()).toBe(1);
});
