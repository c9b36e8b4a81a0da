import { describe } from 'vitest';
import { FOLDER_REPOSITORY, makeArchivedCluster } from '../archived-cluster.ts';
import { NEEDS } from '../needs.ts';
import { drillRestores } from './restore-drill.ts';

describe.skipIf(!NEEDS.pgbackrest.isMet())('PostgreSQL restored by pgBackRest from a folder', () => {
  drillRestores(() => makeArchivedCluster(FOLDER_REPOSITORY));
});
