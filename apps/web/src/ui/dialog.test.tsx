import { useState } from 'react';
import en from 'virtual:catalogue/en';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createText, TextProvider } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.ts';
import { Dialog } from './dialog.tsx';
import { Questions } from './questions.tsx';
import { Tabs } from './tabs.tsx';

const text = createText('en', en);

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TextProvider text={text}>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="Back this loan" onClose={() => setIsOpen(false)}>
          Words
        </Dialog>
      )}
    </TextProvider>
  );
}

it('a dialog takes the focus, closes by Escape and gives the focus back', async () => {
  const screen = await render(<Opener />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'Back this loan' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.activeElement).toBe(opener.element());
});

it.each([
  ['a field is written in at once', <input key="name" aria-label="Name" />, 'Name'],
  [
    'a text before the field changes nothing',
    [<p key="lead">Why</p>, <textarea key="why" aria-label="Name" />],
    'Name',
  ],
  [
    'a picture is not chosen at once',
    [<input key="file" type="file" />, <input key="name" aria-label="Name" />],
    'Close',
  ],
  [
    'what can be pressed before the field is not passed over',
    [
      <a key="link" href="/">
        X
      </a>,
      <input key="x" />,
    ],
    'Close',
  ],
])('%s', async (_, content, focused) => {
  await render(
    <TextProvider text={text}>
      <Dialog title="Back this loan" onClose={() => undefined}>
        {content}
      </Dialog>
    </TextProvider>,
  );
  expect(document.activeElement?.getAttribute('aria-label')).toBe(focused);
});

function Asker() {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('none');
  return (
    <>
      <Button onClick={async () => setAnswer(String(await confirm({ message: 'Do you want to sign out?' })))}>
        Ask
      </Button>
      <output>{answer}</output>
    </>
  );
}

it('a question is answered by its buttons, and Escape is a no', async () => {
  const screen = await render(
    <TextProvider text={text}>
      <Asker />
      <Questions />
    </TextProvider>,
  );
  await screen.getByRole('button', { name: 'Ask' }).click();
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('true');
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByText('Do you want to sign out?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('false');
});

function ThreeTabs() {
  const [selected, setSelected] = useState('one');
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id }));
  return (
    <Tabs label="Lists" tabs={tabs} selected={selected} onSelect={setSelected}>
      {selected}
    </Tabs>
  );
}

it('tabs follow the arrows, and the left arrow goes forward where lines run from right to left', async () => {
  const screen = await render(
    <div dir="rtl">
      <ThreeTabs />
    </div>,
  );
  await screen.getByRole('tab', { name: 'one' }).click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(screen.getByRole('tab', { name: 'two' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(screen.getByRole('tab', { name: 'three' })).toHaveFocus();
  await expect.element(screen.getByRole('tabpanel')).toHaveTextContent('three');
});
