import type { Cell, Row } from './table.ts';

// There is no chain here: a person who may ask hears that it is away, and not that they may not.
const AWAY = '401 503 503 503 503 503';
const NOBODYS = '401 404 404 404 404 404';
const EVERYBODY = '200 200 200 200 200 200';
const NOWHERE = '404 404 404 404 404 404';

const tokens = { token: 'aUSDC', amount: 1 };
const asked = (call: Row['call'], more: object = {}): Row => ({
  call,
  request: () => ({ body: { ...tokens, ...more } }),
  codes: AWAY,
});

export const CHAIN_ROWS: readonly Row[] = [
  { call: 'chainStatus', request: () => ({}), codes: EVERYBODY },
  { call: 'chainAssets', request: () => ({}), codes: AWAY },
  {
    call: 'chainAssets',
    variant: 'of somebody else',
    request: ({ other }: Cell) => ({ query: { userId: other.id } }),
    codes: '401 403 403 403 403 403',
  },
  asked('askFaucet', { token: 'tUSDC' }),
  {
    call: 'askFaucet',
    variant: 'for somebody else',
    request: ({ other }: Cell) => ({ body: { ...tokens, token: 'tUSDC', userId: String(other.id) } }),
    codes: '401 403 403 403 403 403',
  },
  asked('mintTokens', { token: 'tUSDC' }),
  asked('redeemTokens'),
  asked('stakeTokens'),
  asked('unstakeTokens'),
  asked('backSample', { proposalId: '80' }),
  asked('unbackSample', { proposalId: '80' }),
  { call: 'findChainOperation', request: () => ({ params: { id: '987654321' } }), codes: NOBODYS },
  {
    call: 'findChainRegistration',
    request: ({ loan }: Cell) => ({ params: { id: loan.id } }),
    on: {
      open: EVERYBODY,
      funded: EVERYBODY,
      draft: '404 404 404 200 404 404',
      deleted: NOWHERE,
      missing: NOWHERE,
    },
  },
  { call: 'findChainDeploy', request: () => ({ params: { hash: 'ab'.repeat(32) } }), codes: NOWHERE },
];
