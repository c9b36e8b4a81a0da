import { expect, test } from 'vitest';
import { isSpeltRight } from './sms-numbers.ts';

test.each([
  ['+8801712345678', true],
  ['+88001712345678', false],
  ['+919812345678', true],
  ['+9109812345678', false],
  ['+12025550199', true],
  ['+112025550199', false],
  ['+447400123456', true],
  // Italy gives numbers out with their zero.
  ['+390612345678', true],
  ['+999123456789', true],
])('R33.2: the spelling %s is the one of its country: %s', (phone, isRight) => {
  expect(isSpeltRight(phone)).toBe(isRight);
});
