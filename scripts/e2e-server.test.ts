import { expect, test } from 'vitest';
import { surroundings } from '../e2e/server.ts';

test('a journey never runs on the database or the mail server of the shell', () => {
  const around = { PATH: '/bin', TEST_RUN: '7', DATABASE_URL: 'postgres://own', SMTP_URL: 'smtp://own', SEED: 'none' };
  expect(surroundings(around)).toEqual({ PATH: '/bin', TEST_RUN: '7' });
});
