import { expect, test } from 'vitest';
import { isProof } from '../../../../scripts/tests/gate.ts';
import { tellFigures } from '../test/figures.ts';
import { useLoans } from '../test/loans.ts';
import { openOtherProcess } from '../test/other-process.ts';
import { hammer } from '../test/stale-reads.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const READS = isProof ? 1_000_000 : 50_000;

test(`of ${READS} reads in two processes none is older than a second, while a third writes`, {
  timeout: 3_600_000,
}, async () => {
  const loan = await newLoan();
  const others = [await openOtherProcess(world), await openOtherProcess(world, { isDeaf: true })];
  const found = await hammer(
    world.app,
    others.map(({ app }) => app),
    { loan, isDone: (reads) => reads >= READS },
  );
  for (const { close } of others) await close();
  tellFigures(`${found.reads} reads, the oldest ${Math.round(found.oldestMs)} ms old`);
  expect(found.reads).toBeGreaterThanOrEqual(READS);
  expect(found.oldestMs).toBeLessThan(1_000);
});
