import type { ProposalDetails } from '../lib/wire.ts';

type Schedule = ProposalDetails['schedule'];

/** A published loan of Rahima's: $100 over four months, nothing backed yet. */
export const SEWING_MACHINE: ProposalDetails = {
  id: '169',
  title: 'Sewing machine',
  description: 'A second machine for school uniforms.',
  amount: 100,
  currentBalance: 0,
  startDate: '2026-12-01',
  monthsToRepay: 4,
  image: null,
  imageUrl: null,
  status: 2,
  address: '',
  mfiId: '3',
  mfiName: 'ROI',
  userId: '7',
  userName: 'Rahima Begum',
  user: { firstName: 'Rahima', lastName: 'Begum' },
  isMFIApproved: true,
  isBackedByUser: false,
  isIgnored: false,
  unreadMessagesCount: 0,
  collectedAmount: 0,
  fundedAmount: 0,
  paidAmount: 0,
  pendingAmount: 0,
  outstandingAmount: 0,
  remainingAmount: 100,
  backersCount: 0,
  fundingDeadline: '2026-12-20T18:29:59.000Z',
  publishedAt: '2026-11-20T10:00:00.000Z',
  fundedAt: null,
  repaidAt: null,
  closedReason: null,
  returnReason: null,
  returnNote: null,
  proposalCampaigns: [],
  allowedActions: [],
  approvedAt: '2026-11-20T12:00:00.000Z',
  approvedByName: 'Anil Rao',
  schedule: [],
  repaymentState: null,
  daysLate: 0,
};

const month = (number: number, paidAmount: number, state: Schedule[number]['state']): Schedule[number] => ({
  number,
  dueOn: `2026-${String(8 + number).padStart(2, '0')}-15`,
  amount: 25,
  paidAmount,
  state,
});

/** The same loan while it is repaid: one month paid, $10 waiting, one month late. */
export const FUNDED: ProposalDetails = {
  ...SEWING_MACHINE,
  status: 5,
  currentBalance: 100,
  collectedAmount: 100,
  fundedAmount: 100,
  remainingAmount: 0,
  paidAmount: 25,
  pendingAmount: 10,
  outstandingAmount: 75,
  backersCount: 2,
  fundedAt: '2026-08-15T10:00:00.000Z',
  schedule: [month(1, 25, 'paid'), month(2, 0, 'late'), month(3, 0, 'due'), month(4, 0, 'upcoming')],
  repaymentState: 'late',
  daysLate: 37,
};
