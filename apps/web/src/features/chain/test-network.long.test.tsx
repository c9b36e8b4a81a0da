import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';
import { startSession } from '../../lib/session.ts';
import { ASSETS, CHAIN_DOWN, CHAIN_UP } from '../../test/chain.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { TestNetwork } from './test-network.tsx';

type Form = 'Faucet' | 'Mint' | 'Redeem' | 'Stake' | 'UnStake' | 'Back' | 'UnBack';

function show(): Promise<RenderResult> {
  return renderPage(<TestNetwork />, { path: '/CasperDemo' });
}

function testNetwork({ assets = ASSETS, status = CHAIN_UP } = {}): Promise<RenderResult> {
  startSession('token', RAHIMA);
  fake('chainStatus', () => status);
  fake('chainAssets', () => assets);
  return show();
}

function partsOf(screen: RenderResult, name: Form) {
  const form = screen.getByRole('form', { name, exact: true });
  return {
    form,
    token: form.getByLabelText('Token'),
    proposal: form.getByLabelText('Sample proposal'),
    amount: form.getByLabelText('Amount'),
    button: form.getByRole('button', { name: /^(Faucet|Get|Mint|Redeem|Stake|UnStake|Back|UnBack)/ }),
  };
}

test('a visitor reads that it is test money and which actions there are, and is shown the way in', async () => {
  fake('chainStatus', () => CHAIN_UP);
  const screen = await show();
  await expect.element(screen.getByText('Test money, no value.')).toBeVisible();
  await expect.element(screen.getByText('casper-dev, block 412')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect.element(screen.getByText('Sets assets aside until you unstake them.')).toBeVisible();
  expect(screen.container.querySelector('form')).toBeNull();
});

test('six balances and the stake are exact to the last of six decimals', async () => {
  const screen = await testNetwork();
  const figure = (name: string) =>
    screen.getByRole('region', { name: 'Your balances' }).getByText(name, { exact: true });
  for (const token of ['tUSDC', 'aUSDC', 'tUSDT', 'aUSDT', 'DLN', 'DLNG', 'Staked']) {
    await expect.element(figure(token)).toBeVisible();
  }
  await expect.element(figure('123,456,789,012.345678')).toBeVisible();
  await expect.element(figure('0.005')).toBeVisible();
});

test.each(['Faucet', 'Mint', 'Redeem', 'Stake', 'UnStake', 'Back', 'UnBack'] as const)(
  'specification 5: %s does nothing for nothing or less, and takes the right tokens',
  async (name) => {
    const screen = await testNetwork();
    const { amount, button, token } = partsOf(screen, name);
    await expect.element(button).toBeDisabled();
    await amount.fill('0');
    await expect.element(button).toBeDisabled();
    await amount.fill('-1');
    await expect.element(button).toBeDisabled();
    await amount.fill('০.৫');
    await expect.element(button).toBeEnabled();
    const offered = [...(token.element() as HTMLSelectElement).options].map(({ value }) => value);
    const begins = name === 'Faucet' || name === 'Mint' ? 't' : 'a';
    expect(offered).toEqual([`${begins}USDC`, `${begins}USDT`]);
  },
);

test('specification 9: the faucet gives no more than is left of 1000 a day', async () => {
  const screen = await testNetwork();
  const { amount, button, form, token } = partsOf(screen, 'Faucet');
  await amount.fill('250.000001');
  await expect.element(form.getByText('That is more than 250 tUSDC.')).toBeVisible();
  await button.click();
  await token.selectOptions('tUSDT');
  await amount.fill('1000.000001');
  await expect.element(form.getByText('That is more than 1,000 tUSDT.')).toBeVisible();
  await form.getByRole('button', { name: 'All: 1,000 tUSDT' }).click();
  await expect.element(amount).toHaveValue('1000');
  expect(form.getByText(/^That is more/).elements()).toHaveLength(0);
});

test('a malformed amount, or one finer than six decimals, is told at its field', async () => {
  const screen = await testNetwork();
  const { amount, form } = partsOf(screen, 'Stake');
  await amount.fill('0.0000001');
  await expect.element(form.getByText('Write an amount such as 12 or 0.5, with at most six decimals.')).toBeVisible();
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
});

test('specification 9: the reward of unstaking is shown before the press', async () => {
  const screen = await testNetwork();
  const { amount, form } = partsOf(screen, 'UnStake');
  await amount.fill('12.345678');
  await expect.element(form.getByText('You get 12.345678 aUSDC back, and 1.234567 DLN as a reward.')).toBeVisible();
});

test('decision 25: a part of a backing earns 1.5% and 0.005%, the whole also 3% divided by the months', async () => {
  const screen = await testNetwork();
  const { amount, form } = partsOf(screen, 'UnBack');
  await amount.fill('50');
  await expect
    .element(form.getByText('You get 50 aUSDC back, and 0.75 DLN and 0.0025 DLNG as a reward.'))
    .toBeVisible();
  expect(form.getByText(/proposal’s contract adds/).elements()).toHaveLength(0);
  await form.getByRole('button', { name: 'All: 100 aUSDC' }).click();
  await expect
    .element(
      form.getByText(
        'As it is everything, the proposal’s contract adds 0.25 DLN: 3% of 100 aUSDC, divided by 12 months.',
      ),
    )
    .toBeVisible();
});

test("a sample shows the person's backing, and leads to the sections about it", async () => {
  const screen = await testNetwork();
  const samples = screen.getByRole('list', { name: 'Sample proposals' });
  await expect.element(samples.getByText('You back it with 100 aUSDC')).toBeVisible();
  expect(samples.getByRole('article').elements()).toHaveLength(5);
  await samples.getByRole('button', { name: 'Back “A roof of tin”' }).click();
  const { amount, proposal } = partsOf(screen, 'Back');
  await expect.element(amount).toHaveFocus();
  await expect.element(proposal).toHaveValue('168');
});

test('specification 8: un-backing without a backing is refused in the words of the specification', async () => {
  const asked: unknown[] = [];
  fake('unbackSample', ({ body, key }) => {
    asked.push({ body, hasKey: key !== null });
    return { refusal: 'chain_not_backed' };
  });
  const screen = await testNetwork();
  const { amount, button, form, proposal } = partsOf(screen, 'UnBack');
  await proposal.selectOptions('144');
  await amount.fill('5');
  await button.click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Current address did not back the proposal before.');
  expect(asked).toEqual([{ body: { token: 'aUSDC', amount: '5', proposalId: '144' }, hasKey: true }]);
});

test('a chain that has never been reached is said to be away, with samples in place of balances, until it is back', async () => {
  startSession('token', RAHIMA);
  fake('chainStatus', () => CHAIN_DOWN);
  fake('chainAssets', () => ({ refusal: 'chain_unavailable' }));
  const screen = await show();
  await expect.element(screen.getByText('Problem when calling getLatestBlockInfo')).toBeVisible();
  await expect.element(screen.getByText(/^Sample values/)).toBeVisible();
  await expect.element(screen.getByText('750', { exact: true })).toBeVisible();
  fake('chainStatus', () => CHAIN_UP);
  fake('chainAssets', () => ASSETS);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('123,456,789,012.345678')).toBeVisible();
  expect(screen.getByText('Problem when calling getLatestBlockInfo').elements()).toHaveLength(0);
});

