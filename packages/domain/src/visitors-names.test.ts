import { expect, test } from 'vitest';
import { nameForVisitors } from './visitors-names.ts';

test.each([
  ['Rahima', 'Khatun', 'K.'],
  ['রহিমা', 'খাতুন', 'খা.'],
  ['Rahima', '', ''],
  ['Former', 'member', 'member'],
])('visitors read %s %s with the initial “%s” (R13.2)', (firstName, lastName, initial) => {
  expect(nameForVisitors({ firstName, lastName })).toEqual({ firstName, lastName: initial });
});
