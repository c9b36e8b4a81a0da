import { beforeAll, describe, expect, test } from 'vitest';
import { FORM } from '../../test/loans.ts';
import { moveClock } from '../../test/accounts.ts';
import { useChainWorld } from '../../test/chain-world.ts';
import type { Person } from '../../test/world.ts';

const world = useChainWorld();
let asha: Person;

beforeAll(async () => {
  await world.setUp();
  asha = await world.newPerson();
  await world.act(asha, 'faucet', { token: 'tUSDC', amount: 900 });
  await world.act(asha, 'mint', { token: 'tUSDC', amount: 500 });
});

const ask = (action: string, body: object, key?: string, as = asha) =>
  world.call('POST', `/api/chain/${action}`, { as, body, ...(key && { key }) });
const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) => `${status} ${body.code}`;
const operations = async () =>
  (await world.db.selectFrom('chainOperations').select('id').where('userId', '=', asha.id).execute()).length;

describe('an amount', () => {
  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: '0.0000001' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: Number.MAX_VALUE }, 'amount'],
    [{ amount: [1] }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: '9'.repeat(5_000) }, 'amount'],
    [{ token: 'DLN' }, 'token'],
    [{ token: '__proto__' }, 'token'],
    [{ userId: '1', surprise: 1 }, 'surprise'],
  ])('of %j is refused to every caller', async (wrong, path) => {
    const { status, body } = await ask('mint', { token: 'tUSDC', amount: 1, ...wrong, userId: undefined });
    expect(status).toBe(422);
    expect(body.errors.map((error: any) => error.path)).toEqual([path]);
  });

  test.each([
    ['faucet', 'aUSDC'],
    ['mint', 'aUSDT'],
    ['redeem', 'tUSDC'],
    ['stake', 'tUSDT'],
    ['unstake', 'tUSDC'],
    ['back', 'tUSDT'],
    ['unback', 'tUSDC'],
  ])(
    'to %s %s is refused: the faucet and minting are about test tokens, the rest about assets',
    async (what, token) => {
      const sample = what.endsWith('back') ? { proposalId: '80' } : {};
      const { status, body } = await ask(what, { token, amount: 1, ...sample });
      expect(status).toBe(422);
      expect(body.errors.map((error: any) => error.path)).toEqual(['token']);
    },
  );

  test('that is no number at all is told in tokens, which are no dollars', async () => {
    const { body } = await ask('mint', { token: 'tUSDC', amount: true });
    expect(body.errors).toEqual([{ path: 'amount', message: expect.stringContaining('six decimals') }]);
  });

  test('is asked for as a number or as a text', async () => {
    const before = await world.assets(asha);
    await world.act(asha, 'mint', { token: 'tUSDC', amount: 0.25 });
    await world.act(asha, 'mint', { token: 'tUSDC', amount: '0.25' });
    const after = await world.assets(asha);
    expect(BigInt(after.balances.aUSDC) - BigInt(before.balances.aUSDC)).toBe(500_000n);
  });
});

describe('the same request twice', () => {
  test('R6.3: is one operation, with the same answer even when the chain is away or the balance is spent', async () => {
    const balance = (await world.assets(asha)).balances.tUSDC;
    const all = { token: 'tUSDC', amount: (Number(balance) / 1e6).toString() };
    const first = await ask('mint', all, 'mint-all');
    expect(first.status).toBe(202);
    const count = await operations();
    await world.settleChain();
    const again = await ask('mint', all, 'mint-all');
    expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    world.interrupt = () => {
      throw new Error('away');
    };
    expect(await ask('mint', all, 'mint-all')).toMatchObject({ status: 202, body: first.body });
    world.interrupt = () => {};
    expect(await operations()).toBe(count);
    expect(refusal(await ask('mint', all))).toBe('422 chain_balance_too_low');
    expect(refusal(await ask('mint', { ...all, amount: 1 }, 'mint-all'))).toBe('422 idempotency_key_reused');
    await world.act(asha, 'redeem', { ...all, token: 'aUSDC' });
  });

  test('ten at the same moment are one operation', async () => {
    const count = await operations();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask('stake', { token: 'aUSDC', amount: 1 }, 'ten')),
    );
    expect(new Set(answers.map(({ body }) => body.data?.operationId)).size).toBe(1);
    expect(await operations()).toBe(count + 1);
    await world.settleChain();
  });
});

