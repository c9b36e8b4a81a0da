/**
 * Every call that exists: its name, method and path. No schema library here, so that the browser can import it;
 * the schemas of each call are in the file of its feature.
 */
export const CALLS = {
  signUp: ['POST', '/api/identity/sign-up'],
  confirmSignUp: ['POST', '/api/identity/confirm-sign-up'],
  resendCode: ['POST', '/api/identity/resend-code'],
  signIn: ['POST', '/api/identity/sign-in'],
  completeNewPassword: ['POST', '/api/identity/complete-new-password'],
  refreshSession: ['POST', '/api/identity/refresh'],
  forgotPassword: ['POST', '/api/identity/forgot-password'],
  confirmForgotPassword: ['POST', '/api/identity/confirm-forgot-password'],
  confirmEmail: ['POST', '/api/identity/confirm-email'],
  signOut: ['POST', '/api/identity/sign-out'],
  currentUser: ['GET', '/api/identity/current-user'],
  listDevInbox: ['GET', '/api/dev/inbox'],

  userExists: ['GET', '/api/auth/userExists'],
  findMe: ['GET', '/api/auth/'],
  createUser: ['POST', '/api/users'],
  findUser: ['GET', '/api/users/:id'],
  updateUser: ['PUT', '/api/users/:id'],

  findMfi: ['GET', '/api/mfi'],
  listMfis: ['GET', '/api/mfi/all'],
  mfiShowcase: ['GET', '/api/mfi/showcase'],
  mfiStats: ['GET', '/api/mfi/stats'],
  mfiQueues: ['GET', '/api/mfi/queues'],
  approveProposal: ['POST', '/api/mfi/approveProposal'],
  releaseFunds: ['POST', '/api/mfi/releaseFunds'],
  returnProposal: ['POST', '/api/mfi/returnProposal'],

  createProposal: ['POST', '/api/borrow'],
  updateProposal: ['PATCH', '/api/borrow/update'],
  deleteProposal: ['DELETE', '/api/borrow'],
  findProposal: ['GET', '/api/borrow/findOne'],
  listOwnProposals: ['GET', '/api/borrow/proposalsByUserAddress'],
  listOthersProposals: ['GET', '/api/borrow/proposalsNotByUserAddress'],
  listIgnoredProposals: ['GET', '/api/borrow/userIgnoredProposals'],
  listMfiProposals: ['GET', '/api/borrow/proposalsByMFIID'],
  ignoreProposal: ['POST', '/api/borrow/ignoreProposal'],
  unignoreProposal: ['POST', '/api/borrow/unignoreProposal'],
  proposalHistory: ['GET', '/api/borrow/history'],
  borrowStats: ['GET', '/api/borrow/stats/'],
  userStats: ['GET', '/api/borrow/userStats'],

  backProposal: ['POST', '/api/borrow/backProposal'],
  listBackers: ['GET', '/api/borrow/backersList'],

  requestWithdrawal: ['POST', '/api/borrow/withdraw'],
  listWithdrawals: ['GET', '/api/borrow/withdrawals'],
  updateWithdrawal: ['PATCH', '/api/borrow/withdrawal'],

  enterPayment: ['POST', '/api/borrow/proposalPayment'],
  listPayments: ['GET', '/api/borrow/proposalPayments'],
  approvePayment: ['PATCH', '/api/borrow/approvePayment'],
  rejectPayment: ['PATCH', '/api/borrow/rejectPayment'],
  listTransactions: ['GET', '/api/borrow/transactions'],

  listUpdates: ['GET', '/api/borrow/proposalImages'],
  createUpdate: ['POST', '/api/borrow/proposalImage'],
  editUpdate: ['PATCH', '/api/borrow/proposalImage'],
  deleteUpdate: ['DELETE', '/api/borrow/proposalImage'],
  findUpdateAudience: ['GET', '/api/borrow/updateAudience'],
  sendNewUpdateEmail: ['POST', '/api/borrow/sendNewUpdateEmail'],
  listGalleryImages: ['GET', '/api/borrow/galleryImages'],
  addGalleryImage: ['POST', '/api/borrow/galleryImage'],
  deleteGalleryImage: ['DELETE', '/api/borrow/galleryImage'],

  sendBackInvitations: ['POST', '/api/borrow/sendBackInvitations'],
  sendCampaignInvite: ['POST', '/api/borrow/sendCampaignInvite'],
  sendThankYouEmail: ['POST', '/api/borrow/sendThankYouEmail'],
  sendThanksAfterRepaid: ['POST', '/api/borrow/sendThanksAfterRepaid'],
  previewInvitation: ['GET', '/api/borrow/invitation'],
  acceptInvitation: ['POST', '/api/borrow/acceptInvitation'],
  listInvitations: ['GET', '/api/borrow/invitations'],
  unsubscribe: ['POST', '/api/mail/unsubscribe'],

  listMessages: ['GET', '/api/messages/'],
  sendMessage: ['POST', '/api/messages/'],
  readMessages: ['POST', '/api/messages/read'],
  listConversations: ['GET', '/api/messages/conversations'],
  streamUnread: ['GET', '/api/messages/unread/stream'],
  blockPerson: ['POST', '/api/messages/block'],
  unblockPerson: ['POST', '/api/messages/unblock'],
  reportMessage: ['POST', '/api/messages/report'],

  listNotifications: ['GET', '/api/notifications'],
  readNotifications: ['POST', '/api/notifications/read'],
  listNotificationPreferences: ['GET', '/api/notifications/preferences'],
  saveNotificationPreferences: ['PUT', '/api/notifications/preferences'],

  listCampaigns: ['GET', '/api/campaign/'],
  createCampaign: ['POST', '/api/campaign'],
  updateCampaign: ['PATCH', '/api/campaign'],
  deleteCampaign: ['DELETE', '/api/campaign/'],
  assignToCampaigns: ['POST', '/api/campaign/addProposalTo'],
  listCampaignChoices: ['GET', '/api/campaign/choices'],
  sendCampaignEmail: ['POST', '/api/campaign/sendEmail'],

  uploadFile: ['PUT', '/files/:folder/:name'],
  readFile: ['GET', '/files/:folder/:name'],

  countPageView: ['POST', '/api/analytics/page-view'],
} as const satisfies Record<
  string,
  readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: `/api/${string}` | `/files/${string}`]
>;

export type CallName = keyof typeof CALLS;
