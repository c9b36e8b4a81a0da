import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { demo } from '../lib/demo-mode.ts';
import { fake } from '../test/fake-endpoint.ts';
import { renderPage } from '../test/render-page.tsx';
import { Button } from '../ui/button.tsx';
import DemoGuide from './demo-guide.tsx';

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
      <Button {...demo('back')} onClick={act}>
        Back this loan
      </Button>
      <Button onClick={look}>Show more</Button>
      <form onSubmit={(event) => submit(event.nativeEvent)}>
        <input aria-label="Name" />
        <Button {...demo('profile')} type="submit">
          Save
        </Button>
      </form>
      <DemoGuide />
    </>,
    { path: '/' },
  );
  return { screen, act, look, submit };
}

const EXPLAINS_BACKING = 'You enter an amount from $1 to what is still needed, check it, and back the loan with it.';

test('section 6: in demo mode an action shows what it would do and does nothing', async () => {
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

test('nothing that changes something leaves the browser, whoever asks; reading and signing in go on', async () => {
  await open();
  const send = () => call('sendMessage', { body: { proposalId: '1', text: 'Hello' } });
  await expect(send()).rejects.toThrow(ApiError);
  await expect(send()).rejects.toMatchObject({
    code: 'demo_mode',
    detail: 'The help mode is on, so nothing was sent.',
  });
  fake('signOut', () => ({}));
  await expect(call('signOut', {})).resolves.toEqual({});
});