describe('a wish that cannot be granted is refused', () => {
  test('more than the balance: tokens, stake, backing, and the rest of a sample', async () => {
    const far = { token: 'aUSDC', amount: 100_000 };
    expect(refusal(await ask('mint', { ...far, token: 'tUSDC' }))).toBe('422 chain_balance_too_low');
    expect(refusal(await ask('redeem', far))).toBe('422 chain_balance_too_low');
    expect(refusal(await ask('stake', far))).toBe('422 chain_balance_too_low');
    expect(refusal(await ask('unstake', far))).toBe('422 chain_stake_too_low');
    expect(refusal(await ask('back', { ...far, proposalId: '169' }))).toBe('422 chain_above_rest');
  });

  test('section 8: unbacking without a backing, in the words of the specification', async () => {
    const never = await ask('unback', { token: 'aUSDC', amount: 1, proposalId: '144' });
    expect(refusal(never)).toBe('409 chain_not_backed');
    expect(never.body.detail).toBe('Current address did not back the proposal before.');
    expect(refusal(await ask('unback', { token: 'aUSDC', proposalId: '144' }))).toBe('409 chain_not_backed');
    await world.act(asha, 'back', { token: 'aUSDC', amount: 5, proposalId: '144' });
    expect(refusal(await ask('unback', { token: 'aUSDT', proposalId: '144' }))).toBe('409 chain_not_backed');
    expect(refusal(await ask('unback', { token: 'aUSDC', amount: 6, proposalId: '144' }))).toBe(
      '422 chain_backing_too_low',
    );
    expect(refusal(await ask('back', { token: 'aUSDT', amount: 5, proposalId: '144' }))).toBe(
      '409 chain_backed_with_other',
    );
    await world.act(asha, 'unback', { token: 'aUSDC', proposalId: '144' });
    expect(refusal(await ask('unback', { token: 'aUSDC', proposalId: '144' }))).toBe('409 chain_not_backed');
    expect((await ask('back', { token: 'aUSDC', amount: 5, proposalId: '1' })).status).toBe(422);
  });

  test('the operation of another person, and one of the product', async () => {
    const { body } = await ask('stake', { token: 'aUSDC', amount: 1 });
    const stranger = await world.newPerson();
    const look = (id: string) => world.call('GET', `/api/chain/operations/${id}`, { as: stranger });
    expect((await look(body.data.operationId)).status).toBe(404);
    // The setup belongs to no person.
    expect((await look('1')).status).toBe(404);
    await world.settleChain();
  });
});

describe('section 9: the faucet', () => {
  test('gives at most 1000 in a request, and in a day', async () => {
    const person = await world.newPerson();
    expect(refusal(await ask('faucet', { token: 'tUSDT', amount: '1000.000001' }, undefined, person))).toBe(
      '422 faucet_limit',
    );
    expect((await ask('faucet', { token: 'tUSDT', amount: 600 }, undefined, person)).status).toBe(202);
    // Both requests count for the same faucet, which has 400 left.
    expect(refusal(await ask('faucet', { token: 'tUSDT', amount: 401 }, undefined, person))).toBe(
      '429 faucet_day_limit',
    );
    expect((await ask('faucet', { token: 'tUSDC', amount: 1000 }, undefined, person)).status).toBe(202);
    expect((await world.assets(person)).faucetLeft).toEqual({ tUSDC: '0', tUSDT: '400000000' });
    moveClock(world, 86_401);
    expect((await ask('faucet', { token: 'tUSDT', amount: 1000 }, undefined, person)).status).toBe(202);
    await world.settleChain();
    expect((await world.assets(person)).balances).toMatchObject({ tUSDC: '1000000000', tUSDT: '1600000000' });
  });

  test('ten requests at once cannot have more than that together', async () => {
    const person = await world.newPerson();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask('faucet', { token: 'tUSDC', amount: 300 }, undefined, person)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    await world.settleChain();
    expect((await world.assets(person)).balances.tUSDC).toBe('900000000');
  });
});

describe('a registration', () => {
  test('R13.8: the salt of a deleted proposal is forgotten, and with it the meaning of the digest on the chain', async () => {
    const { body } = await world.call('POST', '/api/borrow', { as: asha, body: { ...FORM, status: 2 } });
    const salts = () =>
      world.db.selectFrom('chainRegistrations').select('salt').where('proposalId', '=', body.data.id).execute();
    expect(await salts()).toHaveLength(1);
    const deleted = await world.call('DELETE', `/api/borrow?id=${body.data.id}`, { as: asha });
    expect(deleted.status).toBe(200);
    expect(await salts()).toEqual([]);
    await world.settleChain();
  });

  test('R17.9, R13.8: waits, is registered, and says nothing personal', async () => {
    const title = 'A goat for Amina Rahman';
    const { body } = await world.call('POST', '/api/borrow', { as: asha, body: { ...FORM, title, status: 2 } });
    const look = async () => (await world.call('GET', `/api/chain/proposals/${body.data.id}`)).body.data;
    expect(await look()).toEqual({ state: 'waiting', deployHash: null, blockHeight: null });
    await world.settleChain();
    const registered = await look();
    expect(registered).toMatchObject({ state: 'registered', deployHash: expect.stringMatching(/^[0-9a-f]{64}$/) });

    const deploy = (await world.call('GET', `/api/chain/deploys/${registered.deployHash}`)).body.data;
    expect(deploy).toMatchObject({
      name: 'add_proposal',
      state: 'succeeded',
      entryPoint: 'add_proposal',
      blockHeight: registered.blockHeight,
      error: null,
      effects: expect.arrayContaining([expect.stringMatching(/^dictionary-/)]),
    });
    expect(Number(deploy.cost)).toBeGreaterThan(0);
    const record = deploy.args.find(({ name }: any) => name === 'proposal').value;
    expect(Object.keys(JSON.parse(record)).sort()).toEqual([
      'amountCents',
      'digest',
      'mfiId',
      'monthsToRepay',
      'proposalId',
    ]);
    const { salt } = await world.db.selectFrom('chainRegistrations').select('salt').executeTakeFirstOrThrow();
    const chain = JSON.stringify(world.devnet.rpc('info_get_deploy', { deploy_hash: registered.deployHash }));
    for (const secret of [title, 'Amina', asha.phone, salt]) {
      expect(chain).not.toContain(secret);
      expect(chain).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});
