import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { StorageSettings } from '../config/transports.ts';
import { SWIFT_PYTHON } from './needs.ts';

const SERVER = fileURLToPath(new URL('./swift-server.py', import.meta.url));
const KEY = 'secret-of-the-test';

export type Swift = { readonly port: number; readonly settings: StorageSettings; readonly stop: () => Promise<void> };

/**
 * An OpenStack Swift of its own with one empty bucket, which holds every signature against its key. It lives in a temporary
 * folder, on free ports of this machine, with this account's rights, and ends when this process does.
 */
export async function startSwift(bucket = 'pictures'): Promise<Swift> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-swift-'));
  const server = spawn(SWIFT_PYTHON, ['-B', SERVER, folder, KEY], { stdio: ['pipe', 'pipe', 'pipe'], cwd: folder });
  let errors = '';
  server.stderr.on('data', (text: Buffer) => (errors += text.toString('utf8')));
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const lines = createInterface({ input: server.stdout });
  const [first] = (await Promise.race([once(lines, 'line'), ended])) as [unknown];
  const port = Number(first);
  if (typeof first !== 'string' || !Number.isInteger(port)) {
    await stop();
    throw new Error(`Swift did not start:\n${errors}`);
  }
  const settings: StorageSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'test:tester',
    secretAccessKey: KEY,
    forcePathStyle: true,
  };
  await clientOf(settings).send(new CreateBucketCommand({ Bucket: bucket }));
  return { port, settings, stop };
}

/** The storage as any holder of the key sees it. */
export function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: StorageSettings): S3Client {
  return new S3Client({
    endpoint: endpoint ?? '',
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
