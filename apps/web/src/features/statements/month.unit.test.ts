import { expect, test } from 'vitest';
import { weekdaysFrom } from './month.ts';

test.each(['en', 'bn', 'ar'])('the names of weekdays in %s fit the columns of a phone', (tag) => {
  expect(weekdaysFrom(tag).filter(({ label }) => label.length > 3)).toEqual([]);
});
