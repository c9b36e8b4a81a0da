import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Another process has the chain's folder open. */
export class DirectoryInUse extends Error {}

/**
 * Makes this process the only one that writes in the folder. The lock is a listening socket named after the folder's
 * identity, which the operating system takes back however the process ends.
 * @returns the function that gives the folder back
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const address = socketAddress(directory);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (!path.isAbsolute(address) || (await answers(address))) {
      throw new DirectoryInUse(`another process runs the chain in ${directory}`);
    }
    // Only a socket in the file system outlives its process.
    fs.rmSync(address);
    return listen(address);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function socketAddress(directory: string): string {
  const { dev, ino } = fs.statSync(directory);
  const name = `casper-devnet-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `/tmp/${name}.sock`;
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
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
