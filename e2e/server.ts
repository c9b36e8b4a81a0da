import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export type RunningServer = { readonly url: string; readonly stop: () => Promise<void> };

const READY = /Sathi is ready at (http:\/\/\S+)/;
const START_MS = 60_000;

/** Starts the product as `npm start` does, on a free port and an empty folder with the demo data. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sathi-e2e-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(dataDir, { recursive: true, force: true });
  };
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
