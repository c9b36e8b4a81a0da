import { describe, expect, test } from 'vitest';
import {
  allowedActions,
  partiesOf,
  proposalRefusal,
  type ProposalAction,
  type ProposalRefusal,
} from './permissions.ts';
import type { ProposalStatus } from './proposals.ts';
import { owner, ownerStaff, PEOPLE, proposalWith, staff, stranger, type Person } from './test/people.ts';

const STATUSES: readonly ProposalStatus[] = ['drafted', 'published', 'locked', 'backed', 'funded', 'repaid'];
const ACTIONS: readonly ProposalAction[] = [
  'edit',
  'publish',
  'unpublish',
  'delete',
  'extend',
  'invest',
  'cancelBacking',
  'ignore',
  'unignore',
  'invite',
  'approve',
  'releaseFunds',
  'undoRelease',
  'returnProposal',
  'fillIn',
  'translate',
  'seeOtherLoans',
  'seeBackers',
  'thank',
  'withdraw',
  'decideWithdrawal',
  'repay',
  'decidePayment',
  'contact',
  'cannotPay',
  'changePlan',
  'answerPlan',
  'confirmDefault',
  'writeOff',
  'forgive',
  'reversePayment',
  'message',
  'share',
  'postUpdate',
  'editGallery',
  'assignToCampaign',
];

/**
 * Specification sections 4 and 6, copied by hand: one word for each person, one sign for each status from drafted to repaid.
 * `+` allowed, `?` sign in first (401), `0` does not exist for them (404), `-` not theirs to do (403), `2` a colleague has to (403),
 * `.` not now (409).
 */
const ALLOWED: Record<ProposalAction, string> = {
  //                visitor stranger owner  staff  other  owner who is staff
  edit: '             ?????? 0----- ++.... 0----- 0----- ++....',
  publish: '          ?????? 0----- +..... 0----- 0----- +.....',
  unpublish: '        ?????? 0----- .+.... 0----- 0----- .+....',
  delete: '           ?????? 0----- ++.... 0----- 0----- ++....',
  extend: '           ?????? 0----- ..+... 0----- 0----- ..+...',
  invest: '           ?????? 0++... ------ 0++... 0++... ------',
  cancelBacking: '    ?????? 0.+... ------ 0.+... 0.+... ------',
  ignore: '           ?????? 0++... ------ 0++... 0++... ------',
  unignore: '         ?????? 0++... ------ 0++... 0++... ------',
  invite: '           ?????? 0++... .++... 0++... 0++... .++...',
  approve: '          ?????? 0----- ------ 0++++. 0----- ------',
  releaseFunds: '     ?????? 0----- ------ 0..+.. 0----- ------',
  undoRelease: '      ?????? 0----- ------ 0...+. 0----- 222222',
  returnProposal: '   ?????? 0----- ------ 0+++.. 0----- ------',
  fillIn: '           ?????? 0----- ------ 0+++++ 0----- ------',
  translate: '        ?????? 0----- ------ 0+++++ 0----- ------',
  seeOtherLoans: '    ?????? 0----- ------ 0+++++ 0----- ------',
  seeBackers: '       ?????? 0+++++ .+++++ 0+++++ 0+++++ .+++++',
  thank: '            ?????? 0..+++ ------ 0..+++ 0..+++ ------',
  withdraw: '         ?????? 0----- ....++ 0----- 0----- ....++',
  decideWithdrawal: ' ?????? 0----- ------ 0...++ 0----- 222222',
  repay: '            ?????? 0----- ....+. 0...+. 0----- ....+.',
  decidePayment: '    ?????? 0----- ------ 0...+. 0----- 222222',
  contact: '          ?????? 0----- ------ 0...+. 0----- ------',
  cannotPay: '        ?????? 0----- ....+. 0----- 0----- ....+.',
  changePlan: '       ?????? 0----- ------ 0...+. 0----- 222222',
  answerPlan: '       ?????? 0----- ....+. 0----- 0----- ....+.',
  confirmDefault: '   ?????? 0----- ------ 0...+. 0----- ------',
  writeOff: '         ?????? 0----- ------ 0...+. 0----- 222222',
  forgive: '          ?????? 0...+. ------ 0...+. 0...+. ------',
  reversePayment: '   ?????? 0----- ------ 0...++ 0----- 222222',
  message: '          ?????? 0++++. .++++. 0++++. 0++++. .++++.',
  share: '            0++..+ 0++..+ .++..+ 0++..+ 0++..+ .++..+',
  postUpdate: '       ?????? 0----- ++++++ 0----- 0----- ++++++',
  editGallery: '      ?????? 0----- ++++++ 0----- 0----- ++++++',
  assignToCampaign: ' ?????? 0----- +++++. 0++++. 0----- +++++.',
};
const COLUMNS: Record<Person, number> = {
  visitor: 0,
  stranger: 1,
  backer: 1,
  owner: 2,
  staff: 3,
  otherStaff: 4,
  ownerStaff: 5,
};
const SIGNS: Record<ProposalRefusal, string> = {
  sign_in_required: '?',
  not_found: '0',
  not_permitted: '-',
  second_person_needed: '2',
  wrong_status: '.',
  already_approved: '!',
  frozen: 'F',
  hidden: 'H',
};

