import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf, QueryOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { STATEMENT } from '../../test/portfolio.tsx';
import { renderPage } from '../../test/render-page.tsx';
import YearLetterPage from './year-letter-page.tsx';

const LETTER: DataOf<'findYearLetter'> = {
  year: 2026,
  from: '2026-01-01',
  to: '2026-12-31',
  years: [2026, 2025],
  openingCredit: 0,
  closingCredit: 12.5,
  paidIn: 60,
  paidOut: 0,
  lent: [
    {
      proposalId: '169',
      title: 'Sewing machine',
      mfiName: 'ROI',
      lent: 40,
      cameBack: 12.5,
      ended: 0,
      forgiven: 0,
      lost: 0,
      stillOut: 27.5,
    },
    {
      proposalId: '170',
      title: 'A loom',
      mfiName: 'DCBS',
      lent: 20,
      cameBack: 0,
      ended: 0,
      forgiven: 5,
      lost: 0,
      stillOut: 15,
    },
  ],
  borrowed: [],
};

function show(letter = LETTER) {
  const asked: QueryOf<'findYearLetter'>[] = [];
  fake('findYearLetter', ({ query }) => {
    asked.push(query);
    return letter;
  });
  fake('findStatement', () => STATEMENT);
  startSession('token', RAHIMA);
  return {
    screen: renderPage(<YearLetterPage />, { path: '/App/YearLetter/ROI', pattern: '/App/YearLetter/:mfi?' }),
    asked,
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('the letter of a year says in words what was lent, came back and is still out, and loan by loan', async () => {
  const screen = await show().screen;
  await expect
    .element(
      screen.getByText(/you had money in 2 loans: you lent \$60, and \$12\.50 came back\. \$42\.50 was still out/),
    )
    .toBeVisible();
  const table = screen.getByRole('table', { name: 'Loans you helped' });
  await expect.element(table.getByRole('row', { name: /A loom.*DCBS.*\$20.*\$0.*\$5.*\$15/ })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: 'Lost' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: /Paid back to me/ })).toBeVisible();
});

test('a backing of an earlier year that ended is told in its own words and is no loan of the year (R5.3)', async () => {
  const none = { lent: 0, cameBack: 0, forgiven: 0, lost: 0, stillOut: 0 };
  const ended = { ...none, proposalId: '171', title: 'Two goats', mfiName: 'ROI', ended: 25 };
  const screen = await show({ ...LETTER, lent: [...LETTER.lent, ended] }).screen;
  await expect.element(screen.getByText(/you had money in 2 loans: you lent \$60,/)).toBeVisible();
  await expect.element(screen.getByText(/\$25 that you backed with before 2026 was not lent after all/)).toBeVisible();
  const table = screen.getByRole('table', { name: 'Loans you helped' });
  await expect.element(table.getByRole('row', { name: /Two goats.*ROI.*\$0.*\$0.*\$25.*\$0/ })).toBeVisible();
});

test('a year in which a backing ended and nothing was lent counts no loan', async () => {
  const none = { lent: 0, cameBack: 0, forgiven: 0, lost: 0, stillOut: 0 };
  const ended = { ...none, proposalId: '171', title: 'Two goats', mfiName: 'ROI', ended: 25 };
  const screen = await show({ ...LETTER, lent: [ended] }).screen;
  await expect.element(screen.getByText(/was not lent after all/)).toBeVisible();
  await expect.element(screen.getByText(/you had money in/)).not.toBeInTheDocument();
});

test('another year is asked for, and paper gets all of it', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { screen, asked } = show();
  await (await screen).getByRole('radio', { name: '2025' }).click();
  await expect.poll(() => String(asked.at(-1)?.year)).toBe('2025');
  await (await screen).getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
});

test('a borrower reads what was sent, repaid and is still owed', async () => {
  const borrowed = [
    { proposalId: '169', title: 'Sewing machine', mfiName: 'ROI', received: 400, repaid: 100, outstanding: 300 },
  ];
  const screen = await show({ ...LETTER, lent: [], borrowed }).screen;
  await expect
    .element(screen.getByText(/\$400 was sent to you in 2026, and you repaid \$100\..*you still owed \$300/))
    .toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Your own loans' })).toBeVisible();
});
