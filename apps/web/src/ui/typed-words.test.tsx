import { type ReactNode, useState } from 'react';
import en from 'virtual:catalogue/en';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { e164, emptyPhone, loadPhoneLibrary } from '../lib/phone.ts';
import { createText, TextProvider } from '../lib/text.tsx';
import { Avatar } from './avatar.tsx';
import { CodeField } from './code-field.tsx';
import { LengthCounter } from './length-counter.tsx';
import { PhoneField } from './phone-field.tsx';
import { TextField } from './text-field.tsx';

const text = createText('en', en);
const shown = (children: ReactNode) => render(<TextProvider text={text}>{children}</TextProvider>);

function Code() {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onValueChange={setCode} />;
}

it.each(['১২৩৪৫৬', '١٢٣٤٥٦', '۱۲۳۴۵۶', '\u200e123 456'])('a code is taken in other digits: %s', async (typed) => {
  const screen = await shown(<Code />);
  await screen.getByRole('textbox', { name: 'Code' }).fill(typed);
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('123456');
});

function Phone() {
  const [phone, setPhone] = useState(emptyPhone('BD'));
  return (
    <>
      <PhoneField label="Phone" value={phone} onValueChange={setPhone} />
      <output>{e164(phone)}</output>
    </>
  );
}

it.each(['০১৭১২৩৪৫৬৭৮', '٠١٧١٢٣٤٥٦٧٨', '۰۱۷۱۲۳۴۵۶۷۸', '+৮৮০১৭১২৩৪৫৬৭৮', '\u202a+880 1712-345678\u202c'])(
  'a phone is taken in other digits: %s',
  async (typed) => {
    await loadPhoneLibrary();
    const screen = await shown(<Phone />);
    await screen.getByRole('textbox', { name: 'Phone' }).fill(typed);
    await expect.element(screen.getByRole('status')).toHaveTextContent('+8801712345678');
  },
);

function Name() {
  const [name, setName] = useState('');
  return (
    <TextField label="Name" aside={<LengthCounter value={name} maxLength={4} />} value={name} onValueChange={setName} />
  );
}

it('R17.4: what is pasted is never cut inside a letter, and counted as it is stored', async () => {
  const screen = await shown(<Name />);
  const box = screen.getByRole('textbox', { name: 'Name' });
  await box.click();
  await userEvent.fill(box, '🐐🐐🐐🐐');
  await expect.element(box).toHaveValue('🐐🐐🐐🐐');
  await expect.element(screen.getByText('too many', { exact: false })).not.toBeInTheDocument();
  // A family is seven code points; three Bengali letters are six once they are composed as they are stored.
  for (const [long, excess] of [
    ['👨‍👩‍👧‍👦', 3],
    ['\u09df\u09df\u09df', 2],
  ] as const) {
    await userEvent.fill(box, long);
    await expect.element(box).toHaveValue(long);
    await expect.element(screen.getByText(text.t('common.charactersOver', { count: excess }))).toBeVisible();
  }
});

it.each([
  ['ক্ষমা ঘোষ', 'ক্ষঘো'],
  ['أمينة رحمن', 'أر'],
  ['🇧🇩 Asha 👨‍👩‍👧‍👦', '🇧🇩👨‍👩‍👧‍👦'],
  ['e\u0301mile', 'e\u0301'],
  ['  ', ''],
])('the initials of %s are whole letters', async (name, initials) => {
  const screen = await shown(<Avatar name={name} />);
  expect(screen.container.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe(initials);
});
