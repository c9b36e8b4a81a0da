import { useSyncExternalStore } from 'react';
import { beforeEach, expect, test } from 'vitest';
import {
  forgetRound,
  type KeptCash,
  keepCash,
  keepRound,
  type KeptRound,
  onRoundsChange,
  roundsNow,
  settleCash,
} from '../../lib/kept-cash.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { useSendCash } from './use-round.ts';

let tillId = '';
const cashOf = (number: number, changes: Partial<KeptCash> = {}): KeptCash => ({
  clientId: `0198f000-0000-7000-8000-00000000000${number}`,
  number,
  reference: 'RF39 1000 0026',
  name: 'A borrower',
  amount: '5.00',
  paidOn: '2026-01-31',
  result: null,
  signedBy: null,
  ...changes,
});
const roundOf = (cash: readonly KeptCash[]): KeptRound => ({
  userId: '1',
  tillId,
  number: 1,
  mfiId: '3',
  mfiName: 'ROI',
  currency: 'USD',
  float: '0.00',
  cash,
});

function Sending() {
  const round = useSyncExternalStore(onRoundsChange, roundsNow)?.find((each) => each.tillId === tillId);
  return round ? <Sent round={round} /> : null;
}

function Sent({ round }: { round: KeptRound }) {
  const error = useSendCash(round);
  return (
    <ul>
      {error && <li role="alert">{error.code}</li>}
      {round.cash.map(({ number, result, signedBy }) => (
        <li key={number}>{`${number} ${result ?? 'waits'} ${signedBy ?? ''}`.trim()}</li>
      ))}
    </ul>
  );
}

let serial = 0;
beforeEach(() => {
  serial += 1;
  tillId = String(serial);
  return () => forgetRound(tillId);
});

test('cash that the office cannot read holds up no other cash of the round (R22.5)', async () => {
  const lists: number[] = [];
  fake('enterTillEntries', ({ body: { entries } }) => {
    lists.push(entries.length);
    if (entries.some(({ number }) => number === 3)) return { refusal: 'invalid_request' };
    return { results: entries.map(({ clientId }) => ({ clientId, result: 'taken' as const, receipt: null })) };
  });
  await keepRound(roundOf([1, 2, 3, 4, 5].map((number) => cashOf(number))));
  const screen = await renderPage(<Sending />, { path: '/App/MFIRound/ROI' });
  await expect.element(screen.getByText('3 invalid_request')).toBeVisible();
  for (const number of [1, 2, 4, 5]) await expect.element(screen.getByText(`${number} taken`)).toBeVisible();
  expect(lists).toEqual([5, 3, 2, 1, 2]);
});

test('a refusal goes once another tab has sent all cash of the round (R22.5)', async () => {
  fake('enterTillEntries', () => ({ refusal: 'overloaded' }));
  await keepRound(roundOf([cashOf(1)]));
  const screen = await renderPage(<Sending />, { path: '/App/MFIRound/ROI' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('overloaded');
  await settleCash(tillId, [cashOf(1, { result: 'taken' })]);
  await expect.element(screen.getByText('1 taken')).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a late answer leaves cash as it was changed meanwhile (R22.5)', async () => {
  await keepRound(roundOf([cashOf(1), cashOf(2)]));
  await keepCash(tillId, [cashOf(1, { signedBy: 'Rahima' })]);
  await settleCash(tillId, [cashOf(1, { result: 'needs_expected' }), cashOf(2, { result: 'taken' })]);
  const kept = roundsNow()?.find((round) => round.tillId === tillId)?.cash;
  expect(kept?.map(({ number, result, signedBy }) => [number, result, signedBy]).sort()).toEqual([
    [1, null, 'Rahima'],
    [2, 'taken', null],
  ]);
});

test('a round of the office leaves what the device has written down (R22.5)', async () => {
  await keepRound(roundOf([]));
  await keepCash(tillId, [cashOf(1)]);
  await keepRound(roundOf([]));
  expect(roundsNow()?.find((round) => round.tillId === tillId)?.cash).toHaveLength(1);
});
