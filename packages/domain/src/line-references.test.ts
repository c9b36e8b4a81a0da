import { describe, expect, test } from 'vitest';
import { bareReferencesIn, nearReferencesIn, referencesIn, squeezed } from './line-references.ts';

const line = (text: string, ...references: string[]) => ({ text, references });

test('a text is compared without spaces, signs, small letters and foreign digits (R21.6)', () => {
  expect(squeezed(' rf０8-১০০০\n४२१७ ')).toBe('RF0810004217');
});

describe('a line names a reference', () => {
  test.each([
    ['as it is written', line('RF0810004217')],
    ['in fours and small letters', line('thanks rf08 1000 4217 see you')],
    ['with hyphens', line('RF08-1000-4217')],
    ['over two lines', line('RF08 10\n00 4217')],
    ['in Bengali digits', line('RF০৮১০০০৪২১৭')],
    ['in Devanagari digits', line('RF०८१०००४२१७')],
    ['glued to other words', line('EREF+RF0810004217SVWZ+loan')],
    ['in a field', line('', 'RF0810004217')],
    ['in a field by its ten digits', line('', '08 1000 4217')],
    ['in the second of two fields', line('', 'INVOICE 7', 'RF0810004217')],
  ])('%s (R21.6)', (_, words) => {
    expect(referencesIn(words)).toEqual(['RF0810004217']);
  });

  test.each([
    ['whose check digits are wrong', line('RF0910004217')],
    ['of ten digits in free text', line('0810004217')],
    ['of eleven digits in a field', line('', '08100042170')],
  ])('but none %s', (_, words) => {
    expect(referencesIn(words)).toEqual([]);
  });

  test('and each of several, once', () => {
    expect(referencesIn(line('RF5220031188 RF0810004217', 'RF0810004217'))).toEqual(['RF0810004217', 'RF5220031188']);
  });
});

describe('a slip of the finger is near the reference that was meant (R21.6)', () => {
  test.each([
    ['letters for digits', line('RFO8IOOO42I7')],
    ['a wrong digit', line('RF0810004218')],
    ['a missing digit', line('RF081000417')],
    ['a digit too many', line('RF08100042217')],
    ['two swapped', line('RF0810002417')],
    ['a wrong digit in a field', line('', '0810004218')],
    ['a missing digit before words', line('RF081000417 NASIMA')],
  ])('%s', (_, words) => {
    expect(nearReferencesIn(words)).toContain('RF0810004217');
  });

  test('two slips are not', () => {
    expect(nearReferencesIn(line('RF0810004399'))).not.toContain('RF0810004217');
  });
});

test('ten right digits in free text are found by themselves only', () => {
  expect(bareReferencesIn(line('payment 0810004217 from my brother'))).toEqual(['RF0810004217']);
  expect(bareReferencesIn(line('account 20810004217'))).toEqual([]);
});
