import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { SEED_PASSWORD } from '../../config/production.ts';
import { PEOPLE } from '../../seed/people.ts';
import { NEEDS } from '../needs.ts';
import { checkOutLastReleased } from './last-release.ts';
import { usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const OUR_MIGRATIONS = fileURLToPath(new URL('../../db/migrations/', import.meta.url));

describe.skipIf(!NEEDS.history.isMet())('the last released version', () => {
  const place = usePlace();
  const start = useServerProcesses();
  let released: string;
  beforeAll(() => {
    released = checkOutLastReleased();
  });
  afterAll(() => fs.rmSync(released, { recursive: true, force: true }));

  test('a released migration is never edited', () => {
    const folder = path.join(released, 'apps/server/src/db/migrations');
    const names = fs.readdirSync(folder);
    expect(names).toContain('0001_machinery.sql');
    for (const name of names) {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      expect(fs.readFileSync(path.join(OUR_MIGRATIONS, name), 'utf8'), name).toBe(text);
    }
  });

  test('the last released version works on the newest schema: fills it, signs in, lists, takes a backing', async () => {
    const server = start({ ...place.env(), SEED: 'demo' }, path.join(released, 'apps/server/src/main.ts'));
    const url = await server.ready;

    const { accessToken } = await ask<{ accessToken: string }>(url, 'POST /api/identity/sign-in', {
      body: { username: PEOPLE.priya.phone, password: SEED_PASSWORD },
    });
    const listed = await ask<Proposal[]>(url, 'GET /api/borrow/proposalsNotByUserAddress?status=2,3', { accessToken });
    const body = { proposalId: listed[0]?.id, amount: 5 };
    const backing = await ask<{ proposal: Proposal }>(url, 'POST /api/borrow/backProposal', { accessToken, body });

    expect(backing.proposal.currentBalance).toBe(Number(listed[0]?.currentBalance) + 5);
    expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null, stderr: '' });
    expect(await place.look(listViolations)).toEqual([]);
  }, 180_000);
});

type Proposal = { readonly id: string; readonly currentBalance: number };
type Asked = { readonly accessToken?: string; readonly body?: object };

/** The `data` of a successful answer, whose shape is of another version's contract. */
async function ask<Data>(url: string, call: string, { accessToken, body }: Asked): Promise<Data> {
  const [method, address] = call.split(' ');
  const response = await fetch(`${url}${address}`, {
    ...(method && { method }),
    headers: {
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Data };
  expect(answer, `${call}: ${JSON.stringify(answer).slice(0, 500)}`).toMatchObject({ success: true });
  return answer.data;
}
