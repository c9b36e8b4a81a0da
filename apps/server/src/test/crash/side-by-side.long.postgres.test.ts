import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { type Sent, send } from './load.ts';
import { addPerson, addProposal, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

describe('two servers on one PostgreSQL', () => {
  const place = usePlace();
  const start = useServerProcesses();
  const startTwo = () => Promise.all([start(place.env()).ready, start(place.env()).ready]);

  test('the same request sent to both at once is done once, and both give the same answer (R6.3)', async () => {
    const { proposalId, backer } = await place.look(async (db) => {
      const owner = await addPerson(db);
      return { proposalId: await addProposal(db, owner.id), backer: await addPerson(db) };
    });
    const [one, other] = await startTwo();
    const requests = Array.from(
      { length: 40 },
      (): Sent => ({ key: randomUUID(), backer, dollars: 2, acknowledgedAs: null }),
    );

    const pairs = await Promise.all(
      requests.map((request) => Promise.all([send(one, proposalId, request), send(other, proposalId, request)])),
    );

    for (const [first, second] of pairs) expect(first).toBe(second);
    expect(new Set(pairs.flat()).size).toBe(requests.length);
    await place.look(async (db) => {
      const { backedCents } = await db
        .selectFrom('proposals')
        .select('backedCents')
        .where('id', '=', proposalId)
        .executeTakeFirstOrThrow();
      expect(backedCents).toBe(requests.length * 200);
      expect(await listViolations(db)).toEqual([]);
    });
  });

  test('a person who signs out at one is signed out at the other at once, on every device', async () => {
    const person = await place.look(addPerson);
    const [one, other] = await startTwo();
    // A read keeps the session in mind for a few seconds; the sign-out must reach it there.
    expect(await readAs(one, person)).toBe(200);
    expect(await readAs(other, person)).toBe(200);

    const signedOut = await fetch(`${one}/api/identity/sign-out`, { method: 'POST', headers: bearer(person) });

    expect(signedOut.status).toBe(200);
    expect(await readAs(one, person)).toBe(401);
    await expect.poll(() => readAs(other, person), { timeout: 1_000, interval: 20 }).toBe(401);
  });
});

function bearer({ token }: SignedInPerson): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function readAs(url: string, person: SignedInPerson): Promise<number> {
  const { status } = await fetch(`${url}/api/identity/current-user`, { headers: bearer(person) });
  return status;
}
