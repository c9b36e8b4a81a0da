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

test('keys are told apart by what they say, and of a thousand the oldest is forgotten', async () => {
  const reads: number[] = [];
  const read = remember(
    async ({ place }: { readonly place: number }) => reads.push(place),
    1000,
    () => new Date(0),
  );
  for (let place = 0; place < 1000; place += 1) await read({ place });
  await read({ place: 0 });
  expect(reads).toHaveLength(1000);
  await read({ place: 1000 });
  await read({ place: 1 });
  expect(reads).toHaveLength(1001);
  await read({ place: 0 });
  expect(reads.slice(1000)).toEqual([1000, 0]);
});
