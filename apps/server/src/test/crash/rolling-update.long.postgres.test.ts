import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { listViolations } from '../../ledger/audit.ts';
import { tellFigures } from '../figures.ts';
import { NEEDS } from '../needs.ts';
import { freePort, type Nginx, startNginx } from '../nginx.ts';
import { checkOutLastReleased } from './last-release.ts';
import { addPerson, addProposal, type SignedInPerson, usePlace } from './place.ts';
import { type ServerProcess, useServerProcesses } from './server-process.ts';

const AT_ONCE = 6;
/** The time between two updates, in which all three processes answer. */
const CALM_MS = 2_000;

/** The ids of the backings that were answered, and how the requests failed that were not. */
type Traffic = { readonly acknowledged: string[]; readonly failed: string[]; reads: number };

describe.skipIf(!NEEDS.proxies.isMet())('three processes behind nginx, updated one after the other', () => {
  const place = usePlace();
  const start = useServerProcesses();
  let nginx: Nginx | undefined;
  let released: string | undefined;

  afterEach(() => nginx?.close());
  afterAll(() => released !== undefined && fs.rmSync(released, { recursive: true, force: true }));

  const startAt = (port: number, main?: string): ServerProcess =>
    start({ ...place.env(), PORT: String(port), LAME_DUCK_SECONDS: '3' }, main);

  /** Backings and reads without a pause until `isOver`; each answer that is no success is a failure. */
  async function traffic(proposalId: number, people: readonly SignedInPerson[], isOver: () => boolean) {
    const seen: Traffic = { acknowledged: [], failed: [], reads: 0 };
    const ask = async (method: string, address: string, headers: Record<string, string>, body?: string) => {
      const answer = await nginx?.ask(method, address, headers, body).catch((error: unknown) => String(error));
      if (typeof answer === 'object' && answer.status < 300) return JSON.parse(answer.body).data;
      seen.failed.push(`${method} ${typeof answer === 'object' ? `${answer.status} ${answer.body}` : answer}`);
      return null;
    };
    const back = async ({ token }: SignedInPerson) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ proposalId: String(proposalId), amount: 1 });
      const data = await ask('POST', '/api/borrow/backProposal', headers, body);
      if (data !== null) seen.acknowledged.push(data.id);
    };
    const read = async () => {
      if ((await ask('GET', `/api/borrow/findOne?id=${proposalId}`, {})) !== null) seen.reads += 1;
    };
    const endless = async (work: () => Promise<void>) => {
      while (!isOver()) await work();
    };
    await Promise.all(people.flatMap((person) => [endless(() => back(person)), endless(read)]));
    return seen;
  }

  /** Starts a process of each of these programs, and lets `change` happen to them while people back and read. */
  async function underTraffic(
    mains: readonly (string | undefined)[],
    change: (processes: readonly ServerProcess[], ports: readonly number[]) => Promise<void>,
  ) {
    const { proposalId, people } = await place.look(async (db) => {
      const owner = await addPerson(db);
      const backers = await Promise.all(Array.from({ length: AT_ONCE }, () => addPerson(db)));
      return { proposalId: await addProposal(db, owner.id), people: backers };
    });
    const ports = await Promise.all(mains.map(freePort));
    const processes = ports.map((port, index) => startAt(port, mains[index]));
    await Promise.all(processes.map(({ ready }) => ready));
    nginx = await startNginx(ports);
    let isOver = false;
    const running = traffic(proposalId, people, () => isOver);
    await change(processes, ports).finally(() => {
      isOver = true;
    });
    const { acknowledged, failed, reads } = await running;
    return place.look(async (db) => {
      const rows = await db.selectFrom('investments').select('id').where('proposalId', '=', proposalId).execute();
      const kept = new Set(rows.map(({ id }) => String(id)));
      // Backings that were answered and are not in the books, or the other way round.
      const wrong = [...new Set(acknowledged).symmetricDifference(kept), ...(await listViolations(db))];
      tellFigures(`${acknowledged.length} backings and ${reads} reads, ${failed.length} failed`);
      return { failed, wrong, isBusy: acknowledged.length > 50 && reads > 50 };
    });
  }

  async function updateEach(processes: readonly ServerProcess[], ports: readonly number[]): Promise<void> {
    for (const [index, process] of processes.entries()) {
      await sleep(CALM_MS);
      const { code, stderr } = await process.signal('SIGTERM');
      if (code !== 0) throw new Error(`a process ended with ${code}: ${stderr}`);
      await startAt(ports[index] ?? 0).ready;
    }
    await sleep(CALM_MS);
  }

  test('no request fails while each is stopped and started anew, and nothing is lost or doubled', async () => {
    const sound = { failed: [], wrong: [], isBusy: true };
    expect(await underTraffic([undefined, undefined, undefined], updateEach)).toEqual(sound);
  }, 600_000);

  test.skipIf(!NEEDS.history.isMet())(
    'no request fails while three processes of the last released version are updated to this one',
    async () => {
      released = checkOutLastReleased();
      const before = path.join(released, 'apps/server/src/main.ts');
      const sound = { failed: [], wrong: [], isBusy: true };
      expect(await underTraffic([before, before, before], updateEach)).toEqual(sound);
    },
    600_000,
  );
});
