import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRound, type KeptCash, keepRound, onRoundsChange, roundsNow } from '../../lib/kept-cash.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Round } from './round.tsx';
import type { SheetRow, Till } from './round-facts.ts';

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
const TILL: DataOf<'listMoneyAccounts'>[number] = {
  id: '12',
  kind: 'till',
  currency: 'USD',
  label: 'Till of the village',
  feeWords: [],
  holder: '',
  number: '',
  bankName: '',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: false,
  forPayOut: false,
  instructions: { en: '', be: '', ar: '' },
  state: 'approved',
  waiting: null,
  enteredByName: null,
  enteredAt: null,
  endsAt: null,
  mayConfirm: false,
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
afterEach(() => vi.restoreAllMocks());

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

function show(tills: readonly Till[] = []) {
  startSession('token', OFFICER);
  fake('listTills', () => [...tills]);
  fake('readCollectionSheet', () => [ROW]);
  fake('listMoneyAccounts', () => [TILL]);
  return renderPage(<Round mfi={{ id: '3', name: 'ROI', timeZone: 'UTC' }} />, { path: '/App/MFIRound/ROI' });
}

function fillStore() {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
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

test('a device that cannot store opens no till, and says so (R22.6)', async () => {
  fillStore();
  const screen = await show();
  await screen.getByRole('button', { name: 'Begin a round' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^This device could not keep it/);
});

test('a device whose clock is at another day is told so when it begins a round (R22.6)', async () => {
  fake('openTill', () => ({ refusal: 'invalid_date' }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Begin a round' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^This device is set to another day/);
});

test('a till that is open at the office and cannot be stored is told', async () => {
  fillStore();
  const none = { amount: '0.00', currency: 'USD' } as const;
  const sums = { float: none, expected: none, counted: null, received: null };
  const lists = { reasons: [], missing: [], later: [], entries: [] };
  const officer = { officerId: OFFICER.id, officerName: 'Mina Rahman', mayClose: true, mayReceive: false };
  const screen = await show([
    { id: tillId, number: serial, day: '2026-01-31', accountId: '12', state: 'open', ...sums, ...lists, ...officer },
  ]);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^This device could not keep it/);
});

test('cash that is handed back and cannot be noted is told (R22.5)', async () => {
  await begin([{ ...CASH, result: 'amount_above_outstanding' }]);
  const screen = await show();
  await screen.getByRole('button', { name: 'Hand back' }).click();
  fillStore();
  await screen.getByRole('dialog').getByRole('button', { name: 'Handed back' }).click();
  const alert = screen.getByRole('dialog').getByRole('alert');
  await expect.element(alert).toMatchTextContent(/^This device could not keep it/);
});
