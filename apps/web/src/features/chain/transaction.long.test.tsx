import { afterEach, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { ASSETS, CHAIN_UP, FIRST_HASH, MINTED, MINTING, SECOND_HASH } from '../../test/chain.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { dismissToast, shownToasts } from '../../ui/toast.ts';
import { TestNetwork } from './test-network.tsx';

type Operation = DataOf<'findChainOperation'>;

/** Longer than the longest wait between two looks at an operation. */
const LATER = { timeout: 30_000 };
// They belong to the document, not to the page.
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

const SENT = 'Transaction sent to network, please wait...';

function testNetwork({ explorerUrl = null as string | null, pendingOperationId = null as string | null } = {}) {
  startSession('token', RAHIMA);
  fake('chainStatus', () => ({ ...CHAIN_UP, explorerUrl }));
  fake('chainAssets', () => ({ ...ASSETS, pendingOperationId }));
  return renderPage(<TestNetwork />, { path: '/CasperDemo' });
}

async function mint(screen: RenderResult, operation: () => Operation): Promise<void> {
  fake('mintTokens', () => ({ operationId: '31' }));
  fake('findChainOperation', operation);
  const form = screen.getByRole('form', { name: 'Mint', exact: true });
  await form.getByLabelText('Amount').fill('5');
  await form.getByRole('button', { name: 'Mint with 5 tUSDC' }).click();
}

const panel = (screen: RenderResult) => screen.getByRole('region', { name: 'Your transaction' });

test('one transaction at a time: until it has come through, nothing else can be started', async () => {
  let answer = MINTING;
  const screen = await testNetwork();
  await mint(screen, () => answer);
  expect(shownToasts()).toContainEqual(expect.objectContaining({ text: SENT, durationMs: 60_000 }));
  const steps = panel(screen).getByRole('list', { name: 'Steps' });
  await expect.element(steps.getByText(/Your tokens leave your account/)).toBeVisible();
  await expect.element(steps.getByRole('link', { name: 'Show the transaction 2b2b2b2b…' })).toBeVisible();
  for (const name of ['Faucet', 'Mint', 'Redeem', 'Stake', 'UnStake', 'Back', 'UnBack']) {
    const form = screen.getByRole('form', { name, exact: true });
    await form.getByLabelText('Amount').fill('1');
    await expect.element(form.getByRole('button', { name: /\b1 [at]USDC$/ }).last()).toBeDisabled();
  }
  fake('chainAssets', () => ({ ...ASSETS, balances: { ...ASSETS.balances, tUSDC: '995000000' } }));
  answer = MINTED;
  await expect.element(screen.getByText('995', { exact: true }), LATER).toBeVisible();
  await expect.element(panel(screen).getByText('Mint: the transaction has come through.')).toBeVisible();
  const stake = screen.getByRole('form', { name: 'Stake', exact: true });
  await expect.element(stake.getByRole('button', { name: 'Stake 1 aUSDC' })).toBeEnabled();
});

test('a finished transaction is told for 100 seconds, with a link to our own page of it', async () => {
  const screen = await testNetwork();
  await mint(screen, () => MINTED);
  const link = screen.getByRole('link', { name: 'Details', exact: true });
  await expect.element(link).toHaveAttribute('href', `/CasperAssets/deploy/${SECOND_HASH}`);
  const [told, ...others] = shownToasts();
  expect(others).toEqual([]);
  expect(told).toMatchObject({ kind: 'success', durationMs: 100_000 });
});

test('the links lead to the explorer of a chain that has one', async () => {
  const screen = await testNetwork({ explorerUrl: 'https://explorer.example' });
  await mint(screen, () => MINTED);
  await expect
    .element(screen.getByRole('link', { name: 'Details', exact: true }))
    .toHaveAttribute('href', `https://explorer.example/deploy/${SECOND_HASH}`);
});

test('a transaction that fails says why, in the panel and in a toast, and the next may be started', async () => {
  const screen = await testNetwork();
  await mint(screen, () => ({
    ...MINTING,
    status: 'failed',
    error: 'Invalid Deploy',
    steps: [
      { name: 'pay', deployHash: FIRST_HASH, state: 'failed', error: 'Invalid Deploy' },
      { name: 'give', deployHash: null, state: 'waiting' },
    ],
  }));
  await expect.element(panel(screen).getByText('Mint: Invalid Deploy')).toBeVisible();
  expect(shownToasts()).toContainEqual(expect.objectContaining({ kind: 'error', text: 'Mint: Invalid Deploy' }));
  const form = screen.getByRole('form', { name: 'Mint', exact: true });
  await form.getByLabelText('Amount').fill('5');
  await expect.element(form.getByRole('button', { name: 'Mint with 5 tUSDC' })).toBeEnabled();
});

test('a transaction that was under way when the page was opened goes on being watched', async () => {
  fake('findChainOperation', () => MINTING);
  const screen = await testNetwork({ pendingOperationId: '31' });
  await expect.element(panel(screen).getByText(SENT)).toBeVisible();
  const form = screen.getByRole('form', { name: 'Faucet', exact: true });
  await form.getByLabelText('Amount').fill('5');
  await expect.element(form.getByRole('button', { name: 'Get 5 tUSDC' })).toBeDisabled();
  await expect.element(form.getByText(/^One transaction at a time/)).toBeVisible();
});

test('a transaction that waits for an operator says so', async () => {
  fake('findChainOperation', () => ({ ...MINTING, stuck: true }));
  const screen = await testNetwork({ pendingOperationId: '31' });
  await expect.element(panel(screen).getByText(/waits for the people who run this site/)).toBeVisible();
});

test('a chain that answers nothing to a press says so in the section, and the amount stays', async () => {
  fake('mintTokens', () => ({ refusal: 'chain_unavailable' }));
  const screen = await testNetwork();
  const form = screen.getByRole('form', { name: 'Mint', exact: true });
  await form.getByLabelText('Amount').fill('5');
  await form.getByRole('button', { name: 'Mint with 5 tUSDC' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Problem when calling getLatestBlockInfo');
  await expect.element(form.getByLabelText('Amount')).toHaveValue('5');
});

test('pressing again after a broken connection is the same wish', async () => {
  const keys: (string | null)[] = [];
  fake('mintTokens', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { operationId: '31' };
  });
  fake('findChainOperation', () => MINTED);
  const screen = await testNetwork();
  const form = screen.getByRole('form', { name: 'Mint', exact: true });
  await form.getByLabelText('Amount').fill('5');
  await form.getByRole('button', { name: 'Mint with 5 tUSDC' }).click();
  await expect.element(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: 'Mint with 5 tUSDC' }).click();
  await expect.element(panel(screen).getByText('Mint: the transaction has come through.')).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});
