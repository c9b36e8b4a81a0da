import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { keptPicture } from '../test/pictures.ts';
import { useServedPages } from '../test/served-pages.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, edit } = useLoans(world);
const pages = useServedPages(world);

test('a browser that asks to save data is sent a page without pictures, which caches keep apart', async () => {
  const loan = await newLoan();
  const image = await keptPicture(world, loan.owner);
  done(await edit(loan, loan.owner, { image }));
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const all = await pages.app.inject({ method: 'GET', url });
  const few = await pages.app.inject({ method: 'GET', url, headers: { 'save-data': 'on' } });
  expect(all.body).toContain(`src="/files/${image}?w=640"`);
  expect(few.body).not.toContain('src="/files/');
  expect(few.body).toContain('Show picture');
  for (const { headers } of [all, few]) expect(headers.vary).toContain('Save-Data');
});

test('a page is sent with the texts of its language, and an office with those for staff too', async () => {
  const textsOf = async (url: string, language: string) => {
    const { body } = await pages.app.inject({ method: 'GET', url, headers: { cookie: `language=${language}` } });
    const scripts = [...body.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, href]) => href!);
    expect(new Set(scripts).size).toBe(scripts.length);
    // The largest first: small ones find their place beside it.
    expect(scripts[0]).toMatch(/^\/assets\/index-/);
    const kinds = scripts.flatMap((href) => /^\/assets\/(people|staff)-[^/]{7}\.js$/.exec(href)?.slice(1) ?? []);
    const people = scripts.find((href) => href.startsWith('/assets/people-'));
    return { kinds, script: people && (await pages.app.inject({ method: 'GET', url: people })).body };
  };
  const home = await textsOf('/App/Home/ROI', 'be');
  expect(home.kinds).toEqual(['people']);
  expect(home.script).toMatch(/\p{Script=Bengali}/u);
  expect((await textsOf('/App/Login/ROI', 'ar')).script).toMatch(/\p{Script=Arabic}/u);
  expect((await textsOf('/App/MFIProposals/ROI', 'en')).kinds).toEqual(['people', 'staff']);
});

test('a page has the digits of bank slips in every language, and those of its script for who chose them', async () => {
  const loan = await newLoan();
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const shown = async (cookie: string) => (await pages.app.inject({ method: 'GET', url, headers: { cookie } })).body;
  expect(await shown('language=be')).toContain('$100');
  expect(await shown('language=ar')).not.toMatch(/\$[٠-٩]/u);
  expect(await shown('language=be; digits=native')).toContain('$১০০');
  expect(await shown('language=ar; digits=native')).toContain('$١٠٠');
});

const SIGNED_IN = 'signed-in=1';

/** The addresses that a document names for its reader's browser to ask before the app has come. */
function asksOf(body: string): { path: string; asks: string[] } | null {
  const written = / data-asks="([^"]+)"/
    .exec(body)?.[1]
    ?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return written === undefined ? null : (JSON.parse(written) as { path: string; asks: string[] });
}

test('a loan is drawn for visitors, and left to the browser of a person signed in, which asks for it at once', async () => {
  const loan = await newLoan();
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const shown = async (cookie: string) => (await pages.app.inject({ method: 'GET', url, headers: { cookie } })).body;
  const visitors = await shown('');
  const own = await shown(SIGNED_IN);
  expect(visitors).toContain('data-rendered="page"');
  expect(visitors).toContain('Get started');
  expect(asksOf(visitors)).toBe(null);
  expect(own).toContain('data-rendered="frame"');
  expect(own).not.toContain('Get started');
  // The visitor's answer is not that of this reader, so the browser is not given it.
  expect(own).not.toContain('"remainingAmount"');
  const asked = asksOf(own);
  expect(asked).toEqual({ path: '/App/proposal', asks: [`/api/borrow/findOne?id=${loan.id}`] });
  const answer = await world.call('GET', asked!.asks[0]!, { as: loan.owner });
  expect(answer.status).toBe(200);
  const titleOf = (body: string) => /<title>[^<]*/.exec(body)?.[0];
  expect(titleOf(own)).toBe(titleOf(visitors));
  expect(own).toContain('property="og:title"');
});

test('Home names to a person signed in what its browser asks before the app has come, and to visitors nothing', async () => {
  const { token } = await world.newPerson();
  const asked = async (url: string, cookie = SIGNED_IN) =>
    asksOf((await pages.app.inject({ method: 'GET', url, headers: { cookie } })).body);
  const home = await asked('/App/Home/ROI');
  expect(home?.path).toBe('/App/Home/ROI');
  const paths = home?.asks.map((address) => address.split('?')[0]);
  expect(paths).toEqual(['/api/borrow/proposalsByUserAddress', '/api/borrow/stats/', '/api/borrow/invitations']);
  for (const url of home!.asks) {
    const { statusCode } = await pages.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode, url).toBe(200);
  }
  const lending = await asked('/App/Invest/ROI?sort=closing');
  expect(lending?.asks[0]).toMatch(/^\/api\/borrow\/proposalsNotByUserAddress\?.*sort=closing&limit=12$/);
  expect(await asked('/App/Home/ROI', '')).toBe(null);
  expect(await asked('/App/Login/ROI')).toBe(null);
});
