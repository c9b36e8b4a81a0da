import { expect, test } from 'vitest';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import ConfirmEmailPage from './confirm-email-page.tsx';
import NotMePage from './not-me-page.tsx';
import UnsubscribePage from './unsubscribe-page.tsx';

test('R12.6: the page stops mails when the button is pressed, not when it is looked at', async () => {
  const sent: unknown[] = [];
  fake('unsubscribe', ({ query }) => {
    sent.push(query);
    return { kind: 'invitations' };
  });
  const screen = await renderPage(<UnsubscribePage />, { path: '/App/Unsubscribe?token=abc' });
  const button = screen.getByRole('button', { name: 'Stop these e-mails' });
  await expect.element(button).toBeVisible();
  expect(sent).toEqual([]);
  await button.click();
  await expect.element(screen.getByText(/^Done\. No more e-mails/)).toBeVisible();
  expect(sent).toEqual([{ token: 'abc' }]);
});

test.each(['/App/Unsubscribe', '/App/Unsubscribe?token='])('%s has nothing to stop', async (path) => {
  const screen = await renderPage(<UnsubscribePage />, { path });
  await expect.element(screen.getByText(/This link is not complete/)).toBeVisible();
});

test('without a connection the button stays to be pressed again', async () => {
  fake('unsubscribe', () => BROKEN);
  const screen = await renderPage(<UnsubscribePage />, { path: '/App/Unsubscribe?token=abc' });
  await screen.getByRole('button', { name: 'Stop these e-mails' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Stop these e-mails' })).toBeVisible();
});

test.each([
  [0, 'Thank you, the address is confirmed.'],
  [1, 'Thank you, the address is confirmed. One invitation is waiting for you.'],
  [3, 'Thank you, the address is confirmed. 3 invitations are waiting for you.'],
])('R12.3: a confirmed address with %i invitations', async (acceptedCount, sentence) => {
  fake('confirmEmail', () => ({ acceptedCount }));
  const screen = await renderPage(<ConfirmEmailPage />, { path: '/App/ConfirmEmail?token=abc' });
  await screen.getByRole('button', { name: 'Confirm this address' }).click();
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
});

test('a confirmation that was used says so', async () => {
  fake('confirmEmail', () => ({ refusal: 'code_expired' }));
  const screen = await renderPage(<ConfirmEmailPage />, { path: '/App/ConfirmEmail?token=abc' });
  await screen.getByRole('button', { name: 'Confirm this address' }).click();
  await expect.element(screen.getByText(/was used already or has run out/)).toBeVisible();
});

test.each([false, true])(
  'R25.1: “that was not me” stops at a press, with money already sent: %s',
  async (alreadySent) => {
    const sent: unknown[] = [];
    fake('disownPayout', ({ body }) => {
      sent.push(body);
      return { alreadySent };
    });
    const screen = await renderPage(<NotMePage />, { path: '/App/NotMe?token=7.abc' });
    const button = screen.getByRole('button', { name: 'Stop it' });
    await expect.element(button).toBeVisible();
    expect(sent).toEqual([]);
    await button.click();
    await expect.element(screen.getByText(/^Stopped\. Nothing more is sent/)).toBeVisible();
    expect(screen.getByText(/^Money has already been sent/).elements()).toHaveLength(alreadySent ? 1 : 0);
    await expect.element(screen.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
    expect(sent).toEqual([{ token: '7.abc' }]);
  },
);

test('R25.1: a link that is not ours says where to turn', async () => {
  fake('disownPayout', () => ({ refusal: 'not_found' }));
  const screen = await renderPage(<NotMePage />, { path: '/App/NotMe?token=7.abc' });
  await screen.getByRole('button', { name: 'Stop it' }).click();
  await expect.element(screen.getByText(/This link is not complete/)).toBeVisible();
});
