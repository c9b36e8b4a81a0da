import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueryOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeEmptyParts, portfolio, STATEMENT } from '../../test/portfolio.tsx';

beforeEach(fakeEmptyParts);
afterEach(() => {
  vi.restoreAllMocks();
});

test('the statement is told month by month, each with the change of the credit', async () => {
  const screen = await portfolio();
  const september = screen.getByRole('region', { name: 'September 2026' });
  await expect.element(september.getByRole('heading')).toHaveTextContent('September 2026+$12.50');
  const back = september.getByRole('link', {
    name: /^Sewing machine.*\+\$12\.50.*15\/09\/2026 · Paid back to me.*credit .*\$12\.50/,
  });
  await expect.element(back).toBeVisible();
  const august = screen.getByRole('region', { name: 'August 2026' });
  await expect
    .element(august.getByRole('link', { name: /^Sewing machine.*-\$40.*01\/08\/2026 · Backed$/ }))
    .toBeVisible();
});

test('the statement is asked for the chosen days, and a period that runs backwards is not', async () => {
  const asked: QueryOf<'findStatement'>[] = [];
  const screen = await portfolio({ path: '/App/Portfolio?period=all', asked });
  await expect.element(screen.getByRole('link', { name: /Paid back to me/ })).toBeVisible();
  await screen.getByRole('radio', { name: 'Own dates' }).click();
  await screen.getByLabelText('First day').fill('2026-03-02');
  await screen.getByLabelText('Last day').fill('2026-03-31');
  await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  const before = asked.length;
  await screen.getByLabelText('Last day').fill('2026-03-01');
  await expect.element(screen.getByText('The last day must not be before the first.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  expect(asked).toHaveLength(before);
});

test('the statement is kept as a file of the same period', async () => {
  let asked: unknown;
  fake('exportStatement', ({ query }) => {
    asked = query;
    return new Response('Date', { headers: { 'content-type': 'text/csv' } });
  });
  const kept: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.download);
  });
  const screen = await portfolio({ path: '/App/Portfolio?period=own&from=2026-03-02&to=2026-03-31' });
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.poll(() => kept).toEqual(['sathi-statement.csv']);
  expect(asked).toEqual({ from: '2026-03-02', to: '2026-03-31' });
});

test('a file that cannot be had is told beside its button', async () => {
  fake('exportStatement', () => ({ refusal: 'not_permitted' }));
  const screen = await portfolio();
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('a printed statement is whole: the pages not loaded yet are fetched first', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const screen = await portfolio();
  fake('findStatement', ({ query }) =>
    query.cursor
      ? { ...STATEMENT, rows: [{ ...STATEMENT.rows[1]!, id: '9', title: 'The oldest' }] }
      : { ...STATEMENT, nextCursor: 'more' },
  );
  await screen.getByRole('radio', { name: 'Everything' }).click();
  await expect.element(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  await screen.getByRole('button', { name: 'Print' }).click();
  await expect.element(screen.getByText('The oldest')).toBeVisible();
  await expect.poll(() => printed.mock.calls.length).toBe(1);
});