test('a node that goes away leaves the balances that were read, with their age', async () => {
  fake('stakeTokens', () => {
    fake('chainStatus', () => CHAIN_DOWN);
    fake('chainAssets', () => ({ refusal: 'chain_unavailable' }));
    return { operationId: '31' };
  });
  fake('findChainOperation', () => ({
    id: '31',
    action: 'stake',
    status: 'failed',
    stuck: false,
    error: null,
    steps: [],
  }));
  const screen = await testNetwork();
  const { amount, button } = partsOf(screen, 'Stake');
  await amount.fill('1');
  await button.click();
  await expect.element(screen.getByText('Problem when calling getLatestBlockInfo')).toBeVisible();
  await expect.element(screen.getByText('Less than a minute old')).toBeVisible();
  await expect.element(screen.getByText('123,456,789,012.345678')).toBeVisible();
});

test('a chain whose contracts are not installed yet says that they are on their way', async () => {
  const screen = await testNetwork({ status: { ...CHAIN_UP, healthy: false } });
  await expect.element(screen.getByText(/contracts are still being installed/)).toBeVisible();
});

test('a chain that has no samples yet is asked again until it has', async () => {
  let proposals: typeof ASSETS.proposals = [];
  startSession('token', RAHIMA);
  fake('chainStatus', () => CHAIN_UP);
  fake('chainAssets', () => ({ ...ASSETS, proposals }));
  const screen = await show();
  await expect.element(screen.getByText(/contracts are still being installed/)).toBeVisible();
  proposals = ASSETS.proposals;
  await expect.element(screen.getByRole('article', { name: 'Two goats' }), { timeout: 30_000 }).toBeVisible();
});

test('the buttons of one row stand at one height, however much stands above them', async () => {
  await page.viewport(1280, 800);
  const screen = await testNetwork();
  await partsOf(screen, 'Faucet').amount.fill('1');
  await expect.element(partsOf(screen, 'Faucet').button).toBeEnabled();
  const bottom = (name: Form) => partsOf(screen, name).button.element().getBoundingClientRect().bottom;
  const rows: Form[][] = [
    ['Faucet', 'Mint', 'Redeem'],
    ['Stake', 'UnStake'],
    ['Back', 'UnBack'],
  ];
  for (const row of rows) expect(new Set(row.map(bottom)).size, row.join()).toBe(1);
});
