import { expect, test } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { keptPicture } from '../test/pictures.ts';
import { useServedPages } from '../test/served-pages.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, edit } = useLoans(world);
const pages = useServedPages(world);

const ask = (url: string, headers: Record<string, string> = {}) => pages.app.inject({ method: 'GET', url, headers });

test('a page for visitors is kept apart for each language, theme, kind of digits, encoding and wish to save data', async () => {
  const loan = await newLoan();
  done(await edit(loan, loan.owner, { image: await keptPicture(world, loan.owner) }));
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const readers: Record<string, string>[] = [
    {},
    { cookie: 'language=be' },
    { cookie: 'language=ar' },
    { cookie: 'language=be; digits=native' },
    { cookie: 'theme=dark' },
    { 'save-data': 'on' },
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip' },
    { cookie: 'signed-in=1' },
  ];
  const first = await Promise.all(readers.map((reader) => ask(url, reader)));
  const again = await Promise.all(readers.map((reader) => ask(url, reader)));
  expect(first.map(({ body }) => body)).toEqual(again.map(({ body }) => body));
  expect(new Set(first.map(({ headers }) => headers['etag'])).size).toBe(readers.length);
  const plain = first.filter(({ headers }) => headers['content-encoding'] === undefined);
  expect(plain.map(({ body }) => /<html lang="(\w+)"/.exec(body)?.[1]).join(' ')).toBe('en bn ar bn en en en');
  expect(first[4]?.body).toContain('data-theme="dark"');
  expect(first.map(({ body }) => /<html[^>]* data-signed-in/.test(body))).toEqual(
    readers.map((_, index) => index === 8),
  );
});

test('a visitor who has a page as it is now is answered 304, and the page itself once it has changed', async () => {
  const loan = await newLoan();
  const url = `/App/proposal?mfi=ROI&id=${loan.id}`;
  const tag = String((await ask(url)).headers['etag']);
  const same = await ask(url, { 'if-none-match': tag });
  expect([same.statusCode, same.body]).toEqual([304, '']);
  done(await edit(loan, loan.owner, { title: 'A better sewing machine' }));
  const changed = await ask(url, { 'if-none-match': tag });
  expect([changed.statusCode, changed.body.includes('A better sewing machine')]).toEqual([200, true]);
});

test('a page that is not there is told again as it is at every asking', async () => {
  const draft = await newLoan({ status: 1 });
  const url = `/App/proposal?mfi=ROI&id=${draft.id}`;
  expect((await ask(url)).statusCode).toBe(404);
  done(await world.call('PATCH', `/api/borrow/update?id=${draft.id}`, { as: draft.owner, body: { status: 2 } }));
  expect((await ask(url)).statusCode).toBe(200);
});
