import type { CallName } from '../calls.ts';

export type Example = { readonly body: Readonly<Record<string, unknown>>; readonly required: readonly string[] };

const account = {
  firstName: 'Asha',
  lastName: 'Begum',
  phone: '+8801712345678',
  email: 'asha@example.org',
  bio: 'I sell milk.',
};
const proposal = {
  title: 'Two goats',
  description: 'Milk for the market.',
  amount: 100,
  startDate: '2026-05-31',
  monthsToRepay: 12,
};
const picture = 'proposalImages/169-abc.webp';
const thanks = {
  sendToMail: 'nur@example.org',
  backerName: 'Nur',
  title: 'Two goats',
  description: 'Milk for the market.',
  amount: '100',
  address: '',
  backingAmount: 25,
  username: 'subject',
  proposalOwner: '10',
};
const campaign = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-05-01',
  endDate: '2026-06-01',
  campaignUrl: 'https://roi.example/eid',
  donationUrl: 'https://roi.example/give',
};
const tokens = { token: 'tUSDC', amount: '12.5' };
const assets = { token: 'aUSDC', amount: '12.5' };
const moneyAccount = { holder: 'DCBS', number: '0117 220 3344' };
const money = { userId: '10', proposalId: '169', amount: 25 };

/** One good body for every call that has one, and the fields it cannot do without: copied by hand from the contract. */
export const EXAMPLES: Partial<Record<CallName, Example>> = {
  signUp: { body: { username: '2025550110', password: 'long enough' }, required: ['username', 'password'] },
  confirmSignUp: { body: { username: '2025550110', code: '123456' }, required: ['username', 'code'] },
  resendCode: { body: { username: '2025550110' }, required: ['username'] },
  signIn: { body: { username: '2025550110', password: 'long enough' }, required: ['username', 'password'] },
  completeNewPassword: {
    body: { session: 'opaque', newPassword: 'long enough' },
    required: ['session', 'newPassword'],
  },
  refreshSession: { body: {}, required: [] },
  stepUp: { body: { password: 'long enough' }, required: [] },
  answerSecondFactor: { body: { session: 'opaque', totp: '123456' }, required: ['session'] },
  askPasskey: { body: { session: 'opaque' }, required: [] },
  beginFactor: { body: { kind: 'totp' }, required: ['kind'] },
  addFactor: { body: { name: 'My phone', totp: '123456' }, required: ['name'] },
  newRecoveryCodes: { body: {}, required: [] },
  setPassword: { body: { newPassword: 'longer than that' }, required: ['newPassword'] },
  changePassword: {
    body: { oldPassword: 'long enough', newPassword: 'longer than that' },
    required: ['oldPassword', 'newPassword'],
  },
  confirmChange: { body: { what: 'email', code: '123456' }, required: ['what', 'code'] },
  resendChangeCode: { body: { what: 'phone' }, required: ['what'] },
  forgotPassword: { body: { username: 'asha@example.org' }, required: ['username'] },
  confirmForgotPassword: {
    body: { username: '2025550110', code: '123456', newPassword: 'long enough' },
    required: ['username', 'code', 'newPassword'],
  },
  signOut: { body: {}, required: [] },
  signOutByCookie: { body: {}, required: [] },
  createUser: {
    body: { ...account, username: 'subject' },
    required: ['firstName', 'lastName', 'phone', 'email', 'username'],
  },
  closeAccount: { body: {}, required: [] },
  keepLoanPublic: { body: { proposalId: '169', keep: true }, required: ['proposalId'] },
  makeExport: { body: {}, required: [] },
  updateUser: {
    body: { ...account, profileImage: null },
    required: ['firstName', 'lastName', 'phone', 'email', 'bio'],
  },
  setLanguage: { body: { language: 'ar' }, required: ['language'] },
  fillInProposal: { body: { place: 'Gosaba', category: 'livestock', storyLanguage: 'be' }, required: [] },
  assignOfficer: { body: { officerId: '7', area: 'Gosaba' }, required: [] },
  askHardship: {
    body: { proposalId: '169', reason: 'crop_loss', monthly: 5, fromOn: '2030-03-05', note: 'After the harvest.' },
    required: ['proposalId', 'reason', 'fromOn'],
  },
  refuseHardship: { body: { reason: 'Please pay half now.' }, required: ['reason'] },
  pauseLoans: {
    body: { places: ['Gosaba'], months: 3, reason: 'The flood.' },
    required: ['places', 'months', 'reason'],
  },
  checkImport: { body: { text: 'phone,first_name,last_name\n' }, required: ['text'] },
  importPeople: {
    body: { name: 'gosaba.csv', text: 'phone,first_name,last_name\n' },
    required: ['name', 'text'],
  },
  answerOffer: { body: { id: '11', state: 'taken' }, required: ['id', 'state'] },
  extendFunding: { body: { proposalId: '169' }, required: ['proposalId'] },
  cancelBacking: { body: { proposalId: '169', id: '4017' }, required: ['proposalId', 'id'] },
  forgive: { body: { proposalId: '169', sayWho: true }, required: ['proposalId'] },
  confirmDefault: { body: { reason: 'Nobody has heard of her.', cause: 'disaster' }, required: ['reason'] },
  enterWriteOff: { body: { reason: 'The family has moved away.' }, required: ['reason'] },
  confirmWriteOff: { body: { state: 'approved' }, required: ['state'] },
  enterReleaseUndoing: { body: { reason: 'She does not need the money any more.' }, required: ['reason'] },
  confirmReleaseUndoing: { body: { state: 'approved' }, required: ['state'] },
  enterPlan: {
    body: { months: 12, firstDueOn: '2030-03-05', reason: 'The flood.' },
    required: ['months', 'firstDueOn', 'reason'],
  },
  confirmPlan: { body: { state: 'approved' }, required: ['state'] },
  answerPlan: { body: { state: 'accepted' }, required: ['state'] },
  recordContact: {
    body: {
      way: 'visit',
      outcome: 'promised',
      promisedOn: '2030-03-05',
      note: 'At her stall.',
      forBackers: 'She pays after the harvest.',
    },
    required: ['way', 'outcome'],
  },
  writePersonNote: { body: { text: 'Came by with her slip.' }, required: ['text'] },
  saveSearch: {
    body: { name: 'Goats', filters: { place: 'Gosaba', maxRemaining: 50, maxMonths: 12 } },
    required: ['name', 'filters'],
  },
  translateProposal: {
    body: { language: 'be', title: 'দুটি ছাগল', description: 'বাজারের জন্য দুধ।' },
    required: ['language', 'title', 'description'],
  },
  releaseFunds: { body: { userId: '10', advance: true }, required: [] },
  returnProposal: { body: { reason: 'needs_detail', note: 'Which market?' }, required: ['reason'] },
  createProposal: {
    body: { ...proposal, currentBalance: '0', address: '', status: '2', image: null, mfiId: '3', userId: '10' },
    required: ['title', 'description', 'amount', 'startDate', 'monthsToRepay'],
  },
  updateProposal: { body: { ...proposal, image: null }, required: [] },
  backProposal: { body: { ...money, anonymous: true }, required: ['proposalId', 'amount'] },
  requestWithdrawal: {
    body: { proposalId: '169', method: 'bank', accountName: 'Asha Begum', accountNumber: '0012', bankName: 'Janata' },
    required: ['proposalId', 'method', 'accountName', 'accountNumber'],
  },
  updateWithdrawal: { body: { state: 'sent', reference: 'TX-1' }, required: ['state', 'reference'] },
  enterPayment: {
    body: {
      ...money,
      channel: 'bank',
      accountId: '11',
      reference: 'TX 9K7',
      paidOn: '2026-05-30',
      slip: 'slips/169-abc.webp',
    },
    required: ['proposalId', 'amount'],
  },
  rejectPayment: { body: { reason: 'No money came.' }, required: ['reason'] },
  reversePayment: { body: { reason: 'The cheque bounced.' }, required: ['reason'] },
  addPayoutAccount: {
    body: { method: 'mobile_wallet', accountName: 'Asha Begum', accountNumber: '01712-345678' },
    required: ['method', 'accountName', 'accountNumber'],
  },
  makeBatch: {
    body: { accountId: '11', items: [{ kind: 'withdrawal', id: '7' }] },
    required: ['accountId', 'items'],
  },
  changeBatch: { body: { state: 'approved' }, required: ['state'] },
  openTill: {
    body: { day: '2026-11-24', accountId: '12', float: { amount: '500.00', currency: 'BDT' } },
    required: ['day', 'accountId', 'float'],
  },
  enterTillEntries: {
    body: {
      entries: [
        { clientId: 'a', number: 1, loanReference: 'RF08 2000 4217', amount: 5, paidOn: '2026-11-24', note: 'At home' },
        { clientId: 'b', number: 2, returned: { signedBy: 'Rahima Khatun' } },
      ],
    },
    required: ['entries'],
  },
  changeTill: {
    body: { state: 'closed', counted: { amount: '2363.00', currency: 'BDT' }, reason: 'A torn note' },
    required: ['state', 'counted'],
  },
  askPayout: {
    body: { mfiId: '3', amount: 15, payoutAccountId: '4' },
    required: ['mfiId', 'amount', 'payoutAccountId'],
  },
  updatePayout: { body: { state: 'cancelled' }, required: ['state'] },
  disownPayout: { body: { token: '7.Zx3o9vWq7kLm2pQr5tUv8w' }, required: ['token'] },
  showPayout: {
    body: { kind: 'withdrawal', id: '7', reason: 'To fill in the transfer form' },
    required: ['kind', 'id', 'reason'],
  },
  enterPayoutResume: { body: { idSeen: true, reason: 'She came with her passport' }, required: ['idSeen', 'reason'] },
  confirmPayoutResume: { body: { state: 'approved' }, required: ['state'] },
  setHolidays: { body: { holidays: [{ day: '2026-12-25', name: 'Christmas' }] }, required: ['holidays'] },
  changeLoanLimits: { body: { minimum: 10, firstLoan: 200, maximum: 1000, growthPercent: 150 }, required: [] },
  changeMoneySettings: {
    body: {
      payoutStepUp: true,
      payDays: 7,
      unpaidLimit: 500,
      localCurrency: 'BDT',
      localUnit: '1.00',
      fundingDays: 60,
    },
    required: [],
  },
  enterMoneyAccount: {
    body: { ...moneyAccount, kind: 'till', label: 'Till at the office', currency: 'USD' },
    required: ['kind', 'label', 'currency', 'holder', 'number'],
  },
  changeMoneyAccount: { body: { ...moneyAccount, forPayIn: false, feeWords: ['VAT'] }, required: [] },
  giveCredit: { body: { mfiId: '3', campaignId: '1', amount: 7 }, required: ['mfiId', 'amount'] },
  backWithGift: { body: { proposalId: '169', amount: 7, campaignId: '1' }, required: ['proposalId', 'amount'] },
  drawOwnMoney: {
    body: { amount: 20, accountId: '11', reference: 'TRX81' },
    required: ['amount', 'accountId', 'reference'],
  },
  enterDebtTakeover: { body: { reason: 'She moved away' }, required: ['reason'] },
  confirmDebtTakeover: { body: { state: 'approved' }, required: ['state'] },
  enterRate: {
    body: { currency: 'BDT', validFrom: '2026-11-20', perUsd: '122.35', source: 'Bangladesh Bank' },
    required: ['currency', 'validFrom', 'perUsd', 'source'],
  },
  setStatementMapping: {
    body: {
      columns: { bookedOn: 'Date', amount: 'Amount' },
      decimal: '.',
      dateOrder: 'dmy',
      timeZone: 'Asia/Dhaka',
      encoding: 'windows-1252',
      outTypes: ['Cash Out'],
    },
    required: ['columns', 'decimal', 'dateOrder'],
  },
  payWithCredit: { body: { mfiId: '3', amount: 6.25 }, required: ['mfiId'] },
  tellPaid: {
    body: { mfiId: '3', paidOn: '2026-11-24', channel: 'bank', reference: 'TRX81' },
    required: ['mfiId', 'paidOn', 'channel'],
  },
  enterReceipt: {
    body: {
      reference: 'RF08 1000 4217',
      accountId: '11',
      localAmount: { amount: '1020.00', currency: 'BDT' },
      receivedOn: '2026-11-24',
      ownReference: 'TRX81',
    },
    required: ['reference', 'accountId', 'receivedOn'],
  },
  reverseReceipt: { body: { reason: 'Returned by the bank' }, required: [] },
  bookLines: { body: { lines: [{ id: '7' }] }, required: ['lines'] },
  setLineAside: { body: { id: '7', as: 'fee', note: 'Account fee' }, required: ['id', 'as', 'note'] },
  signSettlement: { body: { month: '2026-10' }, required: ['month'] },
  confirmSettlement: { body: { month: '2026-10', state: 'approved' }, required: ['month', 'state'] },
  agreeDay: { body: { accountId: '11', day: '2026-11-20' }, required: ['accountId', 'day'] },
  undoLine: { body: { reason: 'Of another person' }, required: ['reason'] },
  decideRate: { body: { state: 'approved' }, required: ['state'] },
  updateMfi: {
    body: { slogan: 'Neighbours lend', primaryColor: '#0b6b58', website: 'https://roi.example' },
    required: [],
  },
  enterStaff: {
    body: { phone: '+8801712345678', name: 'Amina Rahman', role: 'officer' },
    required: ['phone', 'name', 'role'],
  },
  changeStaff: { body: { role: 'manager' }, required: ['role'] },
  enterFreeze: {
    body: { kind: 'proposal', id: '169', reason: 'We look into it.' },
    required: ['kind', 'id', 'reason'],
  },
  enterPhoneChange: {
    body: { oldPhone: '+8801712345678', newPhone: '+8801812345678', idSeen: true, reason: 'Stolen.' },
    required: ['oldPhone', 'newPhone', 'idSeen', 'reason'],
  },
  approvePhoneChange: { body: { state: 'approved' }, required: ['state'] },
  phoneChangeNotMe: { body: { token: 'opaque' }, required: ['token'] },
  enterReport: {
    body: { kind: 'proposal', proposalId: '169', reason: 'fraud' },
    required: ['kind', 'proposalId', 'reason'],
  },
  enterAppeal: { body: { id: '7', text: 'It is my own house.' }, required: ['id', 'text'] },
  answerAppeal: { body: { state: 'shown', reason: 'All is well.' }, required: ['state', 'reason'] },
  decideReport: { body: { state: 'shown', reason: 'All is well.' }, required: ['state', 'reason'] },
  confirmUnfreeze: { body: { state: 'approved' }, required: ['state'] },
  confirmEmail: { body: { token: 'opaque' }, required: ['token'] },
  createUpdate: {
    body: { proposalId: '169', image: picture, description: 'The first goat has come.' },
    required: ['proposalId', 'image', 'description'],
  },
  editUpdate: { body: { image: picture, description: 'Two goats now.' }, required: [] },
  sendNewUpdateEmail: {
    body: {
      sendToMails: ['nur@example.org'],
      proposalOwnerName: 'Asha Begum',
      proposalName: 'Two goats',
      description: 'Two goats now.',
      proposalURL: 'https://sathi.example/App/proposal?mfi=ROI&id=169',
    },
    required: [],
  },
  addGalleryImage: { body: { proposalId: '169', image: picture, alt: 'A goat' }, required: ['proposalId', 'image'] },
  sendBackInvitations: {
    body: {
      sendToMails: ['nur@example.org'],
      title: 'Two goats',
      description: 'Milk for the market.',
      amount: 100,
      address: '',
      proposalId: '169',
      userId: '10',
      proposalOwner: '10',
    },
    required: ['sendToMails', 'proposalId'],
  },
  sendCampaignInvite: {
    body: {
      sendToMails: ['nur@example.org'],
      campaignName: 'Eid goats',
      campaignUrl: 'https://roi.example/eid',
      campaignDesc: 'Goats before Eid.',
    },
    required: ['sendToMails'],
  },
  sendThankYouEmail: { body: thanks, required: ['sendToMail'] },
  sendThanksAfterRepaid: { body: { ...thanks, proposalId: '169', mfiName: 'ROI' }, required: ['sendToMail'] },
  acceptInvitation: { body: { token: 'opaque' }, required: ['token'] },
  sendMessage: {
    body: { userId: '10', proposalId: '169', text: 'How are the goats?' },
    required: ['proposalId', 'text'],
  },
  readMessages: { body: { userId: '10', messageId: '7' }, required: ['messageId'] },
  blockPerson: { body: { personId: '11' }, required: ['personId'] },
  unblockPerson: { body: { personId: '11' }, required: ['personId'] },
  reportMessage: { body: { messageId: '7', reason: 'spam' }, required: ['messageId', 'reason'] },
  readNotifications: { body: { notificationId: '7' }, required: ['notificationId'] },
  saveNotificationPreferences: {
    body: { preferences: [{ kind: 'message', inApp: true, email: false, sms: false }] },
    required: ['preferences'],
  },
  startPush: {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/a',
      p256dh: `B${'a'.repeat(86)}`,
      auth: 'a'.repeat(22),
    },
    required: ['endpoint', 'p256dh', 'auth'],
  },
  createCampaign: {
    body: { ...campaign, mfiId: '3', image: 'campaignImages/eid-1.webp' },
    required: ['startDate', 'endDate'],
  },
  updateCampaign: { body: { ...campaign, published: true }, required: [] },
  assignToCampaigns: {
    body: { proposalId: '169', userId: '10', campaignIds: ['1', '2'] },
    required: ['proposalId', 'campaignIds'],
  },
  deleteCampaign: { body: { id: '1', proposalIds: ['169'] }, required: ['id'] },
  sendCampaignEmail: { body: { campaignId: '1', text: 'Eid mubarak.' }, required: ['campaignId', 'text'] },
  askFaucet: { body: tokens, required: ['token', 'amount'] },
  mintTokens: { body: tokens, required: ['token', 'amount'] },
  redeemTokens: { body: assets, required: ['token', 'amount'] },
  stakeTokens: { body: assets, required: ['token', 'amount'] },
  unstakeTokens: { body: assets, required: ['token', 'amount'] },
  backSample: { body: { ...assets, proposalId: '80' }, required: ['token', 'amount', 'proposalId'] },
  unbackSample: { body: { ...assets, proposalId: '80' }, required: ['token', 'proposalId'] },
  shareLink: { body: { kind: 'proposal', id: '169' }, required: ['kind', 'id'] },
  countVisit: {
    body: { shareCode: 'k3mp7w2x', visitor: '0123456789abcdef0123456789abcdef' },
    required: ['shareCode', 'visitor'],
  },
  countPageView: { body: { route: '/App/Home/:mfi?', language: 'be' }, required: ['route', 'language'] },
};
