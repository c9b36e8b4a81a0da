import type { CallName } from '@sathi/contract/calls.ts';

type Judged = Partial<Record<CallName, Readonly<Record<string, string>>>>;

const NEW_PASSWORD = 'None of those that everybody guesses.';
const NOT_LATER = 'Not later than today where the institution is.';
const OWN_PICTURE = 'A picture that the caller has uploaded.';
const AS_STORED = 'As it is stored.';
const WITHIN_MONTHS = 'From today, where the institution is, up to six months later.';
const READABLE = 'White words can be read on it.';

/**
 * Calls ask more of these fields than their schemas say, because it hangs on other fields or on what is kept here: a value
 * that the schema takes is refused 422 all the same, by the name of the field.
 */
export const JUDGED_HERE: Judged = {
  signUp: {
    password: NEW_PASSWORD,
    'attributes.phone_number': 'The `username` again.',
    'attributes.email': 'Needed where no SMS goes to the phone.',
  },
  resendCode: { medium: '`EMAIL` from the third code on, or where no SMS goes.' },
  completeNewPassword: { newPassword: NEW_PASSWORD },
  confirmForgotPassword: { newPassword: NEW_PASSWORD },
  setPassword: { newPassword: NEW_PASSWORD },
  changePassword: { oldPassword: 'The one in force.', newPassword: NEW_PASSWORD },
  stepUp: { password: 'The one in force.' },
  addFactor: { passkey: 'One that no account has yet.' },
  userExists: {
    email: 'One of `email` and `phone` is named, and not empty.',
    phone: 'One of `email` and `phone` is named, and not empty.',
  },
  createUser: {
    phone: 'The one of the account.',
    email: 'The confirmed one, where the code of the account went by e-mail.',
  },
  updateUser: { profileImage: OWN_PICTURE },
  updateMfi: { logo: OWN_PICTURE, primaryColor: READABLE, accentColor: READABLE },
  changeMoneySettings: { localCurrency: 'Needed with `localMoney`.' },
  changeLoanLimits: { maximum: 'The smallest loan, the first and the largest stand in this order.' },
  changeMoneyAccount: { kind: 'As it is.', currency: 'As it is.' },
  setStatementMapping: { timeZone: 'A time zone of the IANA, such as Asia/Kolkata.' },
  setLineAside: {
    otherLineId: 'With `returned`, and with that alone.',
    accountId: 'With `between_accounts` alone.',
  },
  enterReceipt: { receivedOn: NOT_LATER, amount: 'At most a hundred million dollars.' },
  tellPaid: { paidOn: NOT_LATER },
  enterPhoneChange: { newPhone: 'Another than the old one.' },
  assignOfficer: { officerId: 'Of the staff of the institution.' },
  pauseLoans: { places: 'Places with loans that can be paused.' },
  confirmDefault: { cause: 'Either `cause` or `later`.' },
  enterPlan: { firstDueOn: WITHIN_MONTHS },
  askHardship: { fromOn: WITHIN_MONTHS, localMonthly: 'In place of `monthly`.' },
  recordContact: { promisedOn: 'With a promise, and with that alone; a day to come.' },
  translateProposal: { language: 'Another than that of the story.' },
  createProposal: {
    mfiId: 'An institution that is here.',
    amount: 'Needed without `localAmount`.',
    localAmount: 'Worth as much as an `amount` may be.',
    image: OWN_PICTURE,
  },
  updateProposal: {
    id: 'The one of the address.',
    localAmount: 'Worth as much as an `amount` may be.',
    image: OWN_PICTURE,
  },
  requestWithdrawal: { accountNumber: 'A number that can be told apart.' },
  updateWithdrawal: { sentOn: NOT_LATER, localAmount: 'Of a loan in dollars.' },
  updatePayout: { sentOn: NOT_LATER },
  addPayoutAccount: { accountNumber: 'A number, also once it is cleaned.' },
  makeBatch: {
    accountId: 'A confirmed account from which money is paid out.',
    items: 'Each once, in the currency of the account.',
  },
  openTill: {
    accountId: 'An account of the kind `till`.',
    day: 'Up to two years back, and at most tomorrow at the institution.',
  },
  enterPayment: {
    accountId: 'A confirmed account of the institution.',
    paidOn: 'From the release up to today.',
    channel: 'That of the account.',
    slip: OWN_PICTURE,
  },
  setRelendRules: { mfiId: 'Each institution once.' },
  createUpdate: { image: OWN_PICTURE },
  editUpdate: { image: OWN_PICTURE },
  addGalleryImage: { image: OWN_PICTURE },
  createCampaign: {
    name: 'One of `name`, `description` and `campaignUrl` is not empty.',
    image: OWN_PICTURE,
  },
  updateCampaign: {
    name: 'One of `name`, `description` and `campaignUrl` is not empty.',
    image: OWN_PICTURE,
  },
  sendNewUpdateEmail: {
    sendToMails: 'Needed without `toAllBackers`.',
    proposalId: 'Needed without an address that names the proposal.',
    proposalURL: AS_STORED,
    proposalName: AS_STORED,
    proposalOwnerName: AS_STORED,
    description: AS_STORED,
  },
  sendBackInvitations: { title: AS_STORED, description: AS_STORED, amount: AS_STORED },
  sendCampaignInvite: { campaignName: AS_STORED, campaignUrl: AS_STORED, campaignDesc: AS_STORED },
  sendThankYouEmail: { title: AS_STORED },
  sendThanksAfterRepaid: { title: AS_STORED },
  blockPerson: { personId: 'Somebody else than the caller.' },
  readFile: { w: 'One of the widths that are made.' },
};
