import { isVisible, type Proposal, type ProposalStatus, type SignedIn, type Viewer } from './proposals.ts';

export type Party = 'visitor' | 'member' | 'owner' | 'staff';

/**
 * A person can be several parties at once: staff may back a loan as persons (R6.8). `member` is any signed-in person
 * but the owner.
 */
export function partiesOf(viewer: Viewer, proposal: Pick<Proposal, 'ownerId' | 'mfiId'>): ReadonlySet<Party> {
  if (viewer === null) return new Set(['visitor']);
  const parties = new Set<Party>([viewer.id === proposal.ownerId ? 'owner' : 'member']);
  if (isStaffOf(viewer, proposal.mfiId)) parties.add('staff');
  return parties;
}

export function isStaffOf(viewer: SignedIn, mfiId: Proposal['mfiId']): boolean {
  return viewer.mfiIds.includes(mfiId);
}

/** The MFI that staff speak for: the named one, else their first. Null when it is none of theirs. */
export function ownMfi({ mfiIds }: SignedIn, named: Proposal['mfiId'] | undefined): Proposal['mfiId'] | null {
  return mfiIds.find((mfiId) => named === undefined || mfiId === named) ?? null;
}

type Rule = {
  readonly by: readonly Party[];
  readonly when: readonly ProposalStatus[];
  /** Owners never decide over a loan of their own, staff or not. Of some acts staff are told that a colleague has to (R19.9, R34.3). */
  readonly neverOwner?: true | 'second_person_needed';
  /** A freeze stops the action (R34.7). */
  readonly neverFrozen?: true;
  /** The action is refused while reports hide the proposal (R34.6). */
  readonly neverHidden?: true;
};

const EVERYBODY = ['visitor', 'member', 'owner', 'staff'] as const;
const SIGNED_IN = ['member', 'owner', 'staff'] as const;

/**
 * Specification section 4 on the actions of each status, one line per action. The server enforces it, the screens show
 * it.
 */
