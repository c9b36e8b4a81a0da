import { describe, expect, test } from 'vitest';
import { type HomeView, homeViewOf, searchOfView } from './home-address.ts';

const viewOf = (path: string, query = '') => homeViewOf(path, new URLSearchParams(query), 'repaid');

describe('the address of Home', () => {
  test.each([
    ['/App/Home', 'repaid'],
    ['/App/Home/DCBS', 'repaid'],
    ['/App/Borrow/ROI', 'borrow'],
    ['/App/Invest', 'invest'],
    ['/app/invest/roi', 'invest'],
  ])('%s opens the %s tab, the one for Home being given', (path, tab) => {
    expect(viewOf(path).tab).toBe(tab);
  });

  test('the query wins over the path', () => {
    expect(viewOf('/App/Invest', 'tab=repaid').tab).toBe('repaid');
  });

  test('values that mean nothing fall back to the default', () => {
    expect(
      viewOf(
        '/App/Home',
        'tab=x&status=9&sort=oldest&partner=DCBS&checked=maybe&category=banking&maxRemaining=-1&maxMonths=61&closingWithinDays=0&campaignId=x',
      ),
    ).toEqual(viewOf('/App/Home'));
  });

  test('a view survives being written into the address', () => {
    const view: HomeView = {
      tab: 'invest',
      status: 'published',
      sort: 'nearlyFunded',
      search: 'নৌকা',
      partner: '3',
      checked: 'true',
      place: 'বিয়ানীবাজার',
      category: 'water_energy',
      maxRemaining: '49.5',
      maxMonths: '12',
      closingWithinDays: '7',
      campaignId: '12',
    };
    expect(homeViewOf('/App/Home', searchOfView(view, '/App/Home'), 'borrow')).toEqual(view);
  });

  test('a link of an earlier version keeps its sort', () => {
    expect(viewOf('/App/Invest', 'sort=ending_soon').sort).toBe('closing');
  });

  test('the default view has an address without a query', () => {
    expect(searchOfView(viewOf('/App/Invest'), '/App/Invest').size).toBe(0);
  });
});
