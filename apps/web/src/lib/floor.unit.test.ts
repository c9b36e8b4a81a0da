import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatFor, UNKNOWN } from './format.ts';
import { addressOf } from './api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the oldest browsers do what the newest do', () => {
  test('a request keeps its query without URLSearchParams.size', () => {
    vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
    expect(addressOf('/api/borrow/{id}', { params: { id: 7 }, query: { sort: 'new', none: null } })).toBe(
      '/api/borrow/7?sort=new',
    );
    expect(addressOf('/api/mfi', { query: {} })).toBe('/api/mfi');
  });
});

describe.each(['en', 'be', 'ar'] as const)('in %s a day that cannot be read', (locale) => {
  const format = formatFor(locale);

  test.each(['', 'NaN-NaN-NaN', '11/23/202x'])('"%s" is unknown, and takes no page away', (day) => {
    expect(format.date(day)).toBe(UNKNOWN);
    expect(format.time(day)).toBe(UNKNOWN);
    expect(format.daysAndDay(3, day)).toBe(UNKNOWN);
    expect(format.relativeDays(Number.NaN)).toBe(UNKNOWN);
  });
});
