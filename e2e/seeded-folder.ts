import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SEEDED_FOLDER, startServerOn } from './server.ts';

/** Before all journeys: fills one folder with the demo data, which each server starts from a copy of. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-e2e-seeded-'));
  const server = await startServerOn(folder);
  await server.stop();
  process.env[SEEDED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
