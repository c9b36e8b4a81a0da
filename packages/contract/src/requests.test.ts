import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './all.ts';
import type { CallName } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import { FIELD_PROBLEMS } from './refusals.ts';

type Example = { readonly body: Readonly<Record<string, unknown>>; readonly required: readonly string[] };

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
const money = { userId: '10', proposalId: '169', amount: 25 };

/** One good body for every call that has one, and the fields it cannot do without: copied by hand from the contract. */
const EXAMPLES: Partial<Record<CallName, Example>> = {
  signUp: { body: { username: '2025550110', password: 'long enough' }, required: ['username', 'password'] },
  confirmSignUp: { body: { username: '2025550110', code: '123456' }, required: ['username', 'code'] },
  resendCode: { body: { username: '2025550110' }, required: ['username'] },
  signIn: { body: { username: '2025550110', password: 'long enough' }, required: ['username', 'password'] },
  completeNewPassword: {
    body: { session: 'opaque', newPassword: 'long enough' },
    required: ['session', 'newPassword'],
  },
  refreshSession: { body: {}, required: [] },
  forgotPassword: { body: { username: 'asha@example.org' }, required: ['username'] },
  confirmForgotPassword: {
    body: { username: '2025550110', code: '123456', newPassword: 'long enough' },
    required: ['username', 'code', 'newPassword'],
  },
  signOut: { body: {}, required: [] },
  createUser: {
    body: { ...account, username: 'subject' },
    required: ['firstName', 'lastName', 'phone', 'email', 'username'],
  },
  updateUser: {
    body: { ...account, profileImage: null },
    required: ['firstName', 'lastName', 'phone', 'email', 'bio'],
  },
  returnProposal: { body: { reason: 'needs_detail', note: 'Which market?' }, required: ['reason'] },
  createProposal: {
    body: { ...proposal, currentBalance: '0', address: '', status: '2', image: null, mfiId: '3', userId: '10' },
    required: ['title', 'description', 'amount', 'startDate', 'monthsToRepay'],
  },
  updateProposal: { body: { ...proposal, image: null }, required: [] },
  backProposal: { body: money, required: ['proposalId', 'amount'] },
  requestWithdrawal: {
    body: { proposalId: '169', method: 'bank', accountName: 'Asha Begum', accountNumber: '0012', bankName: 'Janata' },
    required: ['proposalId', 'method', 'accountName', 'accountNumber'],
  },
  updateWithdrawal: { body: { state: 'sent', reference: 'TX-1' }, required: ['state', 'reference'] },
  enterPayment: { body: money, required: ['proposalId', 'amount'] },
  rejectPayment: { body: { reason: 'No money came.' }, required: ['reason'] },
  updateMfi: {
    body: { slogan: 'Neighbours lend', primaryColor: '#0b6b58', website: 'https://roi.example' },
    required: [],
  },
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
  createCampaign: {
    body: { ...campaign, mfiId: '3', image: 'campaignImages/eid-1.webp' },
    required: ['name', 'description', 'startDate', 'endDate', 'campaignUrl'],
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
  countPageView: { body: { route: '/App/Home/:mfi?', language: 'be' }, required: ['route', 'language'] },
};

const withBody = ENDPOINTS.filter((call): call is Endpoint & { readonly body: z.ZodType } => call.body !== undefined);
const cases = withBody.map((call) => ({ ...call, example: EXAMPLES[call.name] ?? { body: {}, required: [] } }));

type Issue = z.core.$ZodIssue;

/** The issues themselves, without the unions around them. */
function leaves(issues: readonly Issue[], parents: readonly PropertyKey[] = []): { path: string; issue: Issue }[] {
  return issues.flatMap((issue) => {
    const path = [...parents, ...issue.path];
    const isForms = issue.code === 'invalid_union' && issue.message === 'Invalid input';
    return isForms
      ? issue.errors.flatMap((inner) => leaves(inner as Issue[], path))
      : [{ path: path.join('.'), issue }];
  });
}
const issuesOf = (schema: z.ZodType, body: unknown) => leaves(schema.safeParse(body).error?.issues ?? []);

test('there is an example for every call with a body', () => {
  expect(withBody.map(({ name }) => name).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

describe.each(cases)('the body of $name', ({ body: schema, example }) => {
  test('is accepted as the contract writes it', () => {
    expect(issuesOf(schema, example.body)).toEqual([]);
  });

  test.each(['surprise', 'status_', 'isMFIApproved', 'fundedAmount', 'ownerId', 'constructor'])(
    'is refused with the unknown field %s',
    (field) => {
      const issues = issuesOf(schema, { ...example.body, [field]: 1 });
      expect(issues.map(({ issue }) => issue.code)).toContain('unrecognized_keys');
    },
  );

  test.each(example.required.map((field) => [field]))('section 5: is refused without %s: required', (field) => {
    const { [field]: _, ...rest } = example.body;
    const issues = issuesOf(schema, rest).filter(({ path }) => path === field);
    expect(issues.map(({ issue }) => issue.message)).toEqual(['required']);
  });

  test.each(['text', 7, true, [[]]])('is refused when it is %j', (body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });

  test('says what is wrong with a field in a code that has a sentence', () => {
    for (const field of Object.keys(example.body)) {
      for (const wrong of [undefined, null, '', 'x', -1, Number.POSITIVE_INFINITY, true, [], {}, '9'.repeat(5000)]) {
        const issues = issuesOf(schema, { ...example.body, [field]: wrong }).filter(({ path }) => path === field);
        for (const { issue } of issues) expect(FIELD_PROBLEMS).toContain(issue.message);
      }
    }
  });
});

describe('R1.1, R1.5: a status that is asked for comes alone', () => {
  const accepts = (name: CallName, body: unknown) =>
    withBody.find((call) => call.name === name)?.body.safeParse(body).success;

  test.each([1, 2, '1', '2'])('%j', (status) => {
    expect(accepts('updateProposal', { id: '169', status })).toBe(true);
    expect(accepts('createProposal', { ...proposal, status })).toBe(true);
  });

  test.each([3, 4, 5, 6, '3', '6'])(
    '%j cannot be born, and a change to it is for the state to refuse (R1.2)',
    (status) => {
      expect(accepts('updateProposal', { id: '169', status })).toBe(true);
      expect(accepts('createProposal', { ...proposal, status })).toBe(false);
    },
  );

  test.each([0, 7, '01', 1.5, null, 'published'])('%j is refused', (status) => {
    expect(accepts('updateProposal', { id: '169', status })).toBe(false);
    expect(accepts('createProposal', { ...proposal, status })).toBe(false);
  });

  test('it does not travel with edited fields', () => {
    expect(accepts('updateProposal', { status: 2, amount: 1 })).toBe(false);
  });

  test.each([
    { currentBalance: 0, accepted: true },
    { currentBalance: '0', accepted: true },
    { currentBalance: 1, accepted: false },
    { currentBalance: '100', accepted: false },
    { address: '', accepted: true },
    { address: '0x1', accepted: false },
  ])('a new proposal begins at nothing: %j', ({ accepted, ...fields }) => {
    expect(accepts('createProposal', { ...proposal, ...fields })).toBe(accepted);
  });

  test.each([
    [{ state: 'sent' }, false],
    [{ state: 'rejected' }, false],
    [{ state: 'failed', reason: ' ' }, false],
    [{ state: 'rejected', reason: 'Wrong number' }, true],
    [{ state: 'failed', reason: 'Account closed' }, true],
    [{ state: 'confirmed' }, true],
    [{ state: 'requested' }, false],
  ])('R4.2: %j: %s', (body, accepted) => {
    expect(accepts('updateWithdrawal', body)).toBe(accepted);
  });
});
