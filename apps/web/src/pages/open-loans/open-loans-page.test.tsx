import { beforeEach, expect, test } from 'vitest';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { proposalCard } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import OpenLoansPage from './open-loans-page.tsx';

let asked: object[];
beforeEach(() => {
  asked = [];
  fake('findMfi', () => ROI);
  fake('listMfis', () => [ROI]);
  fake('listPlaces', () => ['Gosaba']);
  fake('listOpenProposals', ({ query }) => {
    asked.push(query);
    return [proposalCard({ place: 'Gosaba', category: 'livestock' })];
  });
});

const open = (query = '') => renderPage(<OpenLoansPage />, { path: `/App/Invest/ROI${query}` });

test('a visitor sees the open loans with place and trade, and a way back to the start (R26.2)', async () => {
  const screen = await open();
  await expect.element(screen.getByRole('link', { name: 'A sewing machine' })).toBeVisible();
  await expect.element(screen.getByText(/Gosaba · Livestock/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /start/i })).toHaveAttribute('href', '/App/Start/ROI');
  expect(asked).toEqual([{ sort: 'newest', limit: '12' }]);
});

test('the filters of an address are asked for, shown, and each taken away by itself (R26.2)', async () => {
  const screen = await open('?place=Gos&category=livestock&maxMonths=7&closingWithinDays=3&campaignId=12');
  await expect.element(screen.getByRole('button', { name: 'Remove filter: At most 7 months' })).toBeVisible();
  await screen.getByRole('button', { name: 'Remove filter: One campaign' }).click();
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      sort: 'newest',
      place: 'Gos',
      category: 'livestock',
      maxMonths: '7',
      closingWithinDays: '3',
      limit: '12',
    });
  expect(new URLSearchParams(location.search).has('campaignId')).toBe(false);
});

test('a list that goes on is read on, and one without a match says how to get out', async () => {
  fake('listOpenProposals', ({ query }) =>
    query.cursor === undefined
      ? pageOf<'listOpenProposals'>([proposalCard()], 'more')
      : [proposalCard({ id: '102', title: 'Two goats' })],
  );
  const screen = await open();
  await screen.getByRole('button', { name: /more/i }).click();
  await expect.element(screen.getByRole('link', { name: 'Two goats' })).toBeVisible();
  fake('listOpenProposals', () => []);
  await screen.getByRole('searchbox').fill('zzz');
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
});
