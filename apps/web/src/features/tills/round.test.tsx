import { beforeEach, expect, test } from 'vitest';
import { forgetRound, type KeptCash, keepRound, onRoundsChange, roundsNow } from '../../lib/kept-cash.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Round } from './round.tsx';
import type { SheetRow } from './round-facts.ts';

const ROW: SheetRow = {
  proposalId: '169',
  loanReference: 'RF4820000026',
  borrower: 'Rahima Begum',
  phone: '+8801712345678',
  area: 'Market',
  due: 4,
  overdue: 0,
  daysLate: 0,
  waiting: 0,
  localWaiting: null,
  local: null,
};
const CASH: KeptCash = {
  clientId: 'first',
  number: 3,
  reference: 'RF4820000026',
  name: 'Rahima Begum',
  amount: '4.00',
  paidOn: '2026-01-31',
  result: 'taken',
  signedBy: null,
};
let tillId = '';
let serial = 0;
beforeEach(() => {
  serial += 1;
  tillId = String(7300 + serial);
  const stop = onRoundsChange(() => {});
  return async () => {
    await forgetRound(tillId);
    stop();
  };
});

const begin = (cash: readonly KeptCash[]) =>
  keepRound({
    userId: OFFICER.id,
    tillId,
    number: serial,
    mfiId: '3',
    mfiName: 'ROI',
    currency: 'USD',
    float: '0.00',
    cash,
  });

function show() {
  startSession('token', OFFICER);
  fake('listTills', () => []);
  fake('readCollectionSheet', () => [ROW]);
  fake('listMoneyAccounts', () => []);
  return renderPage(<Round mfi={{ id: '3', name: 'ROI', timeZone: 'UTC' }} />, { path: '/App/MFIRound/ROI' });
}

test('the sheet says what waits once the till is handed over (R22.5)', async () => {
  await begin([CASH]);
  const screen = await show();
  await expect.element(screen.getByText('Receipt 3: $4')).toBeVisible();
  fake('changeTill', () => ({ state: 'closed' }));
  fake('readCollectionSheet', () => [{ ...ROW, waiting: 4 }]);
  await screen.getByRole('button', { name: 'Hand over' }).click();
  await screen.getByRole('dialog').getByLabelText('Counted, in USD').fill('4');
  await screen.getByRole('dialog').getByRole('button', { name: 'Close the till' }).click();
  await expect.element(screen.getByText('$4 waits for approval')).toBeVisible();
});

test('cash for a reference that was typed is marked at its person, and stored as the office writes it (R22.5)', async () => {
  fake('enterTillEntries', ({ body: { entries } }) => ({
    results: entries.map(({ clientId }) => ({ clientId, result: 'taken' as const, receipt: null })),
  }));
  await begin([{ ...CASH, reference: 'RF48 2000 0026' }]);
  const screen = await show();
  await expect.element(screen.getByText('Receipt 3: $4')).toBeVisible();
  await screen.getByRole('button', { name: 'Cash for another reference' }).click();
  await screen.getByRole('dialog').getByLabelText('Reference').fill('rf48 2000 0026');
  await screen.getByRole('dialog').getByLabelText('Amount in USD').fill('2');
  await screen.getByRole('dialog').getByRole('button', { name: 'Take $2' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Next person' }).click();
  await expect.element(screen.getByText('Receipt 4: $2')).toBeVisible();
  const kept = roundsNow()?.find((round) => round.tillId === tillId)?.cash;
  expect(kept?.find(({ number }) => number === 4)?.reference).toBe('RF4820000026');
});
