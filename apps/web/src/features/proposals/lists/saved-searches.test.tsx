import { expect, test, vi } from 'vitest';
import { startSession } from '../../../lib/session.ts';
import { BROKEN, fake } from '../../../test/fake-endpoint.ts';
import { RAHIMA } from '../../../test/people.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { homeViewOf } from './home-address.ts';
import { SavedSearches } from './saved-searches.tsx';

const viewOf = (search: string) => homeViewOf('/App/Invest', new URLSearchParams(search), 'invest');
const GOATS = {
  id: '4',
  name: 'Goats',
  filters: { place: 'Gosaba', maxRemaining: 50 },
  savedAt: '2026-11-20T10:00:00.000Z',
};

async function shown(search: string) {
  startSession('token', RAHIMA);
  const onChange = vi.fn();
  const page = <SavedSearches view={viewOf(search)} onChange={onChange} />;
  return { screen: await renderPage(page, { path: '/App/Invest/ROI' }), onChange };
}

test('a search that is set can be kept under a name, which its filters offer (R26.2)', async () => {
  const kept: (typeof GOATS)[] = [];
  fake('listSavedSearches', () => kept);
  fake('saveSearch', ({ body }) => {
    expect(body).toEqual({ name: 'Gosaba · At most 12 months', filters: { place: 'Gosaba', maxMonths: 12 } });
    kept.push({ ...GOATS, name: body.name, filters: body.filters as typeof GOATS.filters });
    return { id: '4' };
  });
  const { screen } = await shown('place=Gosaba&maxMonths=12&sort=closing');
  await screen.getByRole('button', { name: 'Save this search' }).click();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = screen.getByRole('button', { name: 'Gosaba · At most 12 months' });
  await expect.element(saved).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: 'Save this search' })).not.toBeInTheDocument();
});

test('a kept search sets its filters and no others, and can be taken away (R26.2)', async () => {
  let kept = [GOATS];
  fake('listSavedSearches', () => kept);
  fake('deleteSavedSearch', ({ query }) => {
    kept = [];
    return { id: String(query.id) };
  });
  const { screen, onChange } = await shown('');
  await screen.getByRole('button', { name: 'Goats' }).click();
  expect(onChange).toHaveBeenCalledOnce();
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({ place: 'Gosaba', maxRemaining: '50', category: '', partner: '' });
  const change = screen.getByRole('button', { name: 'Change' });
  await expect.element(change).toHaveAttribute('data-help', 'removeSearch');
  await change.click();
  const remove = screen.getByRole('button', { name: 'Remove Goats' });
  await expect.element(remove).toHaveAttribute('data-help', 'removeSearch');
  await remove.click();
  await expect.element(screen.getByRole('button', { name: 'Change' })).not.toBeInTheDocument();
});

test('a search that cannot be taken away without a network says so in a sentence', async () => {
  fake('listSavedSearches', () => [GOATS]);
  fake('deleteSavedSearch', () => BROKEN);
  const { screen } = await shown('');
  await screen.getByRole('button', { name: 'Change' }).click();
  await screen.getByRole('button', { name: 'Remove Goats' }).click();
  await expect.element(screen.getByText('There is something wrong, Please check your network ..')).toBeVisible();
});
