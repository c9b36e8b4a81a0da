import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './all.ts';
import { CALLS } from './calls.ts';
import { CONTRACT_ADDS, OUR_OWN, SPECIFIED } from './test/promised-calls.ts';

const BUILT = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
const PROMISED = [...SPECIFIED, ...CONTRACT_ADDS];

describe('section 7: every call of the specification', () => {
  test.each(PROMISED)('%s is built', (call) => {
    expect(BUILT).toContain(call);
  });

  test("every call built is in the specification or in the contract's list", () => {
    expect(BUILT.filter((call) => ![...PROMISED, ...OUR_OWN].includes(call))).toEqual([]);
  });

  test('R13.9: no answer carries a signing key', () => {
    expect(BUILT.filter((call) => /key|sign(?!-in|-up|-out)/i.test(call))).toEqual([]);
  });
});

describe('the list of calls the browser reads and the schemas the server reads', () => {
  test('the two name the same calls, once each', () => {
    expect(ENDPOINTS.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort());
    expect(new Set(BUILT).size).toBe(BUILT.length);
  });

  test('a GET has no body, and each part of a path has a schema', () => {
    for (const { method, path, body, params } of ENDPOINTS) {
      if (method === 'GET') expect(body).toBeUndefined();
      expect(params !== undefined).toBe(path.includes(':'));
    }
  });

  test('every list that is read takes a limit and a cursor (Lists of the contract)', () => {
    const lists = ENDPOINTS.filter(({ method, list }) => method === 'GET' && list);
    const whole = lists.filter(
      ({ query }) => !(query instanceof z.ZodObject && 'limit' in query.shape && 'cursor' in query.shape),
    );
    expect(whole.map(({ name }) => name)).toEqual([]);
  });

  /** Section 6 and the contract, copied by hand. */
  const PUBLIC = [
    'answerSecondFactor',
    'askPasskey',
    'chainStatus',
    'completeNewPassword',
    'confirmEmail',
    'confirmForgotPassword',
    'confirmSignUp',
    'countPageView',
    'countVisit',
    'createUser',
    'disownPayout',
    'exportLoanFigures',
    'findChainDeploy',
    'findChainRegistration',
    'findLoanFigures',
    'findMfi',
    'findProposal',
    'findPublicFigures',
    'findRate',
    'findReceipt',
    'forgotPassword',
    'listCampaigns',
    'listDevInbox',
    'listGalleryImages',
    'listMfis',
    'listOpenProposals',
    'listPlaces',
    'listUpdates',
    'mfiShowcase',
    'phoneChangeNotMe',
    'previewInvitation',
    'readExport',
    'readFile',
    'refreshSession',
    'resendCode',
    'signIn',
    'signOutByCookie',
    'signUp',
    'unsubscribe',
    'userExists',
  ];
  test('section 6: a visitor may make these calls and no other', () => {
    const open = ENDPOINTS.filter(({ access }) => access === 'public').map(({ name }) => name);
    expect(open.sort()).toEqual(PUBLIC);
  });

  test('R6.7: every body of a person signed in may say who is acting, but those of the identity service', () => {
    const deaf = ENDPOINTS.filter(({ access, path, body, example }) => {
      if (access === 'public' || path.startsWith('/api/identity/') || !body) return false;
      const sent = body.safeParse({ ...(example.body as object), userId: '10' });
      return sent.error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false;
    });
    expect(deaf.map(({ name }) => name)).toEqual([]);
  });

  test('R6.7: only a repayment may be entered in the name of another person', () => {
    expect(ENDPOINTS.filter(({ onBehalf }) => onBehalf).map(({ name }) => name)).toEqual(['enterPayment']);
  });
});
