import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import AccountsPage from './accounts-page.tsx';

type Account = DataOf<'listMoneyAccounts'>[number];
type Rate = DataOf<'listRates'>[number];

const BANK: Account = {
  id: '11',
  kind: 'bank',
  currency: 'USD',
  label: 'State Bank',
  feeWords: ['CHARGE'],
  holder: 'ROI Foundation',
  number: '3011',
  bankName: '',
  bic: '',
  upiId: '',
  qrText: '',
  forPayIn: true,
  forPayOut: false,
  instructions: { en: 'Send {amount} with {reference}.', be: '', ar: '' },
  state: 'approved',
  waiting: null,
  enteredByName: null,
  enteredAt: null,
  endsAt: null,
  mayConfirm: false,
};
const WAITING: Account = {
  ...BANK,
  waiting: { number: '4022' },
  enteredByName: 'Mina Rahman',
  enteredAt: '2026-11-21T10:00:00.000Z',
  endsAt: '2026-12-21T10:00:00.000Z',
  mayConfirm: true,
};
const RATE: Rate = {
  id: '7',
  currency: 'BDT',
  perUsd: '122.35',
  validFrom: '2026-11-20',
  source: 'Bangladesh Bank',
  reason: '',
  state: 'entered',
  enteredByName: 'Mina Rahman',
  enteredAt: '2026-11-21T10:00:00.000Z',
  decidedByName: null,
  endsAt: '2026-12-21T10:00:00.000Z',
  mayConfirm: true,
};

function show(accounts: Account[], rates: Rate[] = []) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('listMoneyAccounts', () => accounts);
  fake('listRates', () => rates);
  return renderPage(
    <MfiNameProvider value="ROI">
      <AccountsPage />
    </MfiNameProvider>,
    { path: '/App/MFIAccounts/ROI' },
  );
}

test('an account is entered with what payers read, and waits for a second person (R19.6)', async () => {
  const asked: unknown[] = [];
  fake('enterMoneyAccount', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '11', state: 'entered' };
  });
  const screen = await show([]);
  await screen.getByRole('button', { name: 'Add an account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('What it is').selectOptions('Mobile wallet');
  await dialog.getByLabelText('Name for the office').fill('bKash');
  await dialog.getByLabelText('Holder').fill('ROI');
  await dialog.getByLabelText('Number').fill('01712345678');
  await dialog.getByLabelText(/^What payers read, in .*English/).fill('Send {sum}');
  await dialog.getByRole('button', { name: 'Enter the account' }).click();
  await expect.element(dialog.getByText('At most five lines, and nothing else in braces.')).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByLabelText(/^What payers read, in .*English/).fill('Send {amount}');
  await dialog.getByLabelText(/^Words of its fees/).fill('VAT, CHARGE,');
  await dialog.getByRole('button', { name: 'Enter the account' }).click();
  await expect
    .element(screen.getByText('Entered. A second person has to confirm it; in an office of one, you do.'))
    .toBeVisible();
  expect(asked).toMatchObject([
    [
      { mfiId: '3' },
      {
        kind: 'mobile_wallet',
        currency: 'USD',
        label: 'bKash',
        number: '01712345678',
        forPayIn: true,
        feeWords: ['VAT', 'CHARGE'],
        instructions: { en: 'Send {amount}', be: '', ar: '' },
      },
    ],
  ]);
});

test('a till asks for no more than name, holder and number (R19.6)', async () => {
  const asked: unknown[] = [];
  fake('enterMoneyAccount', ({ body }) => {
    asked.push(body);
    return { id: '11', state: 'entered' };
  });
  const screen = await show([]);
  await screen.getByRole('button', { name: 'Add an account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('What it is').selectOptions('Till at the office');
  await expect.element(dialog.getByLabelText(/^What payers read/)).not.toBeInTheDocument();
  await dialog.getByLabelText('Name for the office').fill('Till 1');
  await dialog.getByLabelText('Holder').fill('ROI');
  await dialog.getByLabelText('Number').fill('T1');
  await dialog.getByRole('button', { name: 'Enter the account' }).click();
  await expect
    .poll(() => asked)
    .toEqual([{ kind: 'till', currency: 'USD', label: 'Till 1', holder: 'ROI', number: 'T1' }]);
});

test('a change that waits stands beside what is in force, and the entry that was read is confirmed (R19.8)', async () => {
  const asked: unknown[] = [];
  fake('confirmMoneyAccount', ({ query }) => {
    asked.push(query);
    return { id: '11', state: 'approved' };
  });
  const screen = await show([WAITING]);
  await expect.element(screen.getByText('3011 → 4022')).toBeVisible();
  await expect.element(screen.getByText('Send USD 25.00 with RF08 1000 4217.')).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Confirmed. It is in force.')).toBeVisible();
  expect(asked).toEqual([{ mfiId: '3', id: '11', enteredAt: WAITING.enteredAt }]);
});

test('an account is taken out of use after a question, by one person (R19.6)', async () => {
  const asked: unknown[] = [];
  fake('changeMoneyAccount', ({ body }) => {
    asked.push(body);
    return { id: '11', state: 'approved' };
  });
  const screen = await show([BANK]);
  await screen.getByRole('button', { name: 'Take out of use' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Out of use. All staff are told.')).toBeVisible();
  expect(asked).toEqual([{ forPayIn: false }]);
});

test('a change begins with what waits, because it takes its place', async () => {
  const screen = await show([WAITING]);
  await screen.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByRole('dialog').getByLabelText('Number')).toHaveValue('4022');
});

test('a rate is entered with its source, and the reason that the server asks for stands at its field (R23.2)', async () => {
  const asked: unknown[] = [];
  fake('enterRate', ({ body }) => {
    asked.push(body);
    return { refusal: 'reason_required', errors: [{ path: 'reason', message: 'Please say why.' }] };
  });
  const screen = await show([]);
  await screen.getByRole('button', { name: 'Add a rate' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('From').fill('2026-11-20');
  await dialog.getByLabelText('One dollar costs').fill('much');
  await dialog.getByLabelText(/^Source/).fill('Bangladesh Bank');
  await dialog.getByRole('button', { name: 'Enter the rate' }).click();
  await expect.element(dialog.getByText('Please enter how much one dollar costs, such as 122.35.')).toBeVisible();
  await dialog.getByLabelText('One dollar costs').fill('১২২.৩৫');
  await dialog.getByRole('button', { name: 'Enter the rate' }).click();
  await expect.element(dialog.getByText('Please say why.')).toBeVisible();
  expect(asked).toEqual([
    { currency: 'BDT', validFrom: '2026-11-20', perUsd: '122.35', source: 'Bangladesh Bank', reason: '' },
  ]);
});

test('another person approves a rate after a question (R19.8)', async () => {
  const asked: unknown[] = [];
  fake('decideRate', ({ query, body }) => {
    asked.push([query, body]);
    return { id: '7', state: 'approved' };
  });
  const screen = await show([], [RATE]);
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Approved. It is in force.')).toBeVisible();
  expect(asked).toEqual([[{ mfiId: '3', id: '7' }, { state: 'approved' }]]);
});
