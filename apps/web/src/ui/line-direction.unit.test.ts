import { expect, test } from 'vitest';
import { directionOfLine } from './line-direction.ts';

test.each([
  ['A second machine, so my sister can sew too', 'ltr'],
  ['২০টি শাড়ি', 'ltr'],
  ['\u2068\u2068«Loom» و', 'ltr'],
  ['٣ ماعز', 'rtl'],
  ['+880', undefined],
  ['', undefined],
])('%j runs %s', (line, direction) => {
  expect(directionOfLine(line)).toBe(direction);
});
