import { beforeEach, expect, test } from 'vitest';
import { forgetRound, type KeptCash, keepRound, onRoundsChange, roundsNow } from '../../lib/kept-cash.ts';
import { startSession } from '../../lib/session.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Round } from './round.tsx';
import { roundOf, type Till } from './round-facts.ts';

type Sent = BodyOf<'enterTillEntries'>['entries'][number];

const refused: KeptCash = {
  clientId: 'first',
  number: 3,
  reference: 'RF48 2000 0026',
  name: 'Rahima Begum',
  amount: '4.00',
  paidOn: '2026-01-31',
  result: 'amount_above_outstanding',
  signedBy: null,
};

let tillId = '';
let serial = 0;
beforeEach(() => {
  serial += 1;
  tillId = String(7100 + serial);
  const stop = onRoundsChange(() => {});
  return async () => {
    await forgetRound(tillId);
    stop();
  };
});

/** The round with cash that the office refused, and what it is sent then. */
async function show(cash: KeptCash, sent: Sent[]) {
  const of = { userId: OFFICER.id, mfiId: '3', mfiName: 'ROI' };
  await keepRound({ ...of, tillId, number: serial, currency: 'USD', float: '0.00', cash: [cash] });
  startSession('token', OFFICER);
  fake('listTills', () => []);
  fake('readCollectionSheet', () => []);
  fake('enterTillEntries', ({ body: { entries } }) => {
    sent.push(...entries);
    return { results: entries.map(({ clientId }) => ({ clientId, result: 'taken', receipt: null })) };
  });
  const screen = await renderPage(<Round mfi={{ id: '3', name: 'ROI', timeZone: 'UTC' }} />, {
    path: '/App/MFIRound/ROI',
  });
  await screen.getByRole('button', { name: 'Enter anew' }).click();
  return { screen, dialog: screen.getByRole('dialog') };
}

const kept = () => roundsNow()?.find((round) => round.tillId === tillId)?.cash;

test('refused cash that is entered anew as it was is judged anew, and counts once (R22.5)', async () => {
  const sent: Sent[] = [];
  const { screen, dialog } = await show(refused, sent);
  await dialog.getByRole('button', { name: 'Take $4' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  // The office answers the id that it knows as before.
  expect(sent[0]).toMatchObject({ number: 3, loanReference: 'RF4820000026', paidOn: refused.paidOn });
  expect(sent[0]?.clientId).not.toBe(refused.clientId);
  await expect.poll(() => kept()?.map(({ number, result }) => [number, result])).toEqual([[3, 'taken']]);
  await expect.element(screen.getByText(/In hand: \$4/)).toBeVisible();
});

test('refused cash that is entered anew with another sum stays the same cash (R22.5)', async () => {
  const sent: Sent[] = [];
  const { dialog } = await show(refused, sent);
  await dialog.getByLabelText('Amount in USD').fill('3');
  await dialog.getByRole('button', { name: 'Take $3' }).click();
  await expect.poll(() => sent).toMatchObject([{ clientId: 'first', number: 3 }]);
});

test('cash that was refused for its day is entered anew with today, or another day (R22.5)', async () => {
  const sent: Sent[] = [];
  const { dialog } = await show({ ...refused, result: 'invalid_date' }, sent);
  const day = dialog.getByLabelText('Day you took it');
  await expect.element(day).toHaveValue(new Date().toISOString().slice(0, 10));
  await day.fill('');
  await dialog.getByRole('button', { name: 'Take $4' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await day.fill('2026-01-30');
  await dialog.getByRole('button', { name: 'Take $4' }).click();
  await expect.poll(() => sent).toMatchObject([{ clientId: 'first', number: 3, paidOn: '2026-01-30' }]);
});

test('a device that forgot the round counts cash that was entered anew once (R22.5)', () => {
  const entry = { ...refused, numberedBy: null, state: 'refused', local: null, note: '', receipt: null } as const;
  const till = { id: tillId, number: 1, float: { amount: '0.00', currency: 'USD' } } as Till;
  const cashOf = (...entries: readonly Partial<Till['entries'][number]>[]) =>
    roundOf(
      { ...till, entries: entries.map((each) => ({ ...entry, ...each })) },
      { userId: '1', mfiId: '3', mfiName: '' },
    ).cash.map(({ clientId }) => clientId);
  expect(cashOf({}, { clientId: 'anew', state: 'taken', result: null })).toEqual(['anew']);
  expect(cashOf({}, { clientId: 'anew' })).toEqual(['anew']);
  expect(cashOf({}, { clientId: 'other', number: 4 })).toEqual(['first', 'other']);
  // Cash of a number that another receipt has is other cash.
  expect(cashOf({ result: 'number_used' }, { clientId: 'other', state: 'taken' })).toEqual(['first', 'other']);
});
