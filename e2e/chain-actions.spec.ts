import type { Page } from '@playwright/test';
import { expect, INVESTORS, test } from './world.ts';

type Action = 'Faucet' | 'Mint' | 'Redeem' | 'Stake' | 'UnStake' | 'Back' | 'UnBack';

/** The chain makes a block as soon as a deploy waits; a busy machine is slower. */
const A_WHILE = { timeout: 60_000 };

function formOf(page: Page, action: Action) {
  return page.getByRole('form', { name: action, exact: true });
}

/** Does one of the seven things and waits until the chain has done it. */
async function act(page: Page, action: Action, amount: string, submit: string): Promise<void> {
  const form = formOf(page, action);
  await form.getByLabel('Amount').fill(amount);
  await form.getByRole('button', { name: submit, exact: true }).click();
  const transaction = page.getByRole('region', { name: 'Your transaction' });
  await expect(transaction.getByText(`${action}: the transaction has come through.`)).toBeVisible(A_WHILE);
  await expect(transaction.getByRole('listitem').filter({ hasText: /^Done:/ })).toHaveCount(
    await transaction.getByRole('listitem').count(),
  );
}

async function expectBalances(page: Page, expected: Readonly<Record<string, string>>): Promise<void> {
  const balances = page.getByRole('region', { name: 'Your balances' });
  for (const [name, figure] of Object.entries(expected)) {
    const value = balances.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
    await expect(value, name).toHaveText(figure);
  }
}

test('all seven actions of the test network, each carried out by its chain', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(480_000);
  await signIn(page, INVESTORS[0]);
  await page.goto('/CasperAssets');
  await expect(page.getByText('Test money, no value.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Try it out' }).click();
  await page.waitForURL('**/CasperDemo');
  await expect(page.getByText(/, block \d+/)).toBeVisible();
  await expect(page.getByText(/still being installed/)).toHaveCount(0, A_WHILE);
  await expect(page.getByRole('article')).toHaveCount(5, A_WHILE);
  await expectBalances(page, { tUSDC: '0', aUSDC: '0', tUSDT: '0', aUSDT: '0', DLN: '0', DLNG: '0', Staked: '0' });

  await formOf(page, 'UnBack').getByLabel('Amount').fill('5');
  await formOf(page, 'UnBack').getByRole('button', { name: 'UnBack 5 aUSDC' }).click();
  await expect(formOf(page, 'UnBack').getByRole('alert')).toHaveText(
    'Current address did not back the proposal before.',
  );

  await act(page, 'Faucet', '১০০০', 'Get 1,000 tUSDC');
  await expectBalances(page, { tUSDC: '1,000' });
  await act(page, 'Mint', '600', 'Mint with 600 tUSDC');
  await expectBalances(page, { tUSDC: '400', aUSDC: '600' });
  await act(page, 'Redeem', '50', 'Redeem 50 aUSDC');
  await expectBalances(page, { tUSDC: '450', aUSDC: '550' });
  await act(page, 'Stake', '200', 'Stake 200 aUSDC');
  await expectBalances(page, { aUSDC: '350', Staked: '200' });
  await act(page, 'UnStake', '100.5', 'UnStake 100.5 aUSDC');
  await expectBalances(page, { aUSDC: '450.5', Staked: '99.5', DLN: '10.05' });

  await page.getByRole('button', { name: 'Back “Two goats”', exact: true }).click();
  await act(page, 'Back', '250', 'Back with 250 aUSDC');
  await expectBalances(page, { aUSDC: '200.5' });
  await expect(page.getByRole('article', { name: 'Two goats' })).toContainText('You back it with 250 aUSDC');
  await expectAccessible(page);

  // Decision 25: 1.5 % and 0.005 % for tokens taken back, and 3 % divided by 12 months for leaving.
  await formOf(page, 'UnBack').getByRole('button', { name: 'All: 250 aUSDC' }).click();
  await expect(formOf(page, 'UnBack').getByText('You get 250 aUSDC back, and 3.75 DLN and 0.0125 DLNG')).toBeVisible();
  await act(page, 'UnBack', '250', 'UnBack 250 aUSDC');
  await expectBalances(page, { aUSDC: '450.5', DLN: '14.425', DLNG: '0.0125' });

  await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Details' }).click();
  await page.waitForURL(/\/CasperAssets\/deploy\/[0-9a-f]{64}$/);
  await expect(page.getByRole('heading', { name: 'You get your reward' })).toBeVisible();
  await expect(page.getByText(/CSPR/)).toBeVisible();
  await page.getByText('For developers').click();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You get your reward' })).toBeVisible();
});
