import type { DataOf } from '../lib/wire.ts';

/** A repayment that waits for the office, of which nobody has said how it was made. */
export const PENDING_PAYMENT: DataOf<'enterPayment'> = {
  id: '4',
  proposalId: '169',
  amount: 10,
  date: '2026-11-21T10:00:00.000Z',
  isApproved: false,
  state: 'pending',
  purpose: 'repayment',
  reason: null,
  mayTakeBack: false,
  decidedAt: null,
  channel: null,
  reference: null,
  paidOn: '2026-11-21',
  approvedOn: null,
  local: null,
  slip: null,
  slipUrl: null,
  receipt: null,
  gain: null,
};

/** One bank account in dollars. */
export const HOW_TO_PAY: DataOf<'findHowToPay'> = {
  reference: 'RF0820004217',
  amountDue: 15,
  local: null,
  payBy: '2026-10-15',
  reminders: [],
  channels: [
    {
      accountId: '11',
      kind: 'bank',
      currency: 'USD',
      holder: 'ROI Foundation',
      number: '3011778899',
      bankName: 'State Bank',
      bic: '',
      amount: '15.00',
      lines: ['Write RF08 2000 4217 as the description.'],
      qr: '/api/borrow/howToPay/qr?proposalId=101&accountId=11',
    },
  ],
};
