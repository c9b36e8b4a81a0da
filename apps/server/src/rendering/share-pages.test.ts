import { expect, test } from 'vitest';
import { useLoans } from '../test/loans.ts';
import { useServedPages } from '../test/served-pages.ts';
import { ROI, useWorld } from '../test/world.ts';

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

test('T14: a shared link leads to the configured address, not to the one a request names', async () => {
  const loan = await newLoan({ status: 3 });
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const { body, statusCode } = await pages.app.inject({ method: 'GET', url, headers: FORGED });
  expect(statusCode).toBe(200);
  expect(body).not.toContain('evil.example');
  expect(body).toContain(`<link rel="canonical" href="https://sathi.example/App/proposal?mfi=ROI&#38;id=${loan.id}">`);
  expect(body).toContain(`content="https://sathi.example/share/proposal/${loan.id}.jpg?v=3-4000-0-`);
  expect(body).toContain('<meta property="og:title" content="A sewing machine">');
  expect(body).not.toContain('noindex');
});

test('a page and its picture carry the translated name to readers of that language (R26.4)', async () => {
  const loan = await newLoan();
  const words = { language: 'be', title: 'সেলাই মেশিন', description: 'স্কুলের পোশাক সেলাই করতে।' };
  const path = `/api/mfi/translation?mfiId=3&proposalId=${loan.id}`;
  expect((await world.call('PUT', path, { as: loan.officer, body: words })).status).toBe(200);
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const read = async (language: string) =>
    (await pages.app.inject({ method: 'GET', url, headers: { cookie: `language=${language}` } })).body;
  expect(await read('be')).toContain('<meta property="og:title" content="সেলাই মেশিন">');
  expect(await read('ar')).toContain('<meta property="og:title" content="A sewing machine">');
  const [original, translated, nonsense] = await Promise.all(
    ['', '?lang=be', '?lang=%27'].map(async (query) => {
      const { rawPayload } = await world.app.inject({ method: 'GET', url: `/share/proposal/${loan.id}.jpg${query}` });
      return rawPayload.toString('base64');
    }),
  );
  expect(translated).not.toBe(original);
  expect(nonsense).toBe(original);
});

test('a start page begins with the words that its partner wrote for readers of the language, else with the first ones', async () => {
  const manager = await world.newPerson({ staffOf: [ROI] });
  const be = { slogan: 'পাশে আছি', welcomeMessage: 'সাথীতে স্বাগতম, প্রতিবেশী' };
  const body = { slogan: 'Hand in hand', welcomeMessage: 'Welcome, neighbour', texts: { be } };
  expect((await world.call('PATCH', '/api/mfi?mfiId=3', { as: manager, body })).status).toBe(200);
  const read = async (language: string) =>
    (await pages.app.inject({ method: 'GET', url: '/App/Start/ROI', headers: { cookie: `language=${language}` } }))
      .body;
  const bengali = await read('be');
  expect(bengali).toMatch(/<h1[^>]*>সাথীতে স্বাগতম, প্রতিবেশী<\/h1>/);
  expect(bengali).toContain(`<meta name="description" content="${be.welcomeMessage}">`);
  expect(bengali).not.toMatch(/<h1[^>]* lang=/);
  const arabic = await read('ar');
  expect(arabic).toMatch(/<h1[^>]* lang="en"[^>]*>Welcome, neighbour<\/h1>/);
  expect(arabic).toMatch(/<p[^>]* lang="en"[^>]*>Hand in hand<\/p>/);
});

test('T9: the pages whose address may hold a phone or a token pass it on to no other site', async () => {
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

test('one address for one proposal, however it was asked for', async () => {
  const loan = await newLoan();
  const url = `/app/PROPOSAL?mfi=DCBS&id=${loan.id}&utm_source=x`;
  const { body } = await pages.app.inject({ method: 'GET', url });
  expect(body).toContain(`<link rel="canonical" href="https://sathi.example/App/proposal?mfi=ROI&#38;id=${loan.id}">`);
});

test('a draft, a missing one and the pages of one person are hidden from search engines and tell nothing', async () => {
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
});

test('T12: a title stays a title in the head', async () => {
  const title = '"><script>alert(1)</script>';
  const loan = await newLoan({ form: { title, description: "'; </style><img src=x onerror=alert(1)>" } });
  const { body } = await pages.app.inject({ method: 'GET', url: `/App/proposal?mfi=ROI&id=${loan.id}` });
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img src=x');
});

test('a visitor reads the open loans at /App/Invest, under one address and with the filters of theirs (R26.2)', async () => {
  await newLoan({ form: { title: 'Two goats', place: 'Gosaba', category: 'livestock' } as object });
  await newLoan({ form: { title: 'A boat', category: 'fishing' } as object });
  const read = (query: string, headers = {}) =>
    pages.app.inject({ method: 'GET', url: `/App/Invest/ROI?${query}`, headers });
  const { body } = await read('category=livestock&utm_source=x');
  expect(body).toContain('Two goats');
  expect(body).toContain('Gosaba');
  expect(body).not.toContain('A boat');
  expect(body).toContain('<link rel="canonical" href="https://sathi.example/App/Invest">');
  expect(body).toContain('<title>Loans to back · Sathi</title>');
  expect(body).not.toContain('noindex');
  // A value that means nothing filters nothing.
  expect((await read('category=x&maxMonths=99&partner=0&place=%00')).statusCode).toBe(200);
  expect((await read('', { cookie: 'signed-in=1' })).body).not.toContain('Two goats');
});
