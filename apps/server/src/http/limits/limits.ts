import { CALLS, type CallName } from '@sathi/contract/calls.ts';
import type { PURPOSES } from '../../config/budgets.ts';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 3600;
const DAY = 86_400;

/** `count` uses in `perSeconds` seconds. They come back bit by bit; with `isOfDay` all together, at midnight UTC. */
export type Allowance = { readonly count: number; readonly perSeconds: number; readonly isOfDay?: true };

/**
 * One limit. By account, institution, phone, address and device it refuses what is above `count`. By network, where many people may be
 * behind one address, `count` are free, those above it cost a proof of work up to `most`, of a day up to `mostOfDay`, and
 * only then it refuses. With a `most` of 0 it refuses above `count`.
 */
export type Limit = Allowance & { readonly name: string } & (
    | { readonly subject: 'account' | 'institution' | 'phone' | 'address' | 'device' }
    | { readonly subject: 'network'; readonly most: number; readonly mostOfDay?: number }
  );
export type NetworkLimit = Extract<Limit, { subject: 'network' }>;
export type DirectLimit = Exclude<Limit, NetworkLimit>;

/** The limits of the product, by name. Using up one uses up no limit of another purpose. */
export const LIMITS = {
  // A person who is signed in.
  reading: { subject: 'account', count: 300, perSeconds: MINUTE },
  money: { subject: 'account', count: 20, perSeconds: MINUTE },
  moneyOfDay: { subject: 'account', count: 300, perSeconds: DAY },
  /** Staff at a desk book hundreds of lines a day. Each call counts by itself. */
  desk: { subject: 'account', count: 300, perSeconds: MINUTE },
  deskOfDay: { subject: 'account', count: 3000, perSeconds: DAY },
  writing: { subject: 'account', count: 20, perSeconds: HOUR },
  /** A proposal stands on Home and in a queue at once. Drafts count: one becomes public by a click. */
  proposalsOfDay: { subject: 'account', count: 50, perSeconds: DAY, isOfDay: true },
  uploads: { subject: 'account', count: 20, perSeconds: HOUR },
  /** Tries of a session at the password that is asked for again (R34.2). */
  stepUpTries: { subject: 'account', count: 5, perSeconds: QUARTER },
  stepUpCodes: { subject: 'account', count: 20, perSeconds: DAY, isOfDay: true },
  emailChanges: { subject: 'account', count: 5, perSeconds: DAY, isOfDay: true },
  /** How often the old, confirmed address of an account is told that the address is changed. */
  oldAddressTold: { subject: 'account', count: 3, perSeconds: DAY, isOfDay: true },

  /** People who are brought along by an institution (R31.5): each is an SMS that everybody pays for. */
  importedPeople: { subject: 'institution', count: 2000, perSeconds: DAY, isOfDay: true },

  // A visitor.
  visiting: { subject: 'network', count: 60, perSeconds: MINUTE, most: 1200 },
  /** A limit apart from the reads, so that counting a page, staying signed in or leaving never costs a page. */
  counting: { subject: 'network', count: 600, perSeconds: MINUTE, most: 6000 },
  /** Visits by people's own links, so that no network inflates the count of its own. */
  coming: { subject: 'network', count: 60, perSeconds: HOUR, most: 600 },
  staying: { subject: 'network', count: 600, perSeconds: MINUTE, most: 6000 },
  receipts: { subject: 'network', count: 20, perSeconds: MINUTE, most: 400 },
  // No browser does work for a picture or for the address of a page: above `count` these are refused.
  /** Pictures of shared links that are not in memory: one takes a tenth of a second of a core. */
  drawings: { subject: 'network', count: 120, perSeconds: MINUTE, most: 0 },
  /** Posters, and the short links of SMS, which the phones of a town follow from one address of a carrier. */
  opening: { subject: 'network', count: 600, perSeconds: MINUTE, most: 0 },
  userExists: { subject: 'network', count: 10, perSeconds: MINUTE, most: 200 },
  signUp: { subject: 'network', count: 5, perSeconds: HOUR, most: 60, mostOfDay: 300 },
  resend: { subject: 'network', count: 5, perSeconds: HOUR, most: 40, mostOfDay: 200 },
  reset: { subject: 'network', count: 5, perSeconds: HOUR, most: 100, mostOfDay: 500 },
  codeTries: { subject: 'network', count: 30, perSeconds: HOUR, most: 600 },
  signIn: { subject: 'network', count: 30, perSeconds: HOUR, most: 600 },

  // A phone that is signed in to, from devices that it is not known by: above this each try costs a proof of work.
  signInTries: { subject: 'phone', count: 5, perSeconds: QUARTER },
  signInGuesses: { subject: 'phone', count: 1000, perSeconds: HOUR },
  /** A device that the account knows. Strangers have no part in this. */
  signInByDevice: { subject: 'device', count: 10, perSeconds: QUARTER },

  // Codes to one phone or address: the last of them are for devices that its account knows.
  codesTo: { subject: 'address', count: 5, perSeconds: DAY, isOfDay: true },

  // Mails and SMS that leave for one address or phone, for any purpose.
  mailsTo: { subject: 'address', count: 200, perSeconds: DAY, isOfDay: true },
  smsTo: { subject: 'phone', count: 30, perSeconds: DAY, isOfDay: true },
  /** For an address or phone that nobody has confirmed: it may belong to a stranger who never asked. */
  mailsToStranger: { subject: 'address', count: 3, perSeconds: DAY, isOfDay: true },
  smsToStranger: { subject: 'phone', count: 3, perSeconds: DAY, isOfDay: true },
} as const satisfies Record<string, Omit<DirectLimit, 'name'> | Omit<NetworkLimit, 'name'>>;

