import { afterAll, describe, expect, test } from 'vitest';
import { makeArchivedCluster } from '../archived-cluster.ts';
import { type BackupStorage, startBackupStorage } from '../backup-storage.ts';
import { NEEDS } from '../needs.ts';
import { drillRestores } from './restore-drill.ts';

describe.skipIf(!NEEDS.backupStorage.isMet())('PostgreSQL restored by pgBackRest from S3 over TLS', () => {
  let storage: BackupStorage;

  drillRestores(async () => {
    storage = await startBackupStorage();
    return makeArchivedCluster(storage.repository);
  });

  afterAll(() => storage.close());

  test('the backups lie in the bucket', async () => {
    expect(await storage.count()).toBeGreaterThan(20);
  });
});
