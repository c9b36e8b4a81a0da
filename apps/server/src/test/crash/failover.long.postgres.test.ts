import { describe } from 'vitest';
import { NEEDS } from '../needs.ts';
import { testFailovers } from './failovers.ts';

describe.skipIf(!NEEDS.patroni.isMet())('PostgreSQL under Patroni', () => {
  testFailovers({ isChained: false });
});