export type LimitName = keyof typeof LIMITS;
export type NetworkLimitName = {
  [Name in LimitName]: (typeof LIMITS)[Name]['subject'] extends 'network' ? Name : never;
}[LimitName];
/** The limits of networks that no work is done for. */
export type ShownLimitName = {
  [Name in LimitName]: (typeof LIMITS)[Name] extends { most: 0 } ? Name : never;
}[LimitName];
export type DirectLimitName = Exclude<LimitName, NetworkLimitName>;

/** How many codes a day a phone or address gets that devices its account does not know ask for. */
export const CODES_FOR_STRANGERS = 3;

const DESK = ['desk', 'deskOfDay'] as const satisfies readonly LimitName[];

/** The limits of calls that are neither simply reads nor changes at the desk of an office. */
export const LIMITS_OF_CALL: Partial<Record<CallName, readonly LimitName[]>> = {
  backProposal: ['money', 'moneyOfDay'],
  cancelBacking: ['money', 'moneyOfDay'],
  enterPayment: ['money', 'moneyOfDay'],
  approvePayment: ['money', 'moneyOfDay'],
  rejectPayment: ['money', 'moneyOfDay'],
  takeBackPayment: ['money', 'moneyOfDay'],
  reversePayment: ['money', 'moneyOfDay'],
  requestWithdrawal: ['money', 'moneyOfDay'],
  updateWithdrawal: ['money', 'moneyOfDay'],
  addPayoutAccount: ['money', 'moneyOfDay'],
  payWithCredit: ['money', 'moneyOfDay'],
  tellPaid: ['money', 'moneyOfDay'],
  forgive: ['money', 'moneyOfDay'],
  answerPlan: ['money', 'moneyOfDay'],
  askPayout: ['money', 'moneyOfDay'],
  updatePayout: ['money', 'moneyOfDay'],
  giveCredit: ['money', 'moneyOfDay'],
  backWithGift: ['money', 'moneyOfDay'],
  drawOwnMoney: ['money', 'moneyOfDay'],
  confirmDebtTakeover: ['money', 'moneyOfDay'],
  setRelendRules: ['writing'],
  makeBatch: ['money', 'moneyOfDay'],
  changeBatch: ['money', 'moneyOfDay'],
  approveProposal: ['money', 'moneyOfDay'],
  releaseFunds: ['money', 'moneyOfDay'],
  returnProposal: ['money', 'moneyOfDay'],
  askFaucet: ['money', 'moneyOfDay'],
  mintTokens: ['money', 'moneyOfDay'],
  redeemTokens: ['money', 'moneyOfDay'],
  stakeTokens: ['money', 'moneyOfDay'],
  unstakeTokens: ['money', 'moneyOfDay'],
  backSample: ['money', 'moneyOfDay'],
  unbackSample: ['money', 'moneyOfDay'],
  createProposal: ['writing', 'proposalsOfDay'],
  updateProposal: ['writing'],
  fillInProposal: ['writing'],
  translateProposal: ['writing'],
  saveSearch: ['writing'],
  startPush: ['writing'],
  deleteProposal: ['writing'],
  answerOffer: ['writing'],
  // Each has something told to all staff of an office.
  askHardship: ['writing'],
  takeBackHardship: ['writing'],
  extendFunding: ['writing'],
  createUpdate: ['writing'],
  editUpdate: ['writing'],
  addGalleryImage: ['writing'],
  createCampaign: DESK,
  updateCampaign: DESK,
  deleteCampaign: DESK,
  assignToCampaigns: DESK,
  reportMessage: ['writing'],
  enterReport: ['writing'],
  enterAppeal: ['writing'],
  uploadFile: ['uploads'],
  uploadStatement: ['uploads'],
  checkImport: ['uploads'],
  importPeople: ['uploads'],
  // Pictures are a part of pages, and pages cost nothing.
  readFile: [],
  findReceipt: ['receipts'],
  userExists: ['userExists'],
  // `createUser` tells as much of an address that is taken.
  createUser: ['userExists'],
  updateUser: ['writing'],
  enterPhoneChange: ['writing'],
  countPageView: ['counting'],
  countVisit: ['coming'],
  refreshSession: ['staying'],
  signOutByCookie: ['staying'],
  signUp: ['signUp'],
  resendCode: ['resend'],
  forgotPassword: ['reset'],
  confirmSignUp: ['codeTries'],
  confirmForgotPassword: ['codeTries'],
  completeNewPassword: ['codeTries'],
  signIn: ['signIn'],
  // How many messages a person may send is a rule (R15.3), counted in the database.
};

