/** Every cached answer's name, so that one feature can refresh another's without importing it. */
export const queryKeys = {
  mfi: (name: string) => ['mfi', name] as const,
  allMfis: ['mfi'] as const,
  mfis: ['mfis'] as const,
  /** The places of one institution, or of all. */
  places: (mfiName?: string) => ['places', mfiName] as const,
  publicFigures: (of: Record<string, string>) => ['public-figures', of] as const,
  /** The figures of an institution, or of all, at the end of a day. */
  loanFigures: (of: Record<string, string>) => ['loan-figures', of] as const,
  mfiShowcase: (name: string) => ['mfi', name, 'showcase'] as const,
  mfiQueues: (name: string) => ['mfi', name, 'queues'] as const,
  mfiStats: (name: string) => ['mfi', name, 'stats'] as const,
  mfiPortfolio: (name: string) => ['mfi', name, 'portfolio'] as const,
  /** Requests for money, the batches that pay them, and the people to whom nothing is paid. */
  payouts: (mfiId: string) => ['mfi', mfiId, 'payouts'],
  moneySettings: (mfiId: string) => ['mfi', mfiId, 'money-settings'] as const,
  moneyAccounts: (mfiId: string) => ['mfi', mfiId, 'money-accounts'] as const,
  /** Lines, days and position, which every booking changes. */
  desk: (mfiId: string) => ['mfi', mfiId, 'desk'] as const,
  deskLines: (mfiId: string, accountId: string, pile: string) =>
    ['mfi', mfiId, 'desk', 'lines', accountId, pile] as const,
  deskDays: (mfiId: string, accountId: string) => ['mfi', mfiId, 'desk', 'days', accountId] as const,
  /** People whose credit is below zero. */
  debts: (mfiId: string) => ['mfi', mfiId, 'desk', 'debts'] as const,
  deskPosition: (mfiId: string) => ['mfi', mfiId, 'desk', 'position'] as const,
  /** Every month of an institution, and its statement. */
  settlements: (mfiId: string) => ['mfi', mfiId, 'settlements'] as const,
  rates: (mfiId: string) => ['mfi', mfiId, 'rates'] as const,
  holidays: (mfiId: string) => ['mfi', mfiId, 'holidays'] as const,
  loanLimits: (mfiId: string) => ['mfi', mfiId, 'loan-limits'] as const,
  staff: (mfiId: string) => ['staff', mfiId] as const,
  phoneChanges: (mfiId: string) => ['phone-changes', mfiId] as const,
  staffToConfirm: (mfiId: string) => ['staff', mfiId, 'to-confirm'] as const,
  auditLog: (mfiId: string) => ['staff', mfiId, 'audit-log'] as const,
  forgiving: (proposalId: string) => ['forgiving', proposalId] as const,
  loanDefault: (proposalId: string) => ['loan-default', proposalId] as const,
  hardships: (proposalId: string) => ['hardships', proposalId] as const,
  imports: (mfiId: string) => ['imports', mfiId] as const,
  pauses: (mfiId: string) => ['pauses', mfiId] as const,
  pausePlaces: (mfiId: string) => ['pauses', mfiId, 'places'] as const,
  planChanges: (proposalId: string) => ['plan-changes', proposalId] as const,
  contacts: (proposalId: string) => ['contacts', proposalId] as const,
  people: (mfiId: string, search: string) => ['people', mfiId, 'list', search] as const,
  person: (mfiId: string, id: string) => ['people', mfiId, id] as const,
  freezes: (mfiId: string) => ['freezes', mfiId] as const,
  reports: (mfiId: string) => ['reports', mfiId] as const,
  ownFreezes: ['freezes', 'own'] as const,
  /** The money that the person signed in lent, loan by loan and movement by movement. */
  portfolio: ['portfolio'] as const,
  portfolioLoans: ['portfolio', 'loans'] as const,
  statement: (period: { from?: string; to?: string }) => ['portfolio', 'statement', period] as const,
  yearLetter: (year: number | undefined) => ['portfolio', 'year-letter', year] as const,
  /** The sums that the person signed in owes institutions that await money, and each code to pay by. */
  orders: ['orders'] as const,
  relendRules: ['relend-rules'] as const,
  openCampaigns: (mfiId: string) => ['open-campaigns', mfiId] as const,
  payInCode: (mfiId: string, accountId: string, amount: string) =>
    ['orders', 'code', mfiId, accountId, amount] as const,
  repaymentCode: (proposalId: string, accountId: string, amount: string) =>
    ['how-to-pay', proposalId, accountId, amount] as const,
  /** The money of the person signed in that came. */
  payIns: ['portfolio', 'pay-ins'] as const,
  tills: (mfiId: string) => ['tills', mfiId] as const,
  /** Each part of the collection sheet that was asked for. */
  sheets: (mfiId: string) => ['sheet', mfiId] as const,
  sheet: (mfiId: string, wanted: Record<string, unknown>) => ['sheet', mfiId, wanted] as const,
  /** The people who owe an institution money, for its staff, and the money that came. */
  allPayIns: (mfiId: string) => ['pay-ins', mfiId] as const,
  awaited: (mfiId: string) => ['pay-ins', mfiId, 'awaited'] as const,
  receipts: (mfiId: string, state: string) => ['pay-ins', mfiId, 'receipts', state] as const,
  /** The link by which the person signed in passes something on. */
  ownLink: (kind: string, id: string) => ['own-link', kind, id] as const,
  invitation: (token: string) => ['invitation', token] as const,
  /** Proposals that the person signed in was invited to. */
  invitations: ['proposals', 'invitations'] as const,
  /** The account of the person signed in: how they sign in. */
  account: ['account'] as const,
  user: (id: string) => ['user', id] as const,
  /** Every list and summary of proposals. */
  proposals: ['proposals'] as const,
  proposalList: (list: 'own' | 'others' | 'ignored' | 'mfi' | 'open', filters: Record<string, unknown> = {}) =>
    ['proposals', list, filters] as const,
  savedSearches: ['saved-searches'] as const,
  /** The pages of a few own loans at once. */
  loanDetails: (ids: readonly string[]) => ['proposals', 'details', ids] as const,
  proposalStats: ['proposals', 'stats'] as const,
  /** The pages of all proposals. */
  allOfProposals: ['proposal'] as const,
  /** One proposal and all parts of its page. */
  proposal: (id: string) => ['proposal', id] as const,
  history: (proposalId: string) => ['proposal', proposalId, 'history'] as const,
  lendableGifts: (proposalId: string) => ['proposal', proposalId, 'gifts'] as const,
  releaseUndoing: (id: string) => ['proposal', id, 'undoing'] as const,
  ownBackings: (proposalId: string) => ['proposal', proposalId, 'own-backings'] as const,
  backers: (proposalId: string) => ['proposal', proposalId, 'backers'] as const,
  howToPay: (proposalId: string) => ['proposal', proposalId, 'how-to-pay'] as const,
  payments: (proposalId: string) => ['proposal', proposalId, 'payments'] as const,
  transactions: (proposalId: string) => ['proposal', proposalId, 'transactions'] as const,
  keepableLoans: ['account', 'repaid-loans'] as const,
  closing: ['account', 'closing'] as const,
  ownDataLink: ['account', 'own-data-link'] as const,
  secondFactor: ['account', 'second-factor'] as const,
  sessions: ['account', 'sessions'] as const,
  notifications: ['notifications'] as const,
  notificationPreferences: ['notification-preferences'] as const,
  push: ['push'] as const,
  /** Every conversation and the choice among them. */
  allMessages: ['messages'] as const,
  messages: (proposalId: string, status: string | undefined) => ['messages', proposalId, status] as const,
  conversations: (proposalId: string | null, status: string | undefined) =>
    ['messages', 'conversations', proposalId, status] as const,
  payoutAccounts: ['payout-accounts'] as const,
  ownPayouts: ['own-payouts'] as const,
  withdrawals: (proposalId: string) => ['proposal', proposalId, 'withdrawals'] as const,
  updates: (proposalId: string) => ['proposal', proposalId, 'updates'] as const,
  updateAudience: (proposalId: string) => ['proposal', proposalId, 'update-audience'] as const,
  /** An MFI's campaigns, for its staff. */
  campaigns: (mfiId: string) => ['campaigns', mfiId] as const,
  /** The pages of all campaigns. */
  allCampaigns: ['campaign'] as const,
  /** One campaign and all parts of its page. */
  campaign: (id: string) => ['campaign', id] as const,
  campaignProposals: (id: string, status: string) => ['campaign', id, 'proposals', status] as const,
  campaignAudience: (id: string) => ['campaign', id, 'audience'] as const,
  campaignChoices: (proposalId: string) => ['proposal', proposalId, 'campaigns'] as const,
  chainStatus: ['chain', 'status'] as const,
  chainAssets: ['chain', 'assets'] as const,
  chainOperation: (id: string) => ['chain', 'operation', id] as const,
  chainDeploy: (hash: string) => ['chain', 'deploy', hash] as const,
  chainRegistration: (proposalId: string) => ['proposal', proposalId, 'chain'] as const,
  gallery: (proposalId: string) => ['proposal', proposalId, 'gallery'] as const,
};
