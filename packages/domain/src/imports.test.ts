import { describe, expect, test } from 'vitest';
import { hasDraft, importHeader } from './imports.ts';

describe('R31.5: the header of an import', () => {
  test('is read in any order, with capitals and blanks', () => {
    const { columns, unknown, missing } = importHeader(['Last name', 'PHONE', ' first-name ', 'Title']);
    expect([...columns]).toEqual([
      ['phone', 1],
      ['first_name', 2],
      ['last_name', 0],
      ['title', 3],
    ]);
    expect([unknown, missing]).toEqual([[], []]);
  });

  test('names what it does not know and what is missing', () => {
    const { unknown, missing } = importHeader(['phone', 'Village head', '', 'first_name']);
    expect(unknown).toEqual(['Village head']);
    expect(missing).toEqual(['last_name']);
  });
});

test('R31.5: a line holds a draft when it says anything of a loan itself', () => {
  expect(hasDraft({ phone: '+8801712345678', first_name: 'Asha', last_name: 'Begum', language: 'be' })).toBe(false);
  expect(hasDraft({ place: 'Gosaba', currency: 'BDT', category: 'livestock', story_language: 'be' })).toBe(false);
  expect(hasDraft({ title: 'Two goats' })).toBe(true);
  expect(hasDraft({ needed_on: '2026-12-31' })).toBe(true);
});
