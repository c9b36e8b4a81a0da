import { beforeEach, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import ForgotPasswordPage from './forgot-password-page.tsx';
import ResetPasswordPage from './reset-password-page.tsx';

beforeEach(() => fake('findMfi', () => ROI));

async function askFor(identity: string): Promise<RenderResult> {
  const screen = await renderPage(<ForgotPasswordPage />, { path: '/App/ForgotPassword/ROI' });
  await screen.getByRole('textbox', { name: 'Phone or e-mail' }).fill(identity);
  await screen.getByRole('button', { name: 'Send code' }).click();
  return screen;
}

test('an empty identity is refused: Please, enter a valid phone number', async () => {
  const screen = await askFor(' ');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please, enter a valid phone number');
});

test.each(['12345', 'rahima@', 'my phone', '+0123456789'])('%s: This Phone is not valid', async (typed) => {
  const screen = await askFor(typed);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This Phone is not valid');
});

test.each([
  ['2025550110', '+12025550110'],
  ['8801712345678', '+8801712345678'],
  ['+৮৮০১৭১২৩৪৫৬৭৮', '+8801712345678'],
  ['Rahima@Mail.example', 'rahima@mail.example'],
])('%s is sent as %s and handed on to reset (R17.6)', async (typed, username) => {
  const sent: unknown[] = [];
  fake('forgotPassword', ({ body }) => {
    sent.push(body);
    return { codeDelivery: { medium: 'SMS', destination: '•••', resendAfterSeconds: 60 } };
  });
  await askFor(typed);
  await expect.poll(() => location.pathname).toBe('/App/ResetPassword/ROI');
  expect(sent).toEqual([{ username }]);
  expect(history.state).toMatchObject({ username });
});

test('a failure is a toast with the message of the service, and stays at the form', async () => {
  fake('forgotPassword', () => ({ refusal: 'too_many_requests' }));
  const screen = await askFor('2025550110');
  const message = screen.getByText('Too many attempts. Please wait a little and try again.');
  await expect.poll(() => message.elements().length).toBe(2);
});

const reset = (state: unknown) => renderPage(<ResetPasswordPage />, { path: '/App/ResetPassword/ROI', state });

async function choose(screen: RenderResult, password: string, confirmation = password): Promise<void> {
  await screen.getByLabelText('New password', { exact: true }).fill(password);
  await screen.getByLabelText('Confirm password').fill(confirmation);
  await screen.getByRole('button', { name: 'Save password' }).click();
}

test('code, length and confirmation are checked before a request is sent', async () => {
  const screen = await reset({ username: '+12025550110' });
  await choose(screen, 'short12', 'other');
  await expect.element(screen.getByText('required')).toBeVisible();
  await expect
    .element(screen.getByText('Invalid Password, Password must be at least 8 characters long.'))
    .toBeVisible();
  await expect.element(screen.getByText('Confirm Password not matched with password')).toBeVisible();
});

test('the answer of forgot never tells whether the account exists (R17.6)', async () => {
  const screen = await reset({ username: 'rahima@mail.example' });
  await expect
    .element(screen.getByText('If an account exists for rahima@mail.example, a code was sent.'))
    .toBeVisible();
});

test('with the right code the new password is set and log in follows', async () => {
  const sent: unknown[] = [];
  fake('confirmForgotPassword', ({ body }) => {
    sent.push(body);
    return {};
  });
  const screen = await reset({ username: '+12025550110' });
  await screen.getByRole('textbox', { name: 'Code' }).fill('123456');
  await choose(screen, 'a new password');
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
  expect(sent).toEqual([{ username: '+12025550110', code: '123456', newPassword: 'a new password' }]);
});

test('a wrong code is a toast and stays at the code', async () => {
  fake('confirmForgotPassword', () => ({ refusal: 'code_mismatch' }));
  const screen = await reset({ username: '+12025550110' });
  await screen.getByRole('textbox', { name: 'Code' }).fill('000000');
  await choose(screen, 'a new password');
  await expect
    .element(screen.getByRole('textbox', { name: 'Code' }))
    .toHaveAccessibleDescription('The code is not right. Please check it and try again.');
});

test('the challenge asks for no code, and staff go on to their proposals', async () => {
  fake('completeNewPassword', ({ body }) => {
    expect(body).toEqual({ session: 'one-time-right', newPassword: 'a new password' });
    return { accessToken: 'token', expiresIn: 900, user: OFFICER };
  });
  const screen = await reset({ challengeSession: 'one-time-right' });
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).not.toBeInTheDocument();
  await choose(screen, 'a new password');
  await expect.poll(() => location.pathname, { timeout: 3000 }).toBe('/App/MFIProposals/ROI');
});

test('the challenge answered by another account leads Home', async () => {
  fake('completeNewPassword', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  const screen = await reset({ challengeSession: 'one-time-right' });
  await choose(screen, 'a new password');
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
});
