import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import PortfolioPage from './portfolio-page.tsx';
import { fakeEmptyParts, LOANS, PORTFOLIO, portfolio, STATEMENT } from '../../test/portfolio.tsx';

beforeEach(fakeEmptyParts);

test('one sentence says what was lent, came back, is out and late; the months are bars and a table', async () => {
  const screen = await portfolio();
  const figures = screen.getByRole('group', { name: 'My money in numbers' });
  const sentence = figures.getByText(/\$60.* lent in 2 loans.*\$12\.50.* came back.*\$47\.50.* is still out/);
  await expect.element(sentence).toBeVisible();
  await expect.element(figures.getByText(/\$7\.50.* of it is late/)).toBeVisible();
  await expect
    .element(screen.getByRole('img', { name: 'In 2 months $12.50 received of $20.83 expected' }))
    .toBeVisible();
  await screen.getByText('The same as a table').click();
  const table = screen.getByRole('table', { name: 'Expected and received in each month' });
  await expect.element(table.getByRole('row', { name: /October 2026.*\$8\.33.*\$0$/ })).toBeVisible();
});

test('credit may be lent again at once', async () => {
  const screen = await portfolio();
  await expect.element(screen.getByText('$12.50 to lend again')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Lend again' })).toHaveAttribute('href', '/App/Invest/ROI');
});

test('R8.3: a month that was paid ahead is awaited no more', async () => {
  const months = [
    { month: '2099-01', expected: 8.33, received: 0, open: 0 },
    { month: '2099-02', expected: 8.33, received: 0, open: 4.1 },
  ];
  await portfolio();
  fake('findPortfolio', () => ({ ...PORTFOLIO, months }));
  const again = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await expect.element(again.getByText('$4.10 expected in February 2099')).toBeVisible();
});

test('R29.3: a loan that was written off is called so', async () => {
  await portfolio();
  const [loan] = LOANS as [(typeof LOANS)[number]];
  const proposal = { ...loan.proposal, closedReason: 'written_off' as const };
  const lost = { ...loan, proposal, lost: 27.5, stillOut: 0, daysLate: 0, nextDueOn: null };
  fake('listPortfolioLoans', () => [lost]);
  const again = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  const row = again.getByRole('link', { name: /Sewing machine.*Written off.*\$27\.50 lost/ });
  await expect.element(row).toBeVisible();
});

test('R29.5: credit below zero is said in words, with what comes of it', async () => {
  const screen = await portfolio({ credit: -5 });
  await expect.element(screen.getByText('$5 below zero: money that comes to you fills it first')).toBeVisible();
});

test('each loan is a row that leads to it: the own part, what came back, and in words how late it is (R10.7)', async () => {
  const screen = await portfolio();
  const loans = screen.getByRole('list', { name: 'My own part of each loan' });
  await expect
    .element(loans.getByRole('link', { name: /Sewing machine.*\$40.*37 days late.*\$12\.50 back/ }))
    .toHaveAttribute('href', '/App/proposal?mfi=ROI&id=169');
  const onTime = loans.getByRole('link', { name: /A loom.*\$20/ });
  await expect.element(onTime).toBeVisible();
  expect(onTime.getByText(/late/).elements()).toEqual([]);
  const heights = loans
    .getByRole('link')
    .elements()
    .map((row) => row.getBoundingClientRect().height);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(64);
});

test('a backer who has lent nothing is told the next step', async () => {
  startSession('token', RAHIMA);
  const nothing = {
    lent: 0,
    cameBack: 0,
    stillOut: 0,
    lost: 0,
    forgiven: 0,
    late: 0,
    credit: 0,
    loansCount: 0,
    credits: [],
    hasComeBack: false,
    months: [],
  };
  fake('listPayoutAccounts', () => []);
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
  fake('listPayoutAccounts', () => []);
  fake('findPortfolio', () => PORTFOLIO);
  fake('findStatement', () => STATEMENT);
  fake('listPortfolioLoans', ({ query }) =>
    query.cursor === 'more' ? LOANS.slice(1) : pageOf<'listPortfolioLoans'>(LOANS.slice(0, 1), 'more'),
  );
  const screen = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('link', { name: /A loom/ })).toBeVisible();
});

test('a person who came back reads that the money of before is theirs again (R33.5)', async () => {
  const screen = await portfolio();
  expect(screen.getByText(/Welcome back/).elements()).toEqual([]);
  fake('findPortfolio', () => ({ ...PORTFOLIO, hasComeBack: true }));
  const again = await renderPage(<PortfolioPage />, { path: '/App/Portfolio' });
  await expect.element(again.getByText(/Welcome back.*yours again/)).toBeVisible();
});
