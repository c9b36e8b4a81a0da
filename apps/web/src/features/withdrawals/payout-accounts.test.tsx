import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { PayoutAccounts } from './payout-accounts.tsx';

type Account = DataOf<'listPayoutAccounts'>[number];

const usable: Account = {
  id: '4',
  method: 'bank',
  accountName: 'Rahima Begum',
  last4: '0118',
  bankName: 'Janata',
  branch: null,
  usableFrom: '2026-11-20T10:00:00.000Z',
  state: 'usable',
};
const at = { path: '/App/Portfolio' };

test('an account is added with its name and number, and the day is told from which money goes there (R25.1)', async () => {
  const kept: Account[] = [];
  const sent: unknown[] = [];
  fake('listPayoutAccounts', () => kept);
  fake('addPayoutAccount', ({ body }) => {
    sent.push(body);
    kept.push({ ...usable, state: 'new' });
    return kept[0] as Account;
  });
  const screen = await renderPage(<PayoutAccounts />, at);
  await screen.getByRole('button', { name: 'Add an account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep this account' }).click();
  expect(dialog.getByRole('alert').elements()).toHaveLength(3);
  await dialog.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('0117 0118');
  await dialog.getByRole('textbox', { name: 'Bank' }).fill('Janata');
  await dialog.getByRole('button', { name: 'Keep this account' }).click();
  await expect.element(screen.getByText(/^Kept\. Money can be sent there from/)).toBeInTheDocument();
  await expect.element(screen.getByRole('cell', { name: /^Janata.*0118/ })).toBeVisible();
  await expect.element(screen.getByText(/^Rests until/)).toBeVisible();
  const { method, accountName, bankName, branch } = usable;
  expect(sent).toEqual([{ method, accountName, accountNumber: '0117 0118', bankName, branch }]);
});

test('R6.3: an account without an answer, added again after the dialog was closed, is one account', async () => {
  const keys: (string | null)[] = [];
  fake('listPayoutAccounts', () => []);
  fake('addPayoutAccount', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { ...usable, state: 'new' as const };
  });
  const screen = await renderPage(<PayoutAccounts />, at);
  for (const times of [1, 2]) {
    await screen.getByRole('button', { name: 'Add an account' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name on the account' }).fill('Rahima Begum');
    await dialog.getByRole('textbox', { name: 'Account number' }).fill('0117 0118');
    await dialog.getByRole('textbox', { name: 'Bank' }).fill('Janata');
    await dialog.getByRole('button', { name: 'Keep this account' }).click();
    await expect.poll(() => keys).toHaveLength(times);
    if (times === 1) {
      await expect.element(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
  }
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('an account is removed after a question, and a refusal is told beside it (R25.1)', async () => {
  const asked: unknown[] = [];
  fake('listPayoutAccounts', () => [usable]);
  fake('removePayoutAccount', ({ query }) => {
    asked.push(query);
    return { refusal: 'in_use', detail: 'Money is to be sent to this account.' };
  });
  const screen = await renderPage(<PayoutAccounts />, at);
  await screen.getByRole('button', { name: /^Remove the account Janata/ }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Money is to be sent to this account.');
  expect(asked).toEqual([{ id: '4' }]);
});
