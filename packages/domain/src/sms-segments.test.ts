import { expect, test } from 'vitest';
import { smsSegments } from './sms-segments.ts';

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // A letter of the second table takes two places.
  [`${'a'.repeat(159)}€`, 2],
  [`${'a'.repeat(158)}€`, 1],
  // One letter outside both tables halves the room of all.
  [`${'a'.repeat(69)}ম`, 1],
  [`${'a'.repeat(70)}ম`, 2],
  ['م'.repeat(134), 2],
  ['م'.repeat(135), 3],
  // An emoji takes two places of UCS-2.
  [`${'a'.repeat(69)}😀`, 2],
])('an SMS is charged by the parts that it takes (%#)', (text, parts) => {
  expect(smsSegments(text)).toBe(parts);
});
