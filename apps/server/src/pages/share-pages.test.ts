import { expect, test } from 'vitest';
import { useLoans } from '../test/loans.ts';
import { isBuilt, useServedPages } from '../test/served-pages.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const pages = useServedPages(world);

const FORGED = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.example;proto=http',
  'x-original-host': 'evil.example',
};

test.runIf(isBuilt)('T14: a shared link leads to the configured address, whatever a request calls us', async () => {
  const loan = await newLoan({ status: 3 });
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const { body, statusCode } = await pages.app.inject({ method: 'GET', url, headers: FORGED });
  expect(statusCode).toBe(200);
  expect(body).not.toContain('evil.example');
  expect(body).toContain(`<link rel="canonical" href="https://sathi.example/App/proposal?mfi=ROI&#38;id=${loan.id}">`);
  expect(body).toContain(`content="https://sathi.example/share/proposal/${loan.id}.jpg?v=3-4000-0"`);
  expect(body).toContain('<meta property="og:title" content="A sewing machine">');
  expect(body).not.toContain('noindex');
});

test.runIf(isBuilt)('T9: the pages whose address may hold a phone or a token tell it to nobody', async () => {
  const policyOf = async (url: string) => (await pages.app.inject({ method: 'GET', url })).headers['referrer-policy'];
  for (const page of [
    'Register',
    'Login',
    'verifycode',
    'ForgotPassword',
    'ResetPassword',
    'ConfirmEmail',
    'Unsubscribe',
  ]) {
    expect(await policyOf(`/App/${page}`), page).toBe('no-referrer');
  }
  expect(await policyOf('/App/VerifyCode/ROI/+12025550110')).toBe('no-referrer');
  expect(await policyOf('/start')).toBe('strict-origin-when-cross-origin');
});

test.runIf(isBuilt)('one address for one proposal, however it was asked for', async () => {
  const loan = await newLoan();
  const url = `/app/PROPOSAL?mfi=DCBS&id=${loan.id}&utm_source=x`;
  const { body } = await pages.app.inject({ method: 'GET', url });
  expect(body).toContain(`<link rel="canonical" href="https://sathi.example/App/proposal?mfi=ROI&#38;id=${loan.id}">`);
});

test.runIf(isBuilt)(
  'a draft, a missing one and the pages of one person are hidden from search engines and tell nothing',
  async () => {
    const draft = await newLoan({ status: 1, form: { title: 'A secret wish' } });
    for (const url of [
      `/App/proposal?mfi=ROI&id=${draft.id}`,
      '/App/proposal?mfi=ROI&id=987654321',
      '/App/Profile/ROI',
      '/nowhere',
    ]) {
      const { body } = await pages.app.inject({ method: 'GET', url });
      expect(body, url).toContain('<meta name="robots" content="noindex">');
      expect(body, url).not.toMatch(/og:|canonical|A secret wish/);
    }
  },
);

test.runIf(isBuilt)('T12: a title stays a title in the head', async () => {
  const title = '"><script>alert(1)</script>';
  const loan = await newLoan({ form: { title, description: "'; </style><img src=x onerror=alert(1)>" } });
  const { body } = await pages.app.inject({ method: 'GET', url: `/App/proposal?mfi=ROI&id=${loan.id}` });
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img src=x');
});