function answers(action: ProposalAction, person: Person): string {
  const signs = STATUSES.map((status) => {
    const refusal = proposalRefusal(action, PEOPLE[person], proposalWith({ status }));
    return refusal === null ? '+' : SIGNS[refusal];
  });
  return signs.join('');
}

const cells = ACTIONS.flatMap((action) =>
  (Object.keys(PEOPLE) as Person[]).map((person) => {
    const columns = ALLOWED[action].trim().split(' ');
    return { action, person, expected: columns[COLUMNS[person]] ?? '' };
  }),
);

test('section 4: the table covers every action, each for six kinds of people and six statuses', () => {
  expect(Object.keys(ALLOWED)).toEqual(ACTIONS);
  for (const row of Object.values(ALLOWED)) expect(row.trim()).toMatch(/^([?0+.-]{6} ){5}[?0+.2-]{6}$/);
});

test.each(cells)(
  'section 4: $action by $person answers $expected from drafted to repaid',
  ({ action, person, expected }) => {
    expect(answers(action, person)).toBe(expected);
  },
);

describe('R2.2: a proposal is approved once', () => {
  test.each(['published', 'locked', 'backed', 'funded'] as const)(
    'a second approval of a %s one is refused',
    (status) => {
      const approved = proposalWith({ status, isMfiApproved: true });
      expect(proposalRefusal('approve', staff, approved)).toBe('already_approved');
    },
  );

  test('a person who may not approve does not learn that it is approved', () => {
    expect(proposalRefusal('approve', stranger, proposalWith({ isMfiApproved: true }))).toBe('not_permitted');
    expect(proposalRefusal('approve', null, proposalWith({ isMfiApproved: true }))).toBe('sign_in_required');
  });

  test('R2.1: of a repaid one the status is the answer, approved or not', () => {
    const repaid = proposalWith({ status: 'repaid', isMfiApproved: true });
    expect(proposalRefusal('approve', staff, repaid)).toBe('wrong_status');
  });
});

describe('R6.8: one person can be several parties', () => {
  test.each([
    ['visitor', ['visitor']],
    ['stranger', ['member']],
    ['owner', ['owner']],
    ['staff', ['member', 'staff']],
    ['otherStaff', ['member']],
    ['ownerStaff', ['owner', 'staff']],
  ] as const)('%s is %j', (person, parties) => {
    expect([...partiesOf(PEOPLE[person], proposalWith())].sort()).toEqual(parties);
  });
});

describe('the actions that the buttons of a screen offer', () => {
  test('a stranger is offered to back, ignore and share a published proposal', () => {
    const shown = ['invest', 'ignore', 'invite', 'seeBackers', 'message', 'share'];
    expect(allowedActions(stranger, proposalWith(), false)).toEqual(shown);
  });

  test('a person who ignores a proposal is offered to take that back, and not to ignore it again', () => {
    const shown = allowedActions(stranger, proposalWith(), true);
    expect(shown).toContain('unignore');
    expect(shown).not.toContain('ignore');
  });

  test('section 2: a visitor may only share', () => {
    expect(allowedActions(null, proposalWith(), false)).toEqual(['share']);
    expect(allowedActions(null, proposalWith({ status: 'backed' }), false)).toEqual([]);
  });

  test('an owner is offered the work on a draft', () => {
    const shown = ['edit', 'publish', 'delete', 'postUpdate', 'editGallery', 'assignToCampaign'];
    expect(allowedActions(owner, proposalWith({ status: 'drafted' }), false)).toEqual(shown);
  });

  test('T11: releasing is offered only once the proposal is approved, approving only until then', () => {
    const backed = proposalWith({ status: 'backed' });
    expect(allowedActions(staff, backed, false)).toContain('approve');
    expect(allowedActions(staff, backed, false)).not.toContain('releaseFunds');
    const approved = proposalWith({ status: 'backed', isMfiApproved: true });
    expect(allowedActions(staff, approved, false)).toContain('releaseFunds');
    expect(allowedActions(staff, approved, false)).not.toContain('approve');
  });

  test('staff decide nothing about a loan of their own', () => {
    const decisions = ['approve', 'releaseFunds', 'returnProposal', 'decideWithdrawal', 'decidePayment'];
    for (const status of STATUSES) {
      const shown = allowedActions(ownerStaff, proposalWith({ status, isMfiApproved: true }), false);
      expect(shown.filter((action) => decisions.includes(action))).toEqual([]);
    }
  });
});