export const PROPOSAL_RULES = {
  edit: { by: ['owner'], when: ['drafted', 'published'] },
  publish: { by: ['owner'], when: ['drafted'], neverFrozen: true, neverHidden: true },
  unpublish: { by: ['owner'], when: ['published'] },
  delete: { by: ['owner'], when: ['drafted', 'published'] },
  // The owner gives the loan more time, once (R5.6).
  extend: { by: ['owner'], when: ['locked'], neverHidden: true },
  invest: { by: ['member'], when: ['published', 'locked'], neverFrozen: true, neverHidden: true },
  // A backer takes an own backing back, not for too long (R31.1). A freeze keeps nobody's money in (R34.7).
  cancelBacking: { by: ['member'], when: ['locked'] },
  ignore: { by: ['member'], when: ['published', 'locked'] },
  unignore: { by: ['member'], when: ['published', 'locked'] },
  invite: { by: SIGNED_IN, when: ['published', 'locked'], neverHidden: true },
  approve: { by: ['staff'], when: ['published', 'locked', 'backed', 'funded'], neverOwner: true },
  releaseFunds: { by: ['staff'], when: ['backed'], neverOwner: true, neverFrozen: true },
  // The money was released and not sent; two people take that back (R31.3).
  undoRelease: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },
  returnProposal: { by: ['staff'], when: ['published', 'locked', 'backed'], neverOwner: true },
  // Place, trade and language of what was published without (R26.1); the words stay the owner's.
  fillIn: { by: ['staff'], when: ['published', 'locked', 'backed', 'funded', 'repaid'], neverOwner: true },
  // The same words in another language (R26.4), beside which the owner's stay.
  translate: { by: ['staff'], when: ['published', 'locked', 'backed', 'funded', 'repaid'], neverOwner: true },
  // How many loans the person has elsewhere, without a name of any (R26.5).
  seeOtherLoans: { by: ['staff'], when: ['published', 'locked', 'backed', 'funded', 'repaid'], neverOwner: true },
  seeBackers: { by: SIGNED_IN, when: ['published', 'locked', 'backed', 'funded', 'repaid'] },
  // The note of a person who backs it to its owner (R12.9); the owner's own thanks are a rule for themselves.
  thank: { by: ['member'], when: ['backed', 'funded', 'repaid'] },
  // Money that was released and not sent is taken after the last payment too (R4.5).
  withdraw: { by: ['owner'], when: ['funded', 'repaid'], neverFrozen: true },
  decideWithdrawal: { by: ['staff'], when: ['funded', 'repaid'], neverOwner: 'second_person_needed' },
  repay: { by: ['owner', 'staff'], when: ['funded'] },
  decidePayment: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },
  // Words between staff and a borrower about what is due (R27.3).
  contact: { by: ['staff'], when: ['funded'], neverOwner: true },
  // The borrower says “I cannot pay” (R28.1).
  cannotPay: { by: ['owner'], when: ['funded'] },
  // A new plan is proposed by staff and accepted by the borrower (R28.2).
  changePlan: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },
  answerPlan: { by: ['owner'], when: ['funded'] },
  // A loan in doubt is declared in default, or that is put off (R29.1); later all of it may be given up as bad (R29.3).
  confirmDefault: { by: ['staff'], when: ['funded'], neverOwner: true },
  writeOff: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },
  // A backer gives up what is owed to them (R30.1).
  forgive: { by: ['member'], when: ['funded'] },
  reversePayment: { by: ['staff'], when: ['funded', 'repaid'], neverOwner: 'second_person_needed' },
  message: { by: SIGNED_IN, when: ['published', 'locked', 'backed', 'funded'] },
  share: { by: EVERYBODY, when: ['published', 'locked', 'repaid'], neverHidden: true },
  postUpdate: { by: ['owner'], when: ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'] },
  editGallery: { by: ['owner'], when: ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'] },
  assignToCampaign: {
    by: ['owner', 'staff'],
    when: ['drafted', 'published', 'locked', 'backed', 'funded'],
  },
} as const satisfies Record<string, Rule>;

export type ProposalAction = keyof typeof PROPOSAL_RULES;
export const PROPOSAL_ACTIONS = Object.keys(PROPOSAL_RULES) as ProposalAction[];

export type ProposalRefusal =
  | 'sign_in_required'
  | 'not_permitted'
  | 'second_person_needed'
  | 'not_found'
  | 'wrong_status'
  | 'already_approved'
  | 'frozen'
  | 'hidden';

/**
 * Null when the action is allowed. Judged as the contract orders its answers: sign in, then existence, permission and
 * state, so a stranger learns as little as possible.
 */
export function proposalRefusal(action: ProposalAction, viewer: Viewer, proposal: Proposal): ProposalRefusal | null {
  const rule: Rule = PROPOSAL_RULES[action];
  if (viewer === null && !rule.by.includes('visitor')) return 'sign_in_required';
  if (!isVisible(viewer, proposal)) return 'not_found';
  const parties = partiesOf(viewer, proposal);
  if (!rule.by.some((party) => parties.has(party))) return 'not_permitted';
  if (rule.neverOwner && parties.has('owner')) return rule.neverOwner === true ? 'not_permitted' : rule.neverOwner;
  if (!rule.when.includes(proposal.status)) return 'wrong_status';
  if (action === 'approve' && proposal.isMfiApproved) return 'already_approved';
  if (rule.neverHidden && (proposal.hiddenBut ?? null) !== null) return 'hidden';
  return rule.neverFrozen && viewer !== null && isFrozenFor(viewer, proposal) ? 'frozen' : null;
}

/** The MFI has stopped this proposal, its owner or this person (R34.7). */
export function isFrozenFor({ id }: Pick<SignedIn, 'id'>, { frozenFor = [] }: Pick<Proposal, 'frozenFor'>): boolean {
  return frozenFor === 'everybody' || frozenFor.includes(id);
}

/** The actions this person may take now, for the buttons of a screen. */
export function allowedActions(viewer: Viewer, proposal: Proposal, isIgnored: boolean): ProposalAction[] {
  return PROPOSAL_ACTIONS.filter((action) => {
    if (proposalRefusal(action, viewer, proposal) !== null) return false;
    if (action === 'ignore') return !isIgnored;
    if (action === 'unignore') return isIgnored;
    return action !== 'releaseFunds' || proposal.isMfiApproved;
  });
}
