import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../lib/api.ts';
import { help } from '../lib/help-mode.ts';
import { uploadPicture } from '../features/files/upload.ts';
import { fake } from '../test/fake-endpoint.ts';
import { renderPage } from '../test/render-page.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import HelpPanel from './help-panel.tsx';

afterEach(() => {
  localStorage.clear();
});

async function open() {
  localStorage.setItem('demo-mode', 'on');
  const act = vi.fn();
  const look = vi.fn();
  const submit = vi.fn((event: Event) => event.preventDefault());
  const screen = await renderPage(
    <>
      <Button {...help('back')} onClick={act}>
        Back this loan
      </Button>
      <Button onClick={look}>Show more</Button>
      <form onSubmit={(event) => submit(event.nativeEvent)}>
        <input aria-label="Name" />
        <Button {...help('profile')} type="submit">
          Save
        </Button>
      </form>
      <HelpPanel />
    </>,
    { path: '/' },
  );
  return { screen, act, look, submit };
}

const EXPLAINS_BACKING = 'You enter an amount from $1 to what is still needed, check it, and back the loan with it.';

test('section 6: in help mode an action shows its effect and does not act', async () => {
  const { screen, act, look } = await open();
  await screen.getByRole('button', { name: 'Back this loan' }).click();
  await expect.element(screen.getByText(EXPLAINS_BACKING)).toBeVisible();
  expect(act).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Show more' }).click();
  expect(look).toHaveBeenCalledOnce();
  await expect.element(screen.getByText(EXPLAINS_BACKING)).not.toBeInTheDocument();
});

test('by keyboard: reaching it explains, pressing it explains, Escape ends it', async () => {
  const { screen, act } = await open();
  await userEvent.tab();
  await expect.element(screen.getByText(EXPLAINS_BACKING)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(EXPLAINS_BACKING)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(EXPLAINS_BACKING)).toBeVisible();
  await userEvent.keyboard(' ');
  expect(act).not.toHaveBeenCalled();
});

test('a form that is sent with the enter key is explained too', async () => {
  const { screen, submit } = await open();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Rahima');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Saves your name, picture, language and the words about you.')).toBeVisible();
  expect(submit).not.toHaveBeenCalled();
});

test('a disabled button explains itself too, with the keyboard as well', async () => {
  localStorage.setItem('demo-mode', 'on');
  const screen = await renderPage(
    <>
      <Button {...help('signIn')} disabled>
        Log in
      </Button>
      <HelpPanel />
    </>,
    { path: '/' },
  );
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Logs you in with your phone/)).toBeVisible();
});

test('the enter key that sends from a box explains, while writing goes on', async () => {
  localStorage.setItem('demo-mode', 'on');
  const send = vi.fn();
  const screen = await renderPage(
    <>
      <textarea {...help('message')} aria-label="Message" onKeyDown={send} />
      <HelpPanel />
    </>,
    { path: '/' },
  );
  const box = screen.getByRole('textbox', { name: 'Message' });
  await box.fill('Hello');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Opens the conversation about this loan/)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  await userEvent.keyboard('!');
  await expect.element(box).toHaveValue('Hello!');
});

test('a button that comes under a resting pointer does not take the place of the one reached by keyboard', async () => {
  const { screen } = await open();
  await userEvent.tab();
  await expect.element(screen.getByText(EXPLAINS_BACKING)).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' }).element();
  save.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await new Promise(requestAnimationFrame);
  await expect.element(screen.getByText(EXPLAINS_BACKING)).toBeVisible();
});

test('in a dialog it explains inside of it, where it is seen and heard', async () => {
  localStorage.setItem('demo-mode', 'on');
  const screen = await renderPage(
    <>
      <Dialog title="Messages" onClose={() => undefined}>
        <Button {...help('unblock')}>Show again</Button>
      </Dialog>
      <HelpPanel />
    </>,
    { path: '/' },
  );
  await screen.getByRole('button', { name: 'Show again' }).click();
  const explanation = screen.getByRole('dialog').getByText(/^Shows you this person/);
  await expect.element(explanation).toBeVisible();
  const { left, top, width } = explanation.element().getBoundingClientRect();
  // It is not in the way of the next press, so only a rule of the test's makes it answer.
  explanation.element().setAttribute('style', `${explanation.element().getAttribute('style')}; pointer-events: auto`);
  expect(explanation.element().contains(document.elementFromPoint(left + width / 2, top + 4))).toBe(true);
});

test('it stays beside its button when the page scrolls, and goes with the pointer', async () => {
  const { screen } = await open();
  const tall = document.createElement('div');
  tall.style.blockSize = '3000px';
  document.body.append(tall);
  const button = screen.getByRole('button', { name: 'Back this loan' });
  await button.hover();
  const explanation = screen.getByText(EXPLAINS_BACKING);
  await expect.element(explanation).toBeVisible();
  const distance = () =>
    explanation.element().getBoundingClientRect().top - button.element().getBoundingClientRect().top;
  const before = distance();
  scrollTo(0, 5);
  await expect.poll(() => Math.round(distance() - before)).toBe(0);
  await userEvent.hover(tall);
  await expect.element(explanation).not.toBeInTheDocument();
  tall.remove();
});

test('the help mode lets only reading calls leave the browser', async () => {
  await open();
  const refused = { code: 'help_mode', detail: 'The help mode is on, so nothing was sent.' };
  await expect(call('sendMessage', { body: { proposalId: '1', text: 'Hello' } })).rejects.toMatchObject(refused);
  await expect(call('signIn', { body: { username: '+1', password: 'x' } })).rejects.toMatchObject(refused);
  const picture = new Blob(['x'], { type: 'image/webp' });
  const sending = uploadPicture(picture, { folder: 'profileImages', idempotencyKey: 'once' });
  await expect(sending).rejects.toMatchObject(refused);
  fake('userExists', () => ({ byEmail: false, byPhone: false }));
  await expect(call('userExists', { query: { phone: '+1' } })).resolves.toEqual({ byEmail: false, byPhone: false });
});
