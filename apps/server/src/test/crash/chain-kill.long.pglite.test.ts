import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { addPerson, addProposal, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

/** Five starts of the whole program and the installation of eight contracts, on a machine that may be busy. */
const TIMEOUT_MS = 300_000;
const POLL = { timeout: 120_000, interval: 100 };
const place = usePlace();
const start = useServerProcesses();
const env = () => ({ ...place.env(), CHAIN: 'on' });

async function get(url: string, path: string, as?: SignedInPerson): Promise<any> {
  const response = await fetch(`${url}/api/chain/${path}`, as && { headers: { authorization: `Bearer ${as.token}` } });
  return ((await response.json()) as { data: unknown }).data;
}

async function ask(url: string, action: string, as: SignedInPerson, amount: number): Promise<string> {
  const response = await fetch(`${url}/api/chain/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: 'tUSDC', amount }),
  });
  const body = (await response.json()) as { data?: { operationId: string } };
  if (response.status !== 202 || !body.data) throw new Error(`${action}: ${JSON.stringify(body)}`);
  return body.data.operationId;
}

const steps = (db: Db) =>
  db
    .selectFrom('chainDeploys')
    .innerJoin('chainOperations', 'chainOperations.id', 'chainDeploys.operationId')
    .select(['kind', 'step', 'chainDeploys.status', 'operationId'])
    .execute();

test(
  'killed while it installs and while it works, the server does each step on the chain once',
  async () => {
    const people = await place.look(async (db) => {
      const both = [await addPerson(db), await addPerson(db)] as const;
      await addProposal(db, both[0].id);
      return both;
    });
    let server = start(env());
    let url = await server.ready;
    // The server is killed in the middle of the installation.
    await expect.poll(async () => (await get(url, 'status')).height, POLL).toBeGreaterThan(2);
    await server.signal('SIGKILL');

    server = start(env());
    url = await server.ready;
    await expect.poll(async () => (await get(url, 'status')).healthy, POLL).toBe(true);
    const given = await Promise.all(people.map((person) => ask(url, 'faucet', person, 100)));
    const isDone = (id: string | undefined, person: SignedInPerson) => async () =>
      (await get(url, `operations/${id}`, person)).status;
    for (const [index, person] of people.entries()) {
      await expect.poll(isDone(given[index], person), POLL).toBe('succeeded');
    }

    const minted = await Promise.all(people.map((person) => ask(url, 'mint', person, 40)));
    await server.signal('SIGKILL');
    server = start(env());
    url = await server.ready;
    // The first deploys are on their way.
    const isUnderWay = async () => (await get(url, `operations/${minted[0]}`, people[0])).steps.length > 0;
    await expect.poll(isUnderWay, POLL).toBe(true);
    await server.signal('SIGKILL');

    server = start(env());
    url = await server.ready;
    for (const [index, person] of people.entries()) {
      await expect.poll(isDone(minted[index], person), POLL).toBe('succeeded');
      const { balances } = await get(url, 'assets', person);
      expect(balances).toMatchObject({ tUSDC: '60000000', aUSDC: '40000000' });
    }
    expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });

    const all = await place.look(steps);
    const done = all
      .filter(({ status }) => status === 'succeeded')
      .map(({ operationId, step }) => `${operationId} ${step}`);
    expect(new Set(done).size).toBe(done.length);
    // Setup has eight contracts, the permission and five samples; minting has three steps for each of two people.
    expect(all.filter(({ kind, status }) => kind === 'setup' && status === 'succeeded')).toHaveLength(14);
    expect(all.filter(({ kind, status }) => kind === 'mint' && status === 'succeeded')).toHaveLength(6);
  },
  TIMEOUT_MS,
);
