import { expect, test } from 'vitest';
import { categoriesNamed } from './category-words.ts';

test.each([
  ['goat', ['livestock']],
  ['Goats', ['livestock']],
  ['ছাগল', ['livestock']],
  ['ছাগলের', ['livestock']],
  ['গরু', ['livestock']],
  ['a COW for milk', ['livestock']],
  ['الماعز', ['livestock']],
  ['بقرة', ['livestock']],
  ['নৌকা', ['fishing']],
  ['শাড়ি', ['clothing']],
  ['চা', ['food']],
  ['sewing machine', ['clothing']],
  ['veget', ['farming']],
  ['solar school', ['education', 'water_energy']],
  ['أرز', ['farming']],
  ['ارز', ['farming']],
  ['الأرز', ['farming']],
  ['أُجْرة', ['transport']],
  ['اصلاح', ['services']],
  ['بئر', ['water_energy']],
])('a search for “%s” names %j (R26.2)', (search, categories) => {
  expect(categoriesNamed(search)).toEqual(categories);
});

test.each(['', '%', 'go', 'Lakshmi', '2026', 'ga'])('a search for “%s” names no trade', (search) => {
  expect(categoriesNamed(search)).toEqual([]);
});
