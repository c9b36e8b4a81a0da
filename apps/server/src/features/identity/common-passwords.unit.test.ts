import fs from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const LIST = fs
  .readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test('at least 3,000 passwords that could be chosen are refused as common (security 6.2.4)', () => {
  expect(new Set(LIST).size).toBe(LIST.length);
  expect(LIST.filter((password) => password.length >= 8 && password === password.toLowerCase()).length).toBe(
    LIST.length,
  );
  expect(LIST.length).toBeGreaterThanOrEqual(3000);
});

test.each(['Password1', 'QWERTYUIOP', 'trustno1', 'greyhoun', 'bangladesh1', 'Sathi-2026'])(
  '%s is common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test('a sentence of four words is not common', () => {
  expect(isCommonPassword('a river of green tea')).toBe(false);
});
