import type { DataOf } from '../lib/wire.ts';

export const CHAIN_UP: DataOf<'chainStatus'> = {
  mode: 'devnet',
  chainName: 'casper-dev',
  height: 412,
  explorerUrl: null,
  healthy: true,
};
export const CHAIN_DOWN: DataOf<'chainStatus'> = { ...CHAIN_UP, height: null, healthy: false };

export const ASSETS: DataOf<'chainAssets'> = {
  publicAddress: `01${'ab'.repeat(32)}`,
  balances: {
    tUSDC: '1000000000',
    aUSDC: '123456789012345678',
    tUSDT: '0',
    aUSDT: '200000000',
    DLN: '1500000',
    DLNG: '5000',
  },
  stake: '50000000',
  faucetLeft: { tUSDC: '250000000', tUSDT: '1000000000' },
  proposals: [
    {
      id: '80',
      title: 'Two goats',
      amount: '50000000000',
      fundedAmount: '12000000000',
      monthsToRepay: 12,
      backed: { token: 'aUSDC', amount: '100000000' },
    },
    { id: '144', title: 'গরু কেনা', amount: '80000000000', fundedAmount: '0', monthsToRepay: 24, backed: null },
    { id: '166', title: 'ماكينة خياطة', amount: '30000000000', fundedAmount: '0', monthsToRepay: 6, backed: null },
    { id: '168', title: 'A roof of tin', amount: '120000000000', fundedAmount: '0', monthsToRepay: 36, backed: null },
    {
      id: '169',
      title: 'Rice for the season',
      amount: '20000000000',
      fundedAmount: '0',
      monthsToRepay: 3,
      backed: null,
    },
  ],
  pendingOperationId: null,
};

export const FIRST_HASH = '1a'.repeat(32);
export const SECOND_HASH = '2b'.repeat(32);

/** Minting: the person has paid, and the tokens are on their way. */
export const MINTING: DataOf<'findChainOperation'> = {
  id: '31',
  action: 'mint',
  status: 'pending',
  stuck: false,
  error: null,
  steps: [
    { name: 'pay', deployHash: FIRST_HASH, state: 'succeeded' },
    { name: 'give', deployHash: SECOND_HASH, state: 'sent' },
  ],
};

export const MINTED: DataOf<'findChainOperation'> = {
  ...MINTING,
  status: 'succeeded',
  steps: MINTING.steps.map((step) => ({ ...step, state: 'succeeded' as const })),
};