/** The limits of a call that is more than a read: its own, or else those of the desk where an office changes something. */
export function limitsOf(call: CallName): readonly LimitName[] | undefined {
  const [method, path] = CALLS[call];
  const ofDesk = method !== 'GET' && path.startsWith('/api/mfi') ? DESK : undefined;
  return LIMITS_OF_CALL[call] ?? ofDesk;
}

export type DeliveryPurpose = (typeof PURPOSES)[number];

/** Calls whose mails and SMS are paid from a budget; when a part of it is gone, each costs a proof of work. */
export const BUDGET_OF_CALL: Partial<Record<CallName, DeliveryPurpose>> = {
  signUp: 'sign_up',
  resendCode: 'sign_up',
  forgotPassword: 'reset',
};

/** The parts of a budget's day that one hour may take, and that are kept for phones and addresses that are known. */
export const BUDGET_HOUR_PART = 1 / 5;
export const BUDGET_RESERVE_PART = 1 / 4;
/** The share of what is open to a call that is spent without a proof of work. */
export const BUDGET_FREE_PART = 1 / 4;

/**
 * A proof of work: PBKDF2 rounds in each step, how far the number of steps strays from what is meant, and how many times
 * harder it may become. The hardest is what a person on a slow phone still waits for.
 */
export const CHALLENGE = { rounds: 1000, minutes: 5, spread: 0.25, factorMax: 5 } as const;
