import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { sendHalf } from './half-sent.ts';
import { addPerson, addProposal, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const place = usePlace();
const start = useServerProcesses();

test('on SIGTERM a server answers the requests it has begun, takes no new one and ends with code 0', async () => {
  const { proposalId, backers } = await place.look(async (db) => {
    const owner = await addPerson(db);
    const people = [];
    for (let count = 0; count < 10; count += 1) people.push(await addPerson(db));
    return { proposalId: await addProposal(db, owner.id), backers: people };
  });
  const server = start(place.env());
  const url = await server.ready;
  const begun = await Promise.all(
    backers.map(({ token }) =>
      sendHalf(
        url,
        '/api/borrow/backProposal',
        { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        { proposalId: String(proposalId), amount: 5 },
      ),
    ),
  );
  // The server reads all their headers in this time.
  await sleep(500);

  const ended = server.signal('SIGTERM');
  await expect.poll(() => isReachable(url), { timeout: 5_000 }).toBe(false);
  const answers = await Promise.all(begun.map((request) => request.finish()));

  expect(answers.map(({ status }) => status)).toEqual(backers.map(() => 201));
  expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
  await place.look(async (db) => {
    const proposal = await db.selectFrom('proposals').select('backedCents').executeTakeFirstOrThrow();
    expect(proposal.backedCents).toBe(backers.length * 500);
    expect(await listViolations(db)).toEqual([]);
  });
});

test('in its lame-duck time a server says at /readyz that it leaves, answers all else, and then stops', async () => {
  const server = start({ ...place.env(), LAME_DUCK_SECONDS: '3' });
  const url = await server.ready;
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const startedAt = performance.now();
  const ended = server.signal('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/api/chain/status')).toBe(200);
  expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  expect(await isReachable(url)).toBe(false);
});

async function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
