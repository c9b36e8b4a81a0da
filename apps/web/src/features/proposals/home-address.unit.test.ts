import { describe, expect, test } from 'vitest';
import { type HomeView, homeViewOf, searchOfView } from './home-address.ts';

const viewOf = (path: string, query = '') => homeViewOf(path, new URLSearchParams(query));

describe('the address of Home', () => {
  test.each([
    ['/App/Home', 'borrow'],
    ['/App/Home/DCBS', 'borrow'],
    ['/App/Borrow/ROI', 'borrow'],
    ['/App/Invest', 'invest'],
    ['/app/invest/roi', 'invest'],
  ])('%s opens the %s tab', (path, tab) => {
    expect(viewOf(path).tab).toBe(tab);
  });

  test('the query wins over the path', () => {
    expect(viewOf('/App/Invest', 'tab=repaid').tab).toBe('repaid');
  });

  test('values that mean nothing fall back to the default', () => {
    expect(viewOf('/App/Home', 'tab=x&status=9&sort=oldest&partner=DCBS&checked=maybe')).toEqual(viewOf('/App/Home'));
  });

  test('a view survives being written into the address', () => {
    const view: HomeView = {
      tab: 'invest',
      status: '2',
      sort: 'ending_soon',
      search: 'নৌকা',
      partner: '3',
      checked: 'true',
    };
    expect(homeViewOf('/App/Home', searchOfView(view, '/App/Home'))).toEqual(view);
  });

  test('the default view has an address without a query', () => {
    expect(searchOfView(viewOf('/App/Invest'), '/App/Invest').size).toBe(0);
  });
});
