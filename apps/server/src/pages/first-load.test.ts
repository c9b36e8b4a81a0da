import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { keptPicture } from '../test/pictures.ts';
import { isBuilt, useServedPages } from '../test/served-pages.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, edit } = useLoans(world);
const pages = useServedPages(world);

test.runIf(isBuilt)(
  'a browser that asks to save data is sent a page without pictures, which caches keep apart',
  async () => {
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
  },
);

test.runIf(isBuilt)(
  'a page that needs a session names the scripts of its parts, a page for visitors only its own',
  async () => {
    const scriptsOf = async (url: string) =>
      [
        ...(await pages.app.inject({ method: 'GET', url })).body.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g),
      ].map(([, href]) => href!);
    const home = await scriptsOf('/App/Home/ROI');
    for (const part of ['home-tab', 'account', 'notices']) {
      expect(
        home.some((href) => href.startsWith(`/assets/${part}-`)),
        part,
      ).toBe(true);
      expect(
        home.some((href) => href.endsWith(`/${part}.en.js`)),
        part,
      ).toBe(true);
    }
    expect(new Set(home).size).toBe(home.length);
    expect((await scriptsOf('/App/Login/ROI')).filter((href) => /account|notices/.test(href))).toEqual([]);
  },
);
