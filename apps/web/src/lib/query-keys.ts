/** Every cached answer's name, so that one feature can refresh another's without importing it. */
export const queryKeys = {
  mfi: (name: string) => ['mfi', name] as const,
  mfis: ['mfis'] as const,
  mfiShowcase: (name: string) => ['mfi', name, 'showcase'] as const,
  mfiQueues: (name: string) => ['mfi', name, 'queues'] as const,
  mfiStats: (name: string) => ['mfi', name, 'stats'] as const,
  mfiPortfolio: (name: string) => ['mfi', name, 'portfolio'] as const,
  /** What the person signed in lent, loan by loan and movement by movement. */
  portfolio: ['portfolio'] as const,
  portfolioLoans: ['portfolio', 'loans'] as const,
  statement: (period: { from?: string; to?: string }) => ['portfolio', 'statement', period] as const,
  invitation: (token: string) => ['invitation', token] as const,
  /** What the person signed in was invited to. */
  invitations: ['proposals', 'invitations'] as const,
  user: (id: string) => ['user', id] as const,
  /** Every list and summary of proposals. */
  proposals: ['proposals'] as const,
  proposalList: (list: 'own' | 'others' | 'ignored' | 'mfi', filters: Record<string, unknown> = {}) =>
    ['proposals', list, filters] as const,
  /** The pages of a few own loans at once. */
  releasedLoans: (ids: readonly string[]) => ['proposals', 'released', ids] as const,
  proposalStats: ['proposals', 'stats'] as const,
  /** One proposal and everything shown on its page. */
  proposal: (id: string) => ['proposal', id] as const,
  history: (proposalId: string) => ['proposal', proposalId, 'history'] as const,
  backers: (proposalId: string) => ['proposal', proposalId, 'backers'] as const,
  payments: (proposalId: string) => ['proposal', proposalId, 'payments'] as const,
  transactions: (proposalId: string) => ['proposal', proposalId, 'transactions'] as const,
  notifications: ['notifications'] as const,
  notificationPreferences: ['notification-preferences'] as const,
  /** Every conversation and the choice among them. */
  allMessages: ['messages'] as const,
  messages: (proposalId: string, status: string | undefined) => ['messages', proposalId, status] as const,
  conversations: (proposalId: string | null, status: string | undefined) =>
    ['messages', 'conversations', proposalId, status] as const,
  withdrawals: (proposalId: string) => ['proposal', proposalId, 'withdrawals'] as const,
  updates: (proposalId: string) => ['proposal', proposalId, 'updates'] as const,
  updateAudience: (proposalId: string) => ['proposal', proposalId, 'update-audience'] as const,
  /** An MFI's campaigns, for its staff. */
  campaigns: (mfiId: string) => ['campaigns', mfiId] as const,
  /** One campaign and everything shown on its page. */
  allCampaigns: ['campaign'] as const,
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
