import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeHome, open, query } from '../../test/home.tsx';

beforeEach(fakeHome);

describe('filters', () => {
  test('the seven of the specification, kept in the address and sent', async () => {
    const asked: unknown[] = [];
    fake('listOwnProposals', ({ query: { status } }) => {
      asked.push(status);
      return [];
    });
    const screen = await open();
    await expect.element(screen.getByRole('radio', { name: 'All' })).toBeVisible();
    const names = screen
      .getByRole('radio')
      .elements()
      .map((chip) => chip.parentElement?.textContent);
    expect(names).toEqual(['All', 'Drafted', 'Published', 'Locked', 'Backed', 'Funded', 'Repaid']);
    await screen.getByRole('radio', { name: 'Locked' }).click();
    await expect.poll(query).toEqual({ status: '3' });
    await expect.poll(() => asked.at(-1)).toBe('3');
  });

  test('search, sort and filters narrow the invest tab, and each is taken away by itself (R26.2)', async () => {
    let asked: object = {};
    fake('listOthersProposals', ({ query: sent }) => {
      asked = sent;
      return [];
    });
    const screen = await open('/App/Invest');
    await screen.getByRole('searchbox', { name: 'Search' }).fill('boat');
    await screen.getByRole('combobox', { name: 'Sort by' }).selectOptions('Ending soon');
    await screen.getByRole('button', { name: 'Filters' }).click();
    await screen.getByRole('combobox', { name: 'Partner' }).selectOptions('DCBS');
    await screen.getByRole('combobox', { name: 'Check' }).selectOptions('Not yet checked');
    await screen.getByRole('combobox', { name: 'Place' }).fill('Gos');
    await screen.getByRole('combobox', { name: 'Trade' }).selectOptions('Livestock');
    await screen.getByRole('combobox', { name: 'Still to go' }).selectOptions('At most $50 to go');
    const filters = {
      search: 'boat',
      sort: 'closing',
      checked: 'false',
      place: 'Gos',
      category: 'livestock',
      maxRemaining: '50',
    };
    await expect.poll(query).toEqual({ ...filters, partner: '1' });
    await expect.poll(() => asked).toEqual({ ...filters, mfi: '1', status: '2,3', limit: '12' });
    // On a phone the filters lie over the list, and the button back to it says how many proposals they leave.
    await screen.getByRole('button', { name: /^Show: .*0 proposals/ }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Remove filter: Livestock' }).click();
    await expect.poll(() => asked).not.toHaveProperty('category');
  });

  test('on a desk the rarer filters open above the list', async () => {
    fake('listOthersProposals', () => []);
    const before = { width: innerWidth, height: innerHeight };
    await page.viewport(1280, 800);
    const screen = await open('/App/Invest');
    await screen.getByRole('button', { name: 'Filters' }).click();
    await expect.element(screen.getByRole('combobox', { name: 'Trade' })).toBeVisible();
    expect(screen.getByRole('dialog').elements()).toEqual([]);
    await page.viewport(before.width, before.height);
  });

  test('a search that is still to come does not bring back a person who has gone on', async () => {
    fake('listOthersProposals', () => []);
    const screen = await open('/App/Invest');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await screen.getByRole('searchbox', { name: 'Search' }).fill('boat');
    // The page stays on screen until the one that follows has loaded.
    History.prototype.pushState.call(history, null, '', '/App/proposal?mfi=ROI&id=7');
    vi.advanceTimersByTime(1000);
    expect(location.pathname + location.search).toBe('/App/proposal?mfi=ROI&id=7');
    vi.useRealTimers();
  });

  test.each([
    ['Newest first', '2,3,4,5,6'],
    ['Shortest loan', '2,3'],
    ['Smallest amount', '2,3'],
  ])('%s of the invest tab asks for the statuses %s (R26.2)', async (sort, statuses) => {
    let asked: string | null | undefined;
    fake('listOthersProposals', ({ query: sent }) => {
      asked = sent.status;
      return [];
    });
    const screen = await open('/App/Invest?search=boat');
    await screen.getByRole('combobox', { name: 'Sort by' }).selectOptions(sort);
    await expect.poll(() => asked).toBe(statuses);
  });

  test('clearing them leaves the tab', async () => {
    const screen = await open('/App/Home?tab=invest&search=zzz&status=2');
    await screen.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(query).toEqual({ tab: 'invest' });
    await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  test('a status that a tab never holds is explained without asking', async () => {
    const screen = await open('/App/Home?status=6');
    await expect.element(screen.getByText('no data to show')).toBeVisible();
    await screen.getByRole('button', { name: 'Show repaid loans' }).click();
    await expect.poll(query).toEqual({ tab: 'repaid' });
  });
});
