import { beforeEach, expect, test } from 'vitest';
import type { DataOf, QueryOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import FiguresPage from './figures-page.tsx';

type Figures = DataOf<'findLoanFigures'>;
const QUARTER: Figures['rows'][number] = {
  quarter: '2026-Q2',
  countedOn: '2026-08-30',
  loans: 12,
  lent: 4800,
  repaid: null,
  outstanding: 2400,
  par1: 0.25,
  par30: 0.1,
  par90: 0,
  repaymentRate: 0.9,
  onTime: null,
  changedPlan: null,
  defaulted: 0,
  writtenOff: 0,
  forgiven: null,
  daysToMoney: 13.5,
  hidden: { repaid: 'guarded', changedPlan: 'few', forgiven: 'few' },
};
const FIGURES: Figures = {
  asOf: '2026-09-30',
  firstDay: '2026-01-31',
  lastDay: '2026-09-30',
  rows: [{ ...QUARTER, quarter: null, repaid: 2000, hidden: {} }, QUARTER],
};

beforeEach(() => fake('listMfis', () => [ROI]));

function show(path: string, figures: Figures = FIGURES) {
  const asked: QueryOf<'findLoanFigures'>[] = [];
  fake('findLoanFigures', ({ query }) => {
    asked.push(query);
    return figures;
  });
  const screen = renderPage(<FiguresPage />, { path, pattern: '/App/Figures/:mfi?' });
  return { screen, asked };
}

test('a figure is told, hidden with the reason, or a dash where there is nothing to tell of (R32.1)', async () => {
  const screen = await show('/App/Figures/ROI').screen;
  const money = screen.getByRole('table', { name: 'The money' });
  await expect
    .element(money.getByRole('row', { name: /Q2 2026.*12.*\$4,800.*hidden.*\$2,400.*\$0.*fewer than 5/ }))
    .toBeVisible();
  const time = screen.getByRole('table', { name: /^In time/ });
  await expect
    .element(time.getByRole('row', { name: /Q2 2026.*25%.*10%.*0%.*90%.*–.*fewer than 5.*0.*13\.5/ }))
    .toBeVisible();
  await expect.element(screen.getByText('A quarter without a bar has a figure that is hidden.')).toBeVisible();
});

test('each institution that there is can be chosen', async () => {
  fake('listMfis', () => [ROI, { ...ROI, id: '4', name: 'SUNRISE' }]);
  const { screen, asked } = show('/App/Figures');
  await (await screen).getByRole('radio', { name: 'SUNRISE' }).click();
  expect(location.pathname).toBe('/App/Figures/SUNRISE');
  await expect.poll(() => asked.at(-1)).toMatchObject({ name: 'SUNRISE' });
});

test('another day is asked for once it is one that was counted, and the address tells it (R32.2)', async () => {
  const { screen, asked } = show('/App/Figures');
  const day = (await screen).getByLabelText('At the end of');
  await expect.element(day).toHaveValue('2026-09-30');
  await day.fill('2025-12-31');
  await expect.element((await screen).getByText('Choose a day from 31/01/2026 to 30/09/2026.')).toBeVisible();
  expect(asked).toEqual([{}]);
  await day.fill('2026-03-01');
  await expect.poll(() => asked.at(-1)).toEqual({ asOf: '2026-03-01' });
  expect(location.search).toBe('?asOf=2026-03-01');
});

test('the figures of an institution are kept as files of the same day', async () => {
  const screen = await show('/App/Figures/roi?asOf=2026-03-01').screen;
  const file = screen.getByRole('link', { name: 'Table as CSV' });
  await expect.element(file).toHaveAttribute('href', '/api/mfi/figures.csv?name=ROI&asOf=2026-03-01');
});

test('before the first night there is nothing to tell, and how it is counted is told all the same', async () => {
  const nothing = { asOf: null, firstDay: null, lastDay: null, rows: [] };
  const screen = await show('/App/Figures', nothing).screen;
  await expect.element(screen.getByText('Nothing to tell yet')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'How we count' })).toBeVisible();
});
