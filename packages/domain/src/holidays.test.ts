import { expect, test } from 'vitest';
import { inOrder } from './holidays.ts';

test('holidays stand in the order of the calendar, each day once', () => {
  const eid = { day: '2026-03-20', name: 'Eid' } as const;
  const may = { day: '2026-05-01', name: 'May Day' } as const;
  expect(inOrder([may, eid, { ...eid, name: 'Eid again' }])).toEqual([eid, may]);
});
