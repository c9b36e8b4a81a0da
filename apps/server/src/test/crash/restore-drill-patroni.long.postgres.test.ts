import { describe } from 'vitest';
import { FOLDER_REPOSITORY } from '../archived-cluster.ts';
import { makeArchivedPatroni } from '../archived-patroni.ts';
import { NEEDS } from '../needs.ts';
import { drillRestores } from './restore-drill.ts';

describe.skipIf(!NEEDS.archivedPatroni.isMet())('PostgreSQL under Patroni restored by pgBackRest', () => {
  drillRestores(() => makeArchivedPatroni(FOLDER_REPOSITORY));
});
