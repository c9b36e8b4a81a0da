import type { MfiId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { useServedPages } from '../../test/served-pages.ts';
import { DCBS, NOW, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { create, newLoan, decide, decidePayment } = useLoans(world);
const pages = useServedPages(world);

const figuresOf = (query: string) => world.call('GET', `/api/borrow/figures?${query}`);
const read = async (url: string, language = 'en') => {
  const { statusCode, body } = await pages.app.inject({
    method: 'GET',
    url,
    headers: { cookie: `language=${language}` },
  });
  return { status: statusCode, body };
};
const FIGURES_KEPT_MS = 60_000;
const at = (place: string, category = 'livestock') => ({ form: { place, category } as object });

test('the figures of a place, a trade and an institution are counted from its public loans (R26.2)', async () => {
  await newLoan(at('Kamalganj'));
  await newLoan({ status: 6, ...at('kamalganj', 'fishing') });
  await newLoan({ status: 5, ...at('Kamalganj', 'fishing') });
  await newLoan({ status: 1, ...at('Kamalganj', 'fishing') });
  const counted = { openCount: 1, runningCount: 1, repaidCount: 1, lent: 200, repaid: 100, borrowersCount: 2 };
  expect(done(await figuresOf('place=KAMALGANJ'))).toEqual({
    place: 'Kamalganj',
    ...counted,
    backersCount: 2,
    since: '2026-01-31',
    daysDueToPaid: null,
    daysPaidToApproved: null,
  });
  expect(done(await figuresOf('category=fishing'))).toMatchObject({ place: null, ...counted, openCount: 0 });
  const ofDcbs = { openCount: 0, runningCount: 0, repaidCount: 0, lent: 0, since: null };
  expect(done(await figuresOf('name=DCBS'))).toMatchObject(ofDcbs);
  expect(refusal(await figuresOf('name=Nobody'))).toBe('404 not_found');
  // The beginning of a place is a filter, and no place.
  expect(refusal(await figuresOf('place=Kamal'))).toBe('404 not_found');
});

test('an institution tells how many days lie between due, paid and approved (R22.2)', async () => {
  const faten = 2 as MfiId;
  const loan = await newLoan({ status: 5, mfiId: faten, form: { amount: 12 } });
  world.now = new Date('2026-04-05T08:00:00Z');
  // Due on 28 February and 31 March: the second payment covers the first instalment late, and the next one early.
  for (const [amount, paidOn] of [
    [0.5, '2026-02-20'],
    [1.5, '2026-03-02'],
  ]) {
    const body = { proposalId: loan.id, amount, paidOn };
    const { id } = done(await world.call('POST', '/api/borrow/proposalPayment', { as: loan.owner, body }));
    done(await decidePayment('approvePayment', loan, id));
  }
  world.now = NOW;
  expect(done(await figuresOf('name=FATEN'))).toMatchObject({ daysDueToPaid: -13.5, daysPaidToApproved: 39 });
});

test('a place has a page under one address, with a title, a sentence and a picture for shared links (R26.2)', async () => {
  const loan = await newLoan(at('Sreemangal'));
  const { status, body } = await read('/app/place/SREEMANGAL');
  expect(status).toBe(200);
  expect(body).toContain('<title>Loans in Sreemangal');
  expect(body).toContain('<link rel="canonical" href="https://sathi.example/App/Place/Sreemangal">');
  expect(body).toContain('<meta property="og:description" content="Loans without interest: 1 open, 0 being paid back');
  expect(body).toContain(`content="https://sathi.example/share/proposal/${loan.id}.jpg?v=2-0-0-`);
  expect(body).toContain(`/App/proposal?mfi=ROI&amp;id=${loan.id}`);
  const bengali = await read('/App/Trade/livestock', 'be');
  expect(bengali.body).toContain('ঋণ: পশুপালন');
});

test('a place without public loans and a trade that is none are missing pages (R26.2)', async () => {
  await create(await world.newPerson(), { place: 'Hiddenpur', status: 1 });
  const places = ['Hiddenpur', '%25', 'a%00b', '%E0%A6%95'.repeat(81)].map((name) => `/App/Place/${name}`);
  for (const url of [...places, '/App/Trade/banking', '/App/Partner/Nobody']) {
    const { status, body } = await read(url);
    expect([url, status]).toEqual([url, 404]);
    expect(body).toContain('<meta name="robots" content="noindex">');
  }
});

test('a partner has a page with what came of its loans and its rules (R26.2)', async () => {
  await newLoan({ status: 6, mfiId: DCBS });
  world.now = new Date(world.now.getTime() + FIGURES_KEPT_MS);
  const { status, body } = await read('/App/Partner/dcbs');
  expect(status).toBe(200);
  expect(body).toContain('<link rel="canonical" href="https://sathi.example/App/Partner/DCBS">');
  expect(body).toMatch(/Lending since.*31\/01\/2026/s);
  expect(body).toMatch(/Came back.*100%/s);
});

test('the list for search engines has what visitors may see, each under its own address, and is named in robots.txt (R26.2)', async () => {
  const open = await newLoan({ form: { place: 'Cox’s Bazar & <north>', category: 'crafts' } as object });
  const draft = await newLoan({ status: 1, form: { place: 'Drafton' } as object });
  const returned = await newLoan(at('Returnby'));
  done(await decide('returnProposal', returned));
  moveClock(world, 700);
  const { headers, body } = await world.app.inject({ method: 'GET', url: '/sitemap.xml' });
  expect(headers['content-type']).toContain('application/xml');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  const listed = [...body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toContain('https://sathi.example/App/Partner/ROI');
  expect(listed).toContain('https://sathi.example/App/Figures');
  expect(listed).toContain('https://sathi.example/App/Figures/ROI');
  expect(listed).toContain('https://sathi.example/App/Trade/crafts');
  expect(listed).toContain('https://sathi.example/App/Place/Cox%E2%80%99s%20Bazar%20%26%20%3Cnorth%3E');
  expect(listed).toContain(`https://sathi.example/App/proposal?mfi=ROI&#38;id=${open.id}`);
  expect(body).not.toMatch(new RegExp(`Drafton|Returnby|id=(${draft.id}|${returned.id})<`));
  const robots = await world.app.inject({ method: 'GET', url: '/robots.txt' });
  expect(robots.body).toContain('Sitemap: https://sathi.example/sitemap.xml');
});
