import { describe, expect, test } from 'vitest';
import { undoInTimeRefusal } from './undo-within-a-day.ts';

describe('R28.4, R31.5: a pause or an import is taken back within 24 hours, while nobody has used it', () => {
  const at = (time: string) => new Date(`2026-03-${time}:00.000Z`);
  test.each([
    ['within 24 hours', { undoneAt: null, isUsed: false }, '02T06:00', null],
    ['a minute later', { undoneAt: null, isUsed: false }, '02T06:01', 'too_late'],
    ['after it was used', { undoneAt: null, isUsed: true }, '01T07:00', 'too_late'],
    ['twice', { undoneAt: at('01T07:00'), isUsed: false }, '01T08:00', 'wrong_status'],
  ])('%s', (_, given, now, refusal) => {
    expect(undoInTimeRefusal({ enteredAt: at('01T06:00'), ...given }, at(now))).toBe(refusal);
  });
});
