import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEEDED_FOLDER, startServerOn } from './server.ts';

/** Milliseconds that a busy machine may take for eight contracts and the loans. */
const CHAIN_MS = 60_000;

/**
 * Fills one folder with the demo data before all journeys; each server starts from a copy of it. Its chain has the
 * contracts and the loans by then, which every server would otherwise bring there itself.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-e2e-seeded-'));
  const server = await startServerOn(folder);
  await untilRecorded(server.url);
  await server.stop();
  process.env[SEEDED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Waits until the chain has our contracts and every open loan. */
async function untilRecorded(url: string): Promise<void> {
  const get = async (address: string) => ((await (await fetch(url + address)).json()) as { data: unknown }).data;
  const hasAll = async (): Promise<boolean> => {
    const { healthy } = (await get('/api/chain/status')) as { healthy: boolean };
    const open = (await get('/api/borrow/openProposals?limit=50')) as { id: string }[];
    const states = await Promise.all(open.map(({ id }) => get(`/api/chain/proposals/${id}`)));
    return healthy && (states as { state: string }[]).every(({ state }) => state !== 'waiting');
  };
  const until = Date.now() + CHAIN_MS;
  while (!(await hasAll())) {
    if (Date.now() > until) throw new Error('the chain did not get ready');
    await sleep(200);
  }
}
