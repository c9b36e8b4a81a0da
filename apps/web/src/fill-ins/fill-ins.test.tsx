import '../ui/tokens.css';
import { useState } from 'react';
import en from 'virtual:catalogue/people.en';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TextProvider, wholeTexts } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { fillInDialogs } from './dialogs.ts';
import { fillInPopovers } from './popovers.ts';
import { copy } from './secure.ts';

const texts = wholeTexts('en', en);
const giveBack: (() => void)[] = [];

/** Makes this browser as old as one that never had these. */
function takeAway(from: object, ...names: readonly string[]): void {
  for (const name of names) {
    const before = Object.getOwnPropertyDescriptor(from, name);
    delete (from as Record<string, unknown>)[name];
    giveBack.push(() => {
      delete (from as Record<string, unknown>)[name];
      if (before) Object.defineProperty(from, name, before);
    });
  }
}

afterEach(() => {
  for (const back of giveBack.splice(0).reverse()) back();
});

function Opener({ closed }: { closed: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    closed();
    setIsOpen(false);
  };
  return (
    <TextProvider texts={texts}>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="Back this loan" onClose={close} footer={<Button onClick={close}>Back</Button>}>
          <p style={{ blockSize: '2000px' }}>Words</p>
        </Dialog>
      )}
    </TextProvider>
  );
}

describe('a browser without dialogs (Safari before 15.4)', () => {
  test('opens one over the page, with its buttons in the window, and closes it by Escape and by a press beside it', async () => {
    takeAway(HTMLDialogElement.prototype, 'showModal', 'close', 'open');
    giveBack.push(() => {
      for (const name of ['showModal', 'close', 'open']) Reflect.deleteProperty(HTMLElement.prototype, name);
    });
    fillInDialogs();
    const closed = vi.fn();
    const screen = await render(<Opener closed={closed} />);
    const opener = screen.getByRole('button', { name: 'Open' });
    const dialog = screen.getByRole('dialog', { name: 'Back this loan' });
    await opener.click();
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    const button = screen.getByRole('button', { name: 'Back' }).element().getBoundingClientRect();
    expect(button.bottom).toBeLessThanOrEqual(innerHeight);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.activeElement).toBe(opener.element());

    await opener.click();
    await expect.element(dialog).toBeVisible();
    (opener.element() as HTMLElement).focus();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(closed).toHaveBeenCalledTimes(2);
  });
});

describe('a browser without popovers (Chrome before 114, Safari before 17, Firefox before 125)', () => {
  test('opens a menu beside its button', async () => {
    takeAway(HTMLElement.prototype, 'showPopover', 'popover');
    fillInPopovers();
    giveBack.push(() => Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
    const select = vi.fn();
    const screen = await render(
      // A browser that knows the attribute hides what was not shown its own way.
      <div style={{ position: 'relative', margin: '40px', overflow: 'hidden', inlineSize: '60px' }}>
        <style>{'[popover] { display: block !important }'}</style>
        <Menu name="More" button="…" items={[{ label: 'Delete', onSelect: select }]} />
      </div>,
    );
    const button = screen.getByRole('button', { name: 'More' });
    await button.click();
    const list = screen.getByRole('menu', { name: 'More' });
    const [around, box] = [button, list].map((each) => each.element().getBoundingClientRect()) as [DOMRect, DOMRect];
    expect(box.top - around.bottom).toBeGreaterThan(0);
    expect(box.top - around.bottom).toBeLessThan(40);
    await screen.getByRole('menuitem', { name: 'Delete' }).click();
    expect(select).toHaveBeenCalledTimes(1);
  });
});

test('a text is copied without the clipboard of pages with TLS', async () => {
  let copied = '';
  const hear = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
  };
  document.addEventListener('copy', hear);
  const command = vi.spyOn(document, 'execCommand').mockImplementation((name) => {
    document.dispatchEvent(new Event(name));
    return true;
  });
  await copy('SATHI-1234');
  expect(copied).toBe('SATHI-1234');
  expect(document.querySelector('textarea')).toBeNull();
  command.mockReturnValue(false);
  await expect(copy('x')).rejects.toThrow('refused');
  document.removeEventListener('copy', hear);
  vi.restoreAllMocks();
});
