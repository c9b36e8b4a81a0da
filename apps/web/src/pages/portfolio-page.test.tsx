import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '../lib/session.ts';
import type { DataOf, QueryOf } from '../lib/wire.ts';
import { fake, pageOf } from '../test/fake-endpoint.ts';
import { RAHIMA } from '../test/people.ts';
import { FUNDED, SEWING_MACHINE } from '../test/proposals.ts';
import { renderPage } from '../test/render-page.tsx';
import PortfolioPage from './portfolio-page.tsx';

const PORTFOLIO: DataOf<'findPortfolio'> = {
  lent: 60,
  cameBack: 12.5,
  stillOut: 47.5,
  late: 7.5,
  credit: 12.5,
  loansCount: 2,
  months: [
    { month: '2026-09', expected: 12.5, received: 12.5 },
    { month: '2026-10', expected: 8.33, received: 0 },
  ],
};
const LOANS: DataOf<'listPortfolioLoans'> = [
  { proposal: FUNDED, lent: 40, cameBack: 12.5, stillOut: 27.5, daysLate: 37, nextDueOn: '2026-10-15' },
  {
    proposal: { ...SEWING_MACHINE, id: '170', title: 'A loom' },
    lent: 20,
    cameBack: 0,
    stillOut: 20,
    daysLate: 0,
    nextDueOn: null,
  },
];
const STATEMENT: DataOf<'findStatement'> = {
  openingCredit: 0,
  closingCredit: 12.5,
  paidIn: 60,
  paidOut: 0,
  nextCursor: null,
  rows: [
    {
      id: '2',
      date: '2026-09-15T10:00:00.000Z',
      purpose: 'share_received',
      proposalId: '169',
      title: 'Sewing machine',
      outside: 0,
      credit: 12.5,
      creditAfter: 12.5,
    },
    {
      id: '1',
      date: '2026-08-01T10:00:00.000Z',
      purpose: 'backing',
      proposalId: '169',
      title: 'Sewing machine',
      outside: -40,
      credit: 0,
      creditAfter: 0,
    },
  ],
};

afterEach(() => {
  vi.restoreAllMocks();
});

function portfolio({ path = '/App/Portfolio', asked = [] as QueryOf<'findStatement'>[] } = {}) {
  startSession('token', RAHIMA);
  fake('findPortfolio', () => PORTFOLIO);
  fake('listPortfolioLoans', () => LOANS);
  fake('findStatement', ({ query }) => {
    asked.push(query);
    return STATEMENT;
  });
  return renderPage(<PortfolioPage />, { path });
}

test('says what was lent, came back, is still out and late, with the months as bars and as a table', async () => {
  const screen = await portfolio();
  const figures = screen.getByRole('group', { name: 'My money in numbers' });
  for (const figure of ['$60', 'in 2 loans', '$12.50', '$47.50', 'of it late', '$7.50']) {
    await expect.element(figures.getByText(figure).first()).toBeVisible();
  }
  await expect
    .element(screen.getByRole('img', { name: 'In 2 months $12.50 received of $20.83 expected' }))
    .toBeVisible();
  await screen.getByText('The same as a table').click();
  const table = screen.getByRole('table', { name: 'Expected and received in each month' });
  await expect.element(table.getByRole('row', { name: /October 2026.*\$8\.33.*\$0$/ })).toBeVisible();
});

test('R10.7: each loan tells the own part, the next due day, and in words how late it is', async () => {
  const screen = await portfolio();
  const late = screen.getByRole('row', { name: /Sewing machine.*\$40.*\$27\.50.*15\/10\/2026.*37 days late/ });
  await expect.element(late).toBeVisible();
  const onTime = screen.getByRole('row', { name: /A loom/ });
  await expect.element(onTime).toBeVisible();
  expect(onTime.getByText(/late/).elements()).toEqual([]);
});

test('the statement is asked for the chosen days, and a period that runs backwards is not', async () => {
  const asked: QueryOf<'findStatement'>[] = [];
  const screen = await portfolio({ path: '/App/Portfolio?period=all', asked });
  await expect.element(screen.getByRole('row', { name: /Paid back to me.*\+\$12\.50.*\$12\.50$/ })).toBeVisible();
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

test('what is printed is whole: the pages not loaded yet are fetched first', async () => {
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

test('whoever has lent nothing is told what to do next', async () => {
  startSession('token', RAHIMA);
  const nothing = { lent: 0, cameBack: 0, stillOut: 0, late: 0, credit: 0, loansCount: 0, months: [] };
  fake('findPortfolio', () => nothing);
  fake('listPortfolioLoans', () => []);
  fake('findStatement', () => ({ ...STATEMENT, rows: [] }));
  const screen = await renderPage(<PortfolioPage />, { path: '/App/Portfolio/ROI' });
  await expect.element(screen.getByText('You have not lent anything yet')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Find a loan to back' }))
    .toHaveAttribute('href', '/App/Invest/ROI');
  await screen.getByRole('button', { name: 'Show everything' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Everything' })).toBeChecked();
});

test('loans come in pages', async () => {
  startSession('token', RAHIMA);
  fake('findPortfolio', () => PORTFOLIO);
  fake('findStatement', () => STATEMENT);
  fake('listPortfolioLoans', ({ query }) =>
    query.cursor === 'more' ? LOANS.slice(1) : pageOf<'listPortfolioLoans'>(LOANS.slice(0, 1), 'more'),
  );
  const screen = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('row', { name: /A loom/ })).toBeVisible();
});
