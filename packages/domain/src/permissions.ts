import {
  isVisible,
  PROPOSAL_STATUS,
  type Proposal,
  type ProposalStatus,
  type SignedIn,
  type Viewer,
} from './proposals.ts';

export type Party = 'visitor' | 'member' | 'owner' | 'staff';

/** A person can be several parties at once: staff may back a loan as persons (R6.8). `member` is anybody signed in but the owner. */
export function partiesOf(viewer: Viewer, proposal: Pick<Proposal, 'ownerId' | 'mfiId'>): ReadonlySet<Party> {
  if (viewer === null) return new Set(['visitor']);
  const parties = new Set<Party>([viewer.id === proposal.ownerId ? 'owner' : 'member']);
  if (isStaffOf(viewer, proposal.mfiId)) parties.add('staff');
  return parties;
}

export function isStaffOf(viewer: SignedIn, mfiId: Proposal['mfiId']): boolean {
  return viewer.mfiIds.includes(mfiId);
}

type Rule = {
  readonly by: readonly Party[];
  readonly when: readonly ProposalStatus[];
  /** Nobody decides over a loan of their own, staff or not. */
  readonly neverOwner?: true;
};

const EVERYBODY = ['visitor', 'member', 'owner', 'staff'] as const;
const SIGNED_IN = ['member', 'owner', 'staff'] as const;

/** Specification section 4 "What each status allows", one line per action. The server enforces it, the screens show it. */
export const PROPOSAL_RULES = {
  edit: { by: ['owner'], when: ['drafted', 'published'] },
  publish: { by: ['owner'], when: ['drafted'] },
  unpublish: { by: ['owner'], when: ['published'] },
  delete: { by: ['owner'], when: ['drafted', 'published'] },
  invest: { by: ['member'], when: ['published', 'locked'] },
  ignore: { by: ['member'], when: ['published', 'locked'] },
  unignore: { by: ['member'], when: ['published', 'locked'] },
  invite: { by: SIGNED_IN, when: ['published', 'locked'] },
  approve: { by: ['staff'], when: ['published', 'locked', 'backed', 'funded'], neverOwner: true },
  releaseFunds: { by: ['staff'], when: ['backed'], neverOwner: true },
  returnProposal: { by: ['staff'], when: ['published', 'locked', 'backed'], neverOwner: true },
  seeBackers: { by: SIGNED_IN, when: ['published', 'locked', 'backed', 'funded', 'repaid'] },
  withdraw: { by: ['owner'], when: ['funded'] },
  decideWithdrawal: { by: ['staff'], when: ['funded', 'repaid'], neverOwner: true },
  repay: { by: ['owner', 'staff'], when: ['funded'] },
  decidePayment: { by: ['staff'], when: ['funded'], neverOwner: true },
  message: { by: SIGNED_IN, when: ['published', 'locked', 'backed', 'funded'] },
  share: { by: EVERYBODY, when: ['published', 'locked', 'repaid'] },
  postUpdate: { by: ['owner'], when: ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'] },
  editGallery: { by: ['owner'], when: ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'] },
  assignToCampaign: {
    by: ['owner', 'staff'],
    when: ['drafted', 'published', 'locked', 'backed', 'funded'],
  },
} as const satisfies Record<string, Rule>;

export type ProposalAction = keyof typeof PROPOSAL_RULES;
export const PROPOSAL_ACTIONS = Object.keys(PROPOSAL_RULES) as ProposalAction[];

export type ProposalRefusal = 'sign_in_required' | 'not_permitted' | 'not_found' | 'wrong_status' | 'already_approved';

/**
 * Null when the action is allowed. Judged as the contract orders its answers: sign in, then existence, permission and
 * state, so a stranger learns as little as possible.
 */
export function proposalRefusal(action: ProposalAction, viewer: Viewer, proposal: Proposal): ProposalRefusal | null {
  const rule: Rule = PROPOSAL_RULES[action];
  const parties = partiesOf(viewer, proposal);
  if (viewer === null && !rule.by.includes('visitor')) return 'sign_in_required';
  if (!isVisible(viewer, proposal)) return 'not_found';
  if (!rule.by.some((party) => parties.has(party))) return 'not_permitted';
  if (rule.neverOwner && parties.has('owner')) return 'not_permitted';
  if (!rule.when.includes(proposal.status)) return 'wrong_status';
  if (action === 'approve' && proposal.isMfiApproved) return 'already_approved';
  return null;
}

/** What this person may do now, for the buttons of a screen. */
export function allowedActions(viewer: Viewer, proposal: Proposal, isIgnored: boolean): ProposalAction[] {
  return PROPOSAL_ACTIONS.filter((action) => {
    if (proposalRefusal(action, viewer, proposal) !== null) return false;
    if (action === 'ignore') return !isIgnored;
    if (action === 'unignore') return isIgnored;
    return action !== 'releaseFunds' || proposal.isMfiApproved;
  });
}

/** Statuses in order of life, for tables and filters. */
export const PROPOSAL_STATUSES = Object.keys(PROPOSAL_STATUS) as ProposalStatus[];
