import { expect, test } from 'vitest';
import { momentOf } from './moments.ts';
import { isShownAt } from './replica-reads.ts';

test('the position of a moment is the number of transactions that had ended, and rises with each end', () => {
  const inOrder = ['100:100:', '100:101:100', '100:103:100,101', '100:103:100', '103:103:', '103:104:103', '104:104:'];
  const positions = inOrder.map((snapshot) => momentOf(snapshot).ended);
  expect(positions).toEqual([100n, 100n, 101n, 102n, 103n, 103n, 104n]);
  expect(momentOf('18446744073709550000:18446744073709551000:').ended).toBe(18_446_744_073_709_551_000n);
});

test.each([
  ['the same and nothing runs', '100:100:', [100n, 100n], true],
  ['the primary is further', '105:105:', [100n, 100n], true],
  ['the replica is further', '100:100:', [100n, 101n], false],
  ['a commit that the primary does not show yet was replayed', '100:103:100', [101n, 101n], false],
  ['the same one runs on both', '100:103:100', [100n, 103n], true],
  ['another runs that the replica may show', '100:103:100,101', [100n, 103n], false],
  ['what runs began after all that the replica shows', '100:103:101', [101n, 101n], true],
] as const)(
  'an answer of a replica is given only when the primary shows all of it: %s',
  (_, snapshot, ids, isShown) => {
    const [oldestId, nextId] = ids;
    expect(isShownAt(momentOf(snapshot), { isReplica: true, oldestId, nextId })).toBe(isShown);
  },
);
