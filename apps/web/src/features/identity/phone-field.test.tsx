import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { e164, loadPhoneLibrary, type PhoneValue, useEmptyPhone } from './phone.ts';
import { PhoneField } from './phone-field.tsx';

beforeEach(async () => {
  fake('findMfi', () => ROI);
  await loadPhoneLibrary();
});

function Phone() {
  const empty = useEmptyPhone();
  const [typed, setTyped] = useState<PhoneValue>();
  const phone = typed ?? empty;
  return (
    <>
      <PhoneField label="Phone" value={phone} onValueChange={setTyped} orEmail />
      <output>{e164(phone) ?? phone.number}</output>
    </>
  );
}

const show = () => renderPage(<Phone />, { path: '/App/Register/ROI' });
const country = (screen: RenderResult) => screen.getByRole('combobox', { name: 'Country' });
const number = (screen: RenderResult) => screen.getByRole('textbox', { name: 'Phone' });

test.each(['০১৭১২৩৪৫৬৭৮', '٠١٧١٢٣٤٥٦٧٨', '۰۱۷۱۲۳۴۵۶۷۸', '+৮৮০১৭১২৩৪৫৬৭৮', '\u202a+880 1712-345678\u202c'])(
  'a phone is taken in other digits: %s',
  async (typed) => {
    const screen = await show();
    await country(screen).selectOptions('BD');
    await number(screen).fill(typed);
    await expect.element(screen.getByRole('status')).toHaveTextContent('+8801712345678');
  },
);

test.each([
  ['8801712345678', '+8801712345678', 'BD'],
  ['67077212345', '+67077212345', 'TL'],
  ['919812345678', '+919812345678', 'IN'],
  ['01712345678', '01712345678', 'US'],
  ['2025550110', '+12025550110', 'US'],
])('section 5: a calling code typed without its plus is read as one: %s', async (typed, sent, whose) => {
  const screen = await show();
  await number(screen).fill(typed);
  await expect.element(country(screen)).toHaveValue(whose);
  await expect.poll(() => screen.getByRole('status').element().textContent.replaceAll(/[ -]/g, '')).toBe(sent);
});

test('a number with its calling code and no plus moves to another country that is chosen', async () => {
  const screen = await show();
  await number(screen).fill('8801712345678');
  await country(screen).selectOptions('IN');
  await expect.element(country(screen)).toHaveValue('IN');
  await expect.element(number(screen)).toHaveValue('171 234 5678');
});

test('the country of the institution is first in the list, and the preset is the US', async () => {
  const screen = await show();
  await expect.element(country(screen)).toHaveValue('US');
  const values = () => country(screen).element().querySelectorAll('option');
  await expect.poll(() => [...values()].slice(0, 4).map(({ value }) => value)).toEqual(['IN', 'BD', 'TL', 'US']);
});

test('the preset is the country that this browser used last', async () => {
  localStorage.setItem('sathi.country', 'BD');
  const screen = await show();
  await expect.element(country(screen)).toHaveValue('BD');
  await number(screen).fill('+44 7400 123456');
  await expect.poll(() => localStorage.getItem('sathi.country')).toBe('GB');
});

test('a number with its calling code is in its own country, and moves to another that is chosen', async () => {
  const screen = await show();
  await number(screen).fill('+91 98200 12345');
  await expect.element(country(screen)).toHaveValue('IN');
  await country(screen).selectOptions('BD');
  await number(screen).fill('01712345678');
  await expect.element(screen.getByRole('status')).toHaveTextContent('+8801712345678');
});

test('an e-mail address is left as it is typed, and has no country', async () => {
  const screen = await show();
  await number(screen).fill('rahima@mail.example');
  await expect.element(number(screen)).toHaveValue('rahima@mail.example');
  await expect.element(country(screen)).not.toBeInTheDocument();
});
