import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { tellOutage } from '../figures.ts';
import { NEEDS } from '../needs.ts';
import { setUpOutages } from './outages.ts';

const MEGABYTE = 1_048_576;

describe.skipIf(!NEEDS.mount.isMet())('a database whose disk runs full', () => {
  const { cluster, through } = setUpOutages({ diskBytes: 400 * MEGABYTE });

  test('backings are refused with a time to ask again until there is room, and none is lost or doubled', async () => {
    const outcome = await through(2, async () => {
      const ballast = path.join(cluster().folder, 'ballast');
      fill(ballast);
      // Long enough for the log of the database to need its next file.
      await sleep(10_000);
      fs.rmSync(ballast);
      await cluster().start();
    });
    tellOutage('full twice', outcome);
    const { wrong, refused } = outcome;
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  }, 240_000);
});

/** Takes all the room that is left. */
function fill(file: string): void {
  const descriptor = fs.openSync(file, 'w');
  try {
    for (let size = MEGABYTE; size >= 4096; ) {
      try {
        fs.writeSync(descriptor, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size /= 16;
      }
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
