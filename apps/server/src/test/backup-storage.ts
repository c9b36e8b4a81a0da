import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Repository } from './archived-cluster.ts';
import { clientOf, startSwift } from './swift.ts';

const NAME = 'localhost';
const BUCKET = 'backups-of-the-test';

export type BackupStorage = {
  readonly repository: Repository;
  /** How many objects its bucket holds, a thousand at most. */
  readonly count: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** A storage that speaks S3 over TLS, with one empty bucket and a certificate that nobody knows but who is given it. */
export async function startBackupStorage(): Promise<BackupStorage> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-storage-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const names = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'ignore' });
  // pgBackRest runs as the account of PostgreSQL.
  fs.chmodSync(folder, 0o755);
  const swift = await startSwift(BUCKET);
  const server = createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, (client) => {
    // A client that does not trust the certificate goes away in the middle.
    pipeline(client, connect(swift.port, '127.0.0.1'), client, () => {});
  });
  server.listen(0, NAME);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    'repo1-s3-bucket': BUCKET,
    'repo1-s3-endpoint': `${NAME}:${port}`,
    'repo1-s3-key': swift.settings.accessKeyId,
    'repo1-s3-key-secret': swift.settings.secretAccessKey,
    'repo1-storage-ca-file': certificate,
  };
  const count = async (): Promise<number> =>
    (await clientOf(swift.settings).send(new ListObjectsV2Command({ Bucket: BUCKET }))).KeyCount ?? 0;
  const close = async (): Promise<void> => {
    server.close();
    await swift.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { repository: { file: 'pgbackrest-s3.conf', settings: () => settings }, count, close };
}
