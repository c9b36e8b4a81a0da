import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { FIRST_HASH } from '../../test/chain.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ChainBadge } from './chain-badge.tsx';
import { Deploy } from './deploy.tsx';

const GIVEN: DataOf<'findChainDeploy'> = {
  hash: FIRST_HASH,
  name: 'give',
  state: 'succeeded',
  chainName: 'casper-dev',
  explorerUrl: null,
  account: `01${'cd'.repeat(32)}`,
  contractHash: 'ef'.repeat(32),
  entryPoint: 'transfer',
  args: [{ name: 'amount', value: '5000000' }],
  sentAt: '2026-06-03T10:00:00.000Z',
  blockHash: '77'.repeat(32),
  blockHeight: 1412,
  cost: '236692887',
  error: null,
  effects: ['dictionary-1', 'dictionary-2'],
};

const show = (hash = FIRST_HASH) => renderPage(<Deploy hash={hash} />, { path: `/CasperAssets/deploy/${hash}` });

test('a transaction names its action, its block and its cost', async () => {
  fake('findChainDeploy', () => GIVEN);
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: 'You get your tokens' })).toBeVisible();
  await expect.element(screen.getByText('1,412', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('0.236692887 CSPR')).toBeVisible();
  await screen.getByText('For developers').click();
  await expect.element(screen.getByText('amount: 5000000')).toBeVisible();
  await expect.element(screen.getByText('dictionary-2')).toBeVisible();
});

test('a failed deploy says why', async () => {
  fake('findChainDeploy', () => ({ ...GIVEN, state: 'failed', error: 'You do not have that many tokens.' }));
  const screen = await show();
  await expect.element(screen.getByText('You do not have that many tokens.')).toBeVisible();
});

test('a deploy that is in no block yet says so', async () => {
  fake('findChainDeploy', () => ({
    ...GIVEN,
    state: 'sent',
    blockHash: null,
    blockHeight: null,
    cost: null,
    effects: null,
  }));
  const screen = await show();
  await expect.element(screen.getByText('In no block yet')).toBeVisible();
});

test('a transaction that is not ours, or no hash at all, does not exist here', async () => {
  fake('findChainDeploy', () => ({ refusal: 'not_found' }));
  const screen = await show();
  await expect.element(screen.getByText('This transaction does not exist here')).toBeVisible();
  const other = await show('nonsense');
  await expect.element(other.getByText('This transaction does not exist here').last()).toBeVisible();
});

const badge = () => renderPage(<ChainBadge proposalId="169" />, { path: '/App/proposal' });

test('R17.9: a proposal says that it is recorded, and leads to the transaction', async () => {
  fake('findChainRegistration', () => ({ state: 'registered', deployHash: FIRST_HASH, blockHeight: 77 }));
  const screen = await badge();
  await expect
    .element(screen.getByRole('link', { name: 'Recorded on a public test chain (what is this?)' }))
    .toHaveAttribute('href', `/CasperAssets/deploy/${FIRST_HASH}`);
});

test('R17.9: one that waits says so', async () => {
  fake('findChainRegistration', () => ({ state: 'waiting', deployHash: null, blockHeight: null }));
  const screen = await badge();
  await expect.element(screen.getByText('Waits to be recorded on a public test chain')).toBeVisible();
});

test.each([{ state: 'none' as const, deployHash: null, blockHeight: null }, { refusal: 'internal_error' as const }])(
  'R17.9: otherwise nothing is said',
  async (answer) => {
    let asked = 0;
    fake('findChainRegistration', () => {
      asked += 1;
      return answer;
    });
    const screen = await badge();
    await expect.poll(() => asked).toBe(1);
    expect(screen.container.textContent).toBe('');
  },
);
