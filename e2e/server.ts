import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export type RunningServer = { readonly url: string; readonly stop: () => Promise<void> };

const READY = /Sathi is ready at (http:\/\/\S+)/;
const START_MS = 60_000;

/** The variable that names the folder with the demo data, where one has been filled. */
export const SEEDED_FOLDER = 'SATHI_E2E_SEEDED_FOLDER';

/** Starts the product on a folder of its own with the demo data. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-e2e-'));
  const seeded = process.env[SEEDED_FOLDER];
  if (seeded !== undefined) await cp(seeded, folder, { recursive: true });
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { url, stop } = await startServerOn(folder, environment);
    return { url, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Variables about the machine and the run. Those of the product stay out, or a shell that has them would lend its own database. */
const OF_THE_MACHINE = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE', 'TEST_RUN'];

/** The variables around it that a started server takes over. */
export function surroundings(around: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(around).filter(([name]) => OF_THE_MACHINE.includes(name)));
}

/** Starts the product as `npm start` does, on a free port; an empty folder is filled with the demo data. */
export async function startServerOn(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: { ...surroundings(), PORT: '0', DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => ended(child);
  try {
    return { url: await readyAddress(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not get ready')), START_MS);
    let output = '';
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const address = READY.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
