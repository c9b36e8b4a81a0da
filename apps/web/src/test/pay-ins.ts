import type { DataOf } from '../lib/wire.ts';

/** Two backings at ROI under one reference, payable by bank in dollars and by a wallet in rupees. */
export const ORDER: DataOf<'listPayInOrders'>[number] = {
  mfiId: '3',
  mfiName: 'ROI',
  reference: 'RF0810004217',
  amountDue: 35,
  payBy: '2026-11-29',
  payFirst: false,
  told: null,
  mayTell: true,
  credit: 0,
  lacksRate: false,
  items: [
    { investmentId: '1', proposalId: '169', title: 'Sewing machine', amount: 20, unpaid: 15, payBy: '2026-11-29' },
    { investmentId: '2', proposalId: '170', title: 'A loom', amount: 20, unpaid: 20, payBy: '2026-11-30' },
  ],
  channels: [
    {
      accountId: '11',
      kind: 'bank',
      currency: 'USD',
      holder: 'ROI Foundation',
      number: '3011 7788',
      bankName: 'State Bank',
      bic: '',
      amount: '35.00',
      lines: ['Send $35 by 29 Nov 2026.', 'Reference: RF08 1000 4217'],
      qr: '/api/money/orders/qr?mfiId=3&accountId=11',
    },
    {
      accountId: '12',
      kind: 'mobile_wallet',
      currency: 'INR',
      holder: 'ROI',
      number: '9820012345',
      bankName: '',
      bic: '',
      amount: '2908.50',
      lines: [],
      qr: '/api/money/orders/qr?mfiId=3&accountId=12',
    },
  ],
};

/** The same person when nothing is due: the reference stays. */
export const SETTLED: typeof ORDER = { ...ORDER, amountDue: 0, payBy: null, mayTell: false, items: [], channels: [] };

export const svg = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>', {
    headers: { 'content-type': 'image/svg+xml' },
  });
