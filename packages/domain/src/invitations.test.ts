import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { MfiId, ProposalId, UserId } from './ids.ts';
import {
  campaignInviteRefusal,
  decideRepeat,
  dueReminder,
  expiryOf,
  inviteRefusal,
  parseAddresses,
  resendAt,
  sendAllowance,
  type SentInvitation,
  splitAddresses,
  thanksRefusal,
} from './invitations.ts';
import type { Cents } from './money.ts';
import type { Proposal, ProposalStatus } from './proposals.ts';

const NOW = new Date('2026-01-31T04:30:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const after = (ms: number) => new Date(NOW.getTime() + ms);

const OWNER = { id: 1 as UserId, mfiIds: [] };
const STRANGER = { id: 2 as UserId, mfiIds: [] };
const STAFF = { id: 3 as UserId, mfiIds: [3 as MfiId] };

const proposalIn = (status: ProposalStatus): Proposal => ({
  id: 169 as ProposalId,
  ownerId: OWNER.id,
  mfiId: 3 as MfiId,
  status,
  amountCents: 100_00 as Cents,
  backedCents: 0 as Cents,
  fundedCents: 0 as Cents,
  pendingCents: 0 as Cents,
  repaidCents: 0 as Cents,
  forgivenCents: 0 as Cents,
  isMfiApproved: false,
  fundingDeadline: after(30 * DAY),
  approveBeforeBacking: false,
});

describe('rules on inviting', () => {
  test.each([
    ['drafted', 'not_found'],
    ['published', null],
    ['locked', null],
    ['backed', 'wrong_status'],
    ['funded', 'wrong_status'],
    ['repaid', 'wrong_status'],
  ] as const)('R12.6: in %s a stranger hears %s', (status, refusal) => {
    expect(inviteRefusal(STRANGER, proposalIn(status), NOW)).toBe(refusal);
  });

  test('R5.2: an invitation after the deadline is refused, though the job has not come yet', () => {
    expect(inviteRefusal(OWNER, { ...proposalIn('locked'), fundingDeadline: after(-1) }, NOW)).toBe('funding_ended');
    expect(inviteRefusal(OWNER, { ...proposalIn('locked'), fundingDeadline: NOW }, NOW)).toBe(null);
  });

  test('R12.7, R16.4: staff of its MFI may invite to a campaign until its last day', () => {
    const campaign = { mfiId: 3 as MfiId, endsOn: '2026-02-01' as CalendarDate, isArchived: false, isPublished: true };
    expect(campaignInviteRefusal(STAFF, campaign, '2026-02-01')).toBe(null);
    expect(campaignInviteRefusal(STAFF, campaign, '2026-02-02')).toBe('campaign_ended');
    expect(campaignInviteRefusal(STAFF, { ...campaign, isArchived: true }, '2026-01-01')).toBe('campaign_ended');
    expect(campaignInviteRefusal(STAFF, { ...campaign, isPublished: false }, '2026-01-01')).toBe('wrong_status');
    expect(campaignInviteRefusal(OWNER, { ...campaign, isPublished: false }, '2026-01-01')).toBe('not_found');
    expect(campaignInviteRefusal(OWNER, campaign, '2026-02-02')).toBe('not_permitted');
    expect(campaignInviteRefusal({ ...STAFF, mfiIds: [1 as MfiId] }, campaign, '2026-01-01')).toBe('not_permitted');
  });
});

describe('R12.8: rules on thanking', () => {
  test.each([
    ['published', null, 'wrong_status'],
    ['locked', null, 'wrong_status'],
    ['funded', null, 'wrong_status'],
    ['repaid', null, null],
    ['drafted', 'wrong_status', 'wrong_status'],
  ] as const)('in %s', (status, thankYou, afterRepaid) => {
    expect(thanksRefusal('thank_you', OWNER, proposalIn(status))).toBe(thankYou);
    expect(thanksRefusal('thanks_after_repaid', OWNER, proposalIn(status))).toBe(afterRepaid);
  });

  test.each([
    ['published', 'wrong_status'],
    ['locked', 'wrong_status'],
    ['backed', null],
    ['funded', null],
    ['repaid', null],
  ] as const)('R12.9: a backer may thank the owner in %s: %s', (status, refused) => {
    expect(thanksRefusal('thank_you', STRANGER, proposalIn(status), true)).toBe(refused);
    expect(thanksRefusal('thanks_after_repaid', STRANGER, proposalIn(status), true)).toBe('not_permitted');
  });

  test('only the owner and the backers may thank, staff may not', () => {
    for (const viewer of [STRANGER, STAFF]) {
      expect(thanksRefusal('thank_you', viewer, proposalIn('repaid'))).toBe('not_permitted');
      expect(thanksRefusal('thank_you', viewer, proposalIn('drafted'))).toBe('not_found');
    }
  });
});

describe('R12.6: sending an invitation again', () => {
  const sent: SentInvitation = {
    inviterId: OWNER.id,
    sentAt: NOW,
    sends: 1,
    expiresAt: expiryOf(NOW),
    acceptedAt: null,
  };

  test.each([
    [72 * HOUR - 1, 'refuse'],
    [72 * HOUR, 'resend'],
    [60 * DAY - 1, 'resend'],
    [60 * DAY, 'renew'],
  ] as const)('%i ms later: %s', (ms, decision) => {
    expect(decideRepeat(sent, OWNER, after(ms))).toBe(decision);
  });

  test('an invitation is sent again three times and no more', () => {
    for (const sends of [1, 2, 3]) expect(decideRepeat({ ...sent, sends }, OWNER, after(4 * DAY))).toBe('resend');
    expect(decideRepeat({ ...sent, sends: 4 }, OWNER, after(4 * DAY))).toBe('refuse');
    expect(resendAt({ ...sent, sends: 4 })).toBe(null);
    expect(resendAt(sent)).toEqual(after(72 * HOUR));
  });

  test('another person cannot repeat an open invitation, but may begin anew once it has run out', () => {
    expect(decideRepeat(sent, STRANGER, after(4 * DAY))).toBe('refuse');
    expect(decideRepeat(sent, STRANGER, after(60 * DAY))).toBe('renew');
  });

  test('a person who accepted is not asked again', () => {
    expect(decideRepeat({ ...sent, acceptedAt: after(DAY) }, OWNER, after(90 * DAY))).toBe('refuse');
    expect(resendAt({ ...sent, acceptedAt: NOW })).toBe(null);
  });
});

describe('security T5: limits on the number of invitations', () => {
  const none = { byPerson: 0, byEverybody: 0 };
  test.each([
    ['an account of today', NOW, none, 10],
    ['an account of a week', after(-7 * DAY), none, 200],
    ['the last of a day', after(-90 * DAY), { byPerson: 199, byEverybody: 300 }, 1],
    ['after that', after(-90 * DAY), { byPerson: 200, byEverybody: 300 }, 0],
    ['when everybody sent too many', after(-90 * DAY), { byPerson: 0, byEverybody: 5000 }, 0],
    ['a new account that sent a lot', NOW, { byPerson: 195, byEverybody: 300 }, 5],
  ])('%s', (_, createdAt, counts, allowance) => {
    expect(sendAllowance({ createdAt, isPhoneProven: true }, counts, NOW, true)).toBe(allowance);
  });

  test('an account whose phone nobody has proven sends ten a day, however old it is', () => {
    const unproven = { createdAt: after(-90 * DAY), isPhoneProven: false };
    const allowances = [0, 4, 10, 11].map((byPerson) =>
      sendAllowance(unproven, { byPerson, byEverybody: 0 }, NOW, true),
    );
    expect(allowances).toEqual([10, 6, 0, 0]);
    expect(sendAllowance(unproven, none, NOW, false)).toBe(200);
  });
});

describe('typed addresses', () => {
  test('addresses are normalised, and each counts once', () => {
    expect(parseAddresses([' Nur@Example.org', 'nur@example.org', 'x', 'X ', 'cafe\u0301@example.org'])).toEqual([
      { typed: 'Nur@Example.org', address: 'nur@example.org' },
      { typed: 'x', address: null },
      { typed: 'cafe\u0301@example.org', address: 'café@example.org' },
    ]);
  });

  test.each([
    'a@b.org\r\nBcc: c@d.org',
    'a@b.org,c@d.org',
    '<a@b.org>',
    'a b@c.org',
    'a@b',
    '',
    `${'x'.repeat(250)}@b.org`,
    'a@b.org\u0000',
  ])('%j is no address', (typed) => {
    expect(parseAddresses([typed])[0]?.address).toBe(null);
  });

  test('a pasted text is taken apart into addresses', () => {
    expect(splitAddresses('a@b.org, "Nur, J." <n@b.org>;\n c@b.org\td@b.org;')).toEqual([
      'a@b.org',
      'n@b.org',
      'c@b.org',
      'd@b.org',
    ]);
    expect(splitAddresses('  ')).toEqual([]);
  });
});

describe('R5.4: reminders', () => {
  test.each([
    [8 * DAY, null],
    [7 * DAY, 7],
    [2 * DAY + 1, 7],
    [2 * DAY, 2],
    [1, 2],
    [0, null],
    [-DAY, null],
  ] as const)('with %i ms left: %s', (leftMs, days) => {
    expect(dueReminder(after(leftMs), NOW)).toBe(days);
  });
});
