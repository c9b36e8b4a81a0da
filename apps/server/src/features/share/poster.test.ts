import decodeQR from 'qr/decode.js';
import type { ProposalId } from '@sathi/domain/ids.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, useLoans } from '../../test/loans.ts';
import { CAMPAIGN } from '../../test/matrix/office-rows.ts';
import { drawing } from '../../test/pictures.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { drawStatus } from './draw-status.ts';

const world = useWorld();
const { newLoan, remove } = useLoans(world);

const open = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers });
const poster = (id: string, query = '') => open(`/share/proposal/${id}/poster${query}`);

/** The code of a poster, read as a camera reads it. */
async function readCode(html: string): Promise<string> {
  const [, side, path] = /class="code" viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)"/.exec(html) ?? [];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${Number(side) * 8}" height="${Number(side) * 8}"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

test('a poster has the loan, its institution and its address for a camera, in each language', async () => {
  const loan = await newLoan({ status: 3 });
  for (const [lang, words, direction] of [
    ['en', '$60 to go of $100', 'lang="en" dir="ltr"'],
    ['be', '$100-এর মধ্যে আরও $60 দরকার', 'lang="bn" dir="ltr"'],
    ['ar', 'بقي \u2068$60\u2069 من \u2068$100\u2069', 'lang="ar" dir="rtl"'],
  ] as const) {
    const { statusCode, headers, body } = await poster(loan.id, `?lang=${lang}&by=k3mp7w2x`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(words);
    expect(body).toContain(direction);
    expect(body).toContain('A sewing machine');
    expect(body).toContain('ROI');
    expect(await readCode(body)).toMatch(new RegExp(`/App/proposal\\?mfi=ROI&id=${loan.id}&by=k3mp7w2x$`));
  }
});

test('a poster speaks the language of its reader, and a code that is none is left out', async () => {
  const loan = await newLoan();
  const { body } = await open(`/share/proposal/${loan.id}/poster?by="><script>`, { cookie: 'language=be' });
  expect(body).toContain('lang="bn"');
  expect(body).not.toContain('"><script>');
  expect(await readCode(body)).toMatch(/&id=\d+$/);
});

test('a campaign has a poster with its loans together and its address, while it may be passed on (R16.1, R16.4)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const form = { ...CAMPAIGN, name: '', published: true };
  const { id } = done(await world.call('POST', '/api/campaign', { as: officer, body: form }));
  const show = (query = '') => open(`/share/campaign/${id}/poster${query}`);
  expect((await show()).body).not.toContain('$');
  const loan = await newLoan({ status: 3 });
  const body = { proposalId: loan.id, campaignIds: [id] };
  done(await world.call('POST', '/api/campaign/addProposalTo', { as: officer, body }));
  for (const [lang, title] of [
    ['en', 'Campaign of ROI'],
    ['be', 'ROI-এর ক্যাম্পেইন'],
    ['ar', 'حملة ROI'],
  ] as const) {
    const shown = await show(`?lang=${lang}&by=k3mp7w2x`);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain(title);
    expect(shown.body.replaceAll(/[\u2066-\u2069]/g, '')).toContain('$40 / $100');
    expect(await readCode(shown.body)).toMatch(new RegExp(`/App/proposalsByCampaign\\?mfi=ROI&id=${id}&by=k3mp7w2x$`));
  }
  const change = (changed: object) => world.call('PATCH', `/api/campaign?id=${id}`, { as: officer, body: changed });
  done(await change({ published: false }));
  expect((await show()).statusCode).toBe(404);
  done(await change({ published: true }));
  done(await world.call('DELETE', '/api/campaign/', { as: officer, body: { id } }));
  for (const path of [id, '987654321', '0', 'x']) {
    expect((await open(`/share/campaign/${path}/poster`)).statusCode).toBe(404);
  }
});

test('a title is text on a poster, whatever is in it (T16)', async () => {
  const loan = await newLoan({ form: { title: '<img src=x onerror=alert(1)> & "more"' } });
  const { body, headers } = await poster(loan.id);
  expect(body).not.toContain('<img src=x');
  expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+'; base-uri 'none'/);
});

test('a loan that may not be passed on has neither poster nor status picture (section 4, T21)', async () => {
  const [draft, whole, running, gone] = [
    await newLoan({ status: 1 }),
    await newLoan({ status: 4 }),
    await newLoan({ status: 5 }),
    await newLoan(),
  ];
  done(await remove(gone, gone.owner));
  for (const id of [draft.id, whole.id, running.id, gone.id, '987654321', '0', 'x', '1e3']) {
    for (const what of ['poster', 'status.jpg']) {
      expect([id, what, (await open(`/share/proposal/${id}/${what}`)).statusCode]).toEqual([id, what, 404]);
    }
  }
});

test('a repaid loan is shown as repaid, and asks for nothing', async () => {
  const { body } = await poster((await newLoan({ status: 6 })).id);
  expect(body).toContain('Paid back in full');
  expect(body).not.toContain('You can lend');
});

test('a loan of which a part was given up is shown as over, and not as paid back (R30.2)', async () => {
  const loan = await newLoan({ status: 5 });
  const [only] = loan.backers as [Person];
  await proveNow(world, only);
  const forgiven = await world.call('POST', '/api/borrow/forgive', { as: only, body: { proposalId: loan.id } });
  expect(done(forgiven).proposal.status).toBe(6);
  const { body } = await poster(loan.id);
  expect(body).toContain('Nothing is owed any more');
  expect(body).not.toContain('Paid back in full');
  expect(body).not.toContain('You can lend');
});

test('a status picture fills a phone, once drawn it is kept, and a backing changes it', async () => {
  const loan = await newLoan({ status: 2 });
  const bytes = await drawing(1600, 900).webp().toBuffer();
  await world.outside.files.write('proposalImages/status-00000000001.webp', { '1600.webp': bytes });
  await world.db
    .updateTable('proposals')
    .set({ image: 'proposalImages/status-00000000001.webp' })
    .where('id', '=', Number(loan.id) as ProposalId)
    .execute();
  const draw = async (lang: string) => (await open(`/share/proposal/${loan.id}/status.jpg?lang=${lang}`)).rawPayload;
  const english = await draw('en');
  expect(await sharp(english).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920 });
  expect(english.length).toBeLessThan(600_000);
  expect((await draw('en')).equals(english)).toBe(true);
  expect((await draw('ar')).equals(english)).toBe(false);
  const body = { proposalId: loan.id, amount: 70 };
  done(await world.call('POST', '/api/borrow/backProposal', { as: await world.newPerson(), body }));
  expect((await draw('en')).equals(english)).toBe(false);
});

test.each([
  [false, '<b>Bags & boats</b>'],
  [false, 'সেলাই মেশিন কিনে স্কুলের পোশাক বানাব, যাতে সন্তানদের পড়াতে পারি '.repeat(3)],
  [true, 'ماكينة خياطة'],
  [false, 'x'.repeat(120)],
  [false, '\u{10ffff}\u0378'],
] as const)('a status picture is drawn, from the right: %s, for any title: %s', async (isFromRight, title) => {
  const status = {
    title,
    isFromRight,
    lines: ['$60', 'ROI'] as const,
    progress: 0.4,
    colour: '#0b6b58',
    picture: null,
  };
  expect(await sharp(await drawStatus(status)).metadata()).toMatchObject({ width: 1080, height: 1920 });
});
