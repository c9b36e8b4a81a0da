import { describe } from 'vitest';
import { NEEDS } from '../needs.ts';
import { testFailovers } from './failovers.ts';

describe.skipIf(!NEEDS.chain.isMet())(
  'PgBouncer, HAProxy and PostgreSQL under Patroni, with readers of the standbys',
  () => {
    testFailovers({ isChained: true });
  },
);
