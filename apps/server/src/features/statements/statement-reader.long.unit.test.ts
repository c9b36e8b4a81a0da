import fs from 'node:fs';
import { STATEMENT_BYTES_MAX } from '@sathi/domain/statement-files.ts';
import { expect, test } from 'vitest';
import { largeStatement, readersOfThis } from '../../test/statements/large-statement.ts';
import { taskFor } from '../../test/statements/statement-fixture.ts';
import { createStatementReader } from './statement-reader.ts';

test('100,000 lines are read in a minute and in half a gigabyte (R21.1)', async () => {
  const file = largeStatement();
  expect(file.length).toBeGreaterThan(48 * 1024 * 1024);
  expect(file.length).toBeLessThan(STATEMENT_BYTES_MAX);
  const progress: number[] = [];
  let children: number[] | undefined;
  let peakKilobytes = 0;
  const started = performance.now();
  const reader = createStatementReader();
  const outcome = await reader.read(file, taskFor('11'), (bytes) => {
    progress.push(bytes);
    children ??= readersOfThis();
    peakKilobytes = Math.max(peakKilobytes, ...children.map(peakOf));
  });
  reader.close();
  expect(performance.now() - started).toBeLessThan(60_000);
  expect('lines' in outcome && outcome.lines.length).toBe(100_000);
  expect(peakKilobytes).toBeGreaterThan(64 * 1024);
  expect(peakKilobytes).toBeLessThan(512 * 1024);
  expect(new Set(progress).size).toBeGreaterThan(20);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
}, 120_000);

/** The most memory that it has had, in kilobytes. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
