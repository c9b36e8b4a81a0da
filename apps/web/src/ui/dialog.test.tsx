import { useState } from 'react';
import en from 'virtual:catalogue/people.en';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TextProvider, wholeTexts } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Questions } from './questions.tsx';
import { Tabs } from './tabs.tsx';

const texts = wholeTexts('en', en);

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TextProvider texts={texts}>
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
  ['a picture is not chosen at once', [<input key="file" type="file" />, <input key="name" aria-label="Name" />], null],
  [
    'what can be pressed before the field is not passed over',
    [
      <a key="link" href="/">
        X
      </a>,
      <input key="x" />,
    ],
    null,
  ],
])('%s', async (_, content, focused) => {
  await render(
    <TextProvider texts={texts}>
      <Dialog title="Back this loan" onClose={() => undefined}>
        {content}
      </Dialog>
    </TextProvider>,
  );
  expect(document.activeElement?.getAttribute('aria-label') ?? null).toBe(focused);
  // Elsewhere the title has it: the close button would show its tooltip over the words.
  if (focused === null) expect(document.activeElement?.textContent).toBe('Back this loan');
});

it('the Back key closes the dialog in front, and leaves the page only when none is open', async () => {
  history.replaceState(null, '', '?before');
  history.pushState(null, '', '?page');
  const screen = await render(<Opener />);
  const dialog = screen.getByRole('dialog', { name: 'Back this loan' });
  for (const close of [async () => history.back(), async () => userEvent.keyboard('{Escape}')]) {
    await screen.getByRole('button', { name: 'Open' }).click();
    await expect.element(dialog).toBeVisible();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(location.search).toBe('?page');
  }
  history.back();
  await expect.poll(() => location.search).toBe('?before');
});

it('the Back key leaves a busy dialog open', async () => {
  const onClose = vi.fn();
  const screen = await render(
    <TextProvider texts={texts}>
      <Dialog title="Back this loan" busy onClose={onClose}>
        Words
      </Dialog>
    </TextProvider>,
  );
  const address = location.href;
  for (const _ of [1, 2]) {
    const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await left;
  }
  expect(location.href).toBe(address);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('a dialog that the browser closed by itself is gone for the page too', async () => {
  const screen = await render(<Opener />);
  await screen.getByRole('button', { name: 'Open' }).click();
  (screen.getByRole('dialog').element() as HTMLDialogElement).close();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

function Asker() {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('none');
  return (
    <>
      <Button
        onClick={async () => setAnswer(String(await confirm({ message: 'Do you want to sign out?', yes: 'Sign out' })))}
      >
        Ask
      </Button>
      <output>{answer}</output>
    </>
  );
}

it('a question is answered by its buttons, and Escape is a no', async () => {
  const screen = await render(
    <TextProvider texts={texts}>
      <Asker />
      <Questions />
    </TextProvider>,
  );
  await screen.getByRole('button', { name: 'Ask' }).click();
  // R17.10: the safe answer has the focus, and the other says what it does.
  await expect.element(screen.getByRole('button', { name: 'No', exact: true })).toHaveFocus();
  const yes = screen.getByRole('button', { name: /^Yes/ });
  expect(yes.element().textContent).toMatch(/^Yes, .?sign out.?$/);
  await yes.click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('true');
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByText('Do you want to sign out?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('false');
});

it('R17.10: a question with a box to tick has the focus on its safe answer too', async () => {
  const question = { message: 'Close the account?', yes: 'Close it', checks: ['I have read this'] };
  const onAnswer = vi.fn();
  const screen = await render(
    <TextProvider texts={texts}>
      <ConfirmDialog question={question} onAnswer={onAnswer} />
    </TextProvider>,
  );
  await expect.element(screen.getByRole('button', { name: 'No', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
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
