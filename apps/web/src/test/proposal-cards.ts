import type { ProposalDetails, ProposalSummary } from '../lib/wire.ts';

/** A proposal for tests, open for backing with $140 of $400 unless told otherwise. */
export function proposalCard(over: Partial<ProposalSummary> = {}): ProposalSummary {
  return {
    id: '101',
    title: 'A sewing machine',
    description: 'To sew school uniforms at home.',
    amount: 400,
    currentBalance: 140,
    startDate: '2026-12-05',
    monthsToRepay: 12,
    image: null,
    imageUrl: null,
    imageBlur: null,
    imageAlt: null,
    localAmount: null,
    local: null,
    localOutstanding: null,
    localPaid: null,
    localPending: null,
    place: null,
    category: null,
    storyLanguage: null,
    translations: [],
    status: 3,
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
    collectedAmount: 140,
    fundedAmount: 0,
    paidAmount: 0,
    pendingAmount: 0,
    outstandingAmount: 0,
    remainingAmount: 260,
    backersCount: 6,
    fundingDeadline: new Date(Date.now() + 9.5 * 86_400_000).toISOString(),
    publishedAt: '2026-11-01T00:00:00.000Z',
    fundedAt: null,
    repaidAt: null,
    closedReason: null,
    returnReason: null,
    returnNote: null,
    trackRecord: { repaid: 0, onTime: 0, onChangedPlan: 0, active: 0, lateNow: 0, isFirstLoan: true },
    proposalCampaigns: [],
    allowedActions: [],
    ...over,
  };
}

export const FUNDED = {
  status: 5,
  currentBalance: 400,
  fundedAmount: 400,
  paidAmount: 66.66,
  outstandingAmount: 333.34,
  remainingAmount: 0,
} as const satisfies Partial<ProposalSummary>;

/** Twelve monthly instalments, of which `paid` are paid and the next is due or late. */
export function proposalPage(over: Partial<ProposalDetails> = {}, paid = 0): ProposalDetails {
  const next = over.repaymentState === 'late' ? 'late' : 'due';
  return {
    ...proposalCard(over),
    approvedAt: null,
    revision: '0',
    approvedByName: null,
    awaitedAmount: 0,
    backersAwaited: 0,
    isMoneySent: proposalCard(over).status >= 5,
    repaymentState: null,
    daysLate: 0,
    loanReference: null,
    paymentWaiting: null,
    freezes: [],
    hidden: [],
    schedule: Array.from({ length: 12 }, (_, index) => ({
      number: index + 1,
      dueOn: `2027-${String(index + 1).padStart(2, '0')}-05`,
      amount: index === 11 ? 33.37 : 33.33,
      paidAmount: index < paid ? 33.33 : 0,
      state: index < paid ? 'paid' : index === paid ? next : 'upcoming',
      local: null,
    })),
    ...over,
  };
}
