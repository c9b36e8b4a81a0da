import { expect, test } from 'vitest';
import { askProof, openProof, subscribeToProofs } from './proof.ts';

test('a proof that is asked for before its dialog has loaded waits for it, and all who ask share one answer', async () => {
  const first = askProof(['totp']);
  const second = askProof(['password']);
  let changes = 0;
  subscribeToProofs(() => (changes += 1));
  expect(openProof()?.methods).toEqual(['totp']);
  openProof()?.answer(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect([openProof(), changes]).toEqual([null, 1]);
});
