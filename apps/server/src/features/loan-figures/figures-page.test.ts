import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { useServedPages } from '../../test/served-pages.ts';
import { NOW, useWorld } from '../../test/world.ts';
import { countFigures } from './loan-figures.service.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan } = useLoans(world);
const pages = useServedPages(world);

const read = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body, headers: answered } = await pages.app.inject({ method: 'GET', url, headers });
  return { status: statusCode, body, tag: String(answered['etag']) };
};

test('the figures of an institution have a page in three languages, with one address for search engines (R32.1)', async () => {
  for (let made = 0; made < 5; made += 1) await newLoan({ status: 5 });
  world.now = new Date(NOW.getTime() + 2 * 86_400_000);
  await countFigures(world.outside);
  const { status, body, tag } = await read('/App/Figures/roi?asOf=2026-01-31');
  expect(status).toBe(200);
  expect(body).toContain('<title>Figures of ROI');
  expect(body).toContain('<link rel="canonical" href="https://sathi.example/App/Figures/ROI">');
  expect(body).toContain('Q1 2026');
  expect(body).toMatch(/\$500/);
  expect(body).toContain('How we count');
  expect((await read('/App/Figures/roi?asOf=2026-01-31', { 'if-none-match': tag })).status).toBe(304);
  expect((await read('/App/Figures', { cookie: 'language=be' })).body).toContain('যেভাবে গোনা হয়');
  expect((await read('/App/Figures', { cookie: 'language=ar' })).body).toContain('كيف نحسب');
});

test('figures of a day that was not counted, or of nobody, are a missing page (R32.2)', async () => {
  for (const url of ['/App/Figures/Nobody', '/App/Figures?asOf=2019-01-01']) {
    const { status, body } = await read(url);
    expect([url, status]).toEqual([url, 404]);
    expect(body).toContain('<meta name="robots" content="noindex">');
  }
});
