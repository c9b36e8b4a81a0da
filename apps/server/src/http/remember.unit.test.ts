import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test('a value read a moment ago is not read again, and a failure is not kept', async () => {
  let nowMs = 0;
  const reads: string[] = [];
  const read = remember(
    async (key: string) => {
      reads.push(key);
      if (reads.length === 1) throw new Error('down');
      return reads.length;
    },
    1000,
    () => new Date(nowMs),
  );
  await expect(read('a')).rejects.toThrow('down');
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([2, 2, 3]);
  nowMs = 999;
  expect(await read('a')).toBe(2);
  nowMs = 1000;
  expect(await read('a')).toBe(4);
  expect(reads).toEqual(['a', 'a', 'b', 'a']);
});
