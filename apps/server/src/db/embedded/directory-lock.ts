import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';

/**
 * Makes this process the only one that has the folder open, or refuses. Two embedded databases on one folder would
 * lose rows they had acknowledged. The lock is a listening socket named after the folder's identity: the kernel gives
 * it back however the process ends, so no stale lock file can remain. It reaches as far as one machine's (or
 * container's) network name space; a folder must not be shared between containers.
 * @throws StartupError when another process has it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  fs.mkdirSync(directory, { recursive: true });
  const address = socketAddress(directory);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (!path.isAbsolute(address) || (await answers(address))) throw inUse(directory);
    // A socket that does not answer is left from a process that is gone: in the file system it survives its process.
    fs.rmSync(address);
    return listen(address);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function socketAddress(directory: string): string {
  const { dev, ino } = fs.statSync(directory);
  const name = `sathi-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return `/tmp/${name}.sock`;
}

function listen(address: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => connection.destroy());
    server.once('error', reject);
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(address);
    connection.once('connect', () => connection.destroy(new Error('answered')));
    connection.once('error', (error) => resolve(error.message === 'answered'));
  });
}

function inUse(directory: string): StartupError {
  const folder = fs.realpathSync(directory);
  return new StartupError(
    `The folder ${folder} is in use by another running Sathi; stop that one, or give this one another DATA_DIR.`,
  );
}
