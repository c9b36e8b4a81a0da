import { type ReactNode, useState } from 'react';
import en from 'virtual:catalogue/people.en';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TextProvider, wholeTexts } from '../lib/text.tsx';
import { Avatar } from './avatar.tsx';
import { CodeField } from '../features/identity/code-field.tsx';
import { LengthCounter } from './length-counter.tsx';
import { TextField } from './text-field.tsx';

const texts = wholeTexts('en', en);
const shown = (children: ReactNode) => render(<TextProvider texts={texts}>{children}</TextProvider>);

function Code() {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onValueChange={setCode} />;
}

it.each(['১২৩৪৫৬', '١٢٣٤٥٦', '۱۲۳۴۵۶', '\u200e123 456'])('a code is taken in other digits: %s', async (typed) => {
  const screen = await shown(<Code />);
  await screen.getByRole('textbox', { name: 'Code' }).fill(typed);
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('123456');
});

function Name() {
  const [name, setName] = useState('');
  return (
    <TextField label="Name" aside={<LengthCounter value={name} maxLength={4} />} value={name} onValueChange={setName} />
  );
}

it('R17.4: pasted text is never cut inside a letter, and is counted as it is stored', async () => {
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
    await expect.element(screen.getByText(texts.people.t('common.charactersOver', { count: excess }))).toBeVisible();
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
