import { expect, test } from 'vitest';
import { CHOSEN_KINDS, KIND_GROUPS } from './notifications.ts';

test('each kind that a person chooses of is in exactly one group', () => {
  const inOrder = (kinds: readonly string[]) => kinds.toSorted((a, b) => (a < b ? -1 : 1));
  expect(inOrder(Object.values(KIND_GROUPS).flat())).toEqual(inOrder(CHOSEN_KINDS));
});
