import type { Assets } from './actions.ts';

const backed = null;

/** Made-up assets for a page that has never reached the chain; the page says that they are. */
export const SAMPLE_ASSETS: Assets = {
  publicAddress: '',
  balances: {
    tUSDC: '750000000',
    aUSDC: '200000000',
    tUSDT: '1000000000',
    aUSDT: '0',
    DLN: '5000000',
    DLNG: '2500',
  },
  stake: '50000000',
  faucetLeft: { tUSDC: '0', tUSDT: '0' },
  proposals: [
    { id: '80', title: 'Two goats', amount: '50000000000', fundedAmount: '12000000000', monthsToRepay: 12, backed },
    { id: '144', title: 'গরু কেনা', amount: '80000000000', fundedAmount: '40000000000', monthsToRepay: 24, backed },
    { id: '166', title: 'ماكينة خياطة', amount: '30000000000', fundedAmount: '0', monthsToRepay: 6, backed },
    {
      id: '168',
      title: 'A roof of tin',
      amount: '120000000000',
      fundedAmount: '90000000000',
      monthsToRepay: 36,
      backed,
    },
    {
      id: '169',
      title: 'Rice for the season',
      amount: '20000000000',
      fundedAmount: '5000000000',
      monthsToRepay: 3,
      backed,
    },
  ],
  pendingOperationId: null,
};
