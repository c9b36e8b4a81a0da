import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { BROKEN, fake } from '../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import LoginPage from './login-page.tsx';

beforeEach(() => fake('findMfi', () => ROI));
afterEach(() => vi.useRealTimers());

const at = { path: '/App/Login/ROI' };

async function logIn(screen: RenderResult, phone = '+91 98200 12345', password = 'a good password'): Promise<void> {
  await screen.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await screen.getByLabelText('Password', { exact: true }).fill(password);
  await screen.getByRole('button', { name: 'Log in' }).click();
}

test('the button is disabled until phone and password are both there', async () => {
  const screen = await renderPage(<LoginPage />, at);
  const button = screen.getByRole('button', { name: 'Log in' });
  await expect.element(button).toBeDisabled();
  await screen.getByRole('textbox', { name: 'Phone' }).fill('98200');
  await expect.element(button).toBeDisabled();
  await screen.getByLabelText('Password', { exact: true }).fill('x');
  await expect.element(button).toBeEnabled();
});

test('a person lands on Home, and the device keeps no phone, e-mail or bio', async () => {
  const usernames: string[] = [];
  fake('signIn', ({ body }) => {
    usernames.push(body.username);
    return { accessToken: 'token', expiresIn: 900, user: RAHIMA };
  });
  const screen = await renderPage(<LoginPage />, at);
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('US');
  await logIn(screen);
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
  expect(usernames).toEqual(['+919820012345']);
  const stored = JSON.stringify(Object.entries(localStorage));
  for (const secret of [RAHIMA.phone, RAHIMA.email, RAHIMA.bio]) expect(stored).not.toContain(secret);
});

test('whoever came from a proposal returns to it', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  const state = { returnTo: { mfi: 'ROI', proposalId: '169' } };
  await logIn(await renderPage(<LoginPage />, { ...at, state }));
  await expect.poll(() => location.pathname + location.search).toBe('/App/proposal?mfi=ROI&id=169');
});

test('a target that is no proposal is not followed (T14)', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  const state = { returnTo: { mfi: 'ROI', proposalId: '//evil.example' } };
  await logIn(await renderPage(<LoginPage />, { ...at, state }));
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
});

test('staff are sent to the proposals of their MFI after one second', async () => {
  // A stopped clock would not do: the locators move it while they wait.
  const pause = vi.spyOn(globalThis, 'setTimeout');
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: OFFICER }));
  const startedAt = performance.now();
  await logIn(await renderPage(<LoginPage />, at));
  await expect.poll(() => location.pathname, { timeout: 5000 }).toBe('/App/MFIProposals/ROI');
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
  expect(pause).toHaveBeenCalledWith(expect.any(Function), 1000);
});

test('a refusal stands under the form in the words of the service', async () => {
  fake('signIn', () => ({ refusal: 'not_authorized' }));
  const screen = await renderPage(<LoginPage />, at);
  await logIn(screen);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Incorrect phone or password.');
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('a good password');
});

test('no connection is said in the words of the specification', async () => {
  fake('signIn', () => BROKEN);
  const screen = await renderPage(<LoginPage />, at);
  await logIn(screen);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('There is something wrong, Please check your network ..');
});

test('an unconfirmed phone goes on to verify, its number out of the address', async () => {
  fake('signIn', () => ({ refusal: 'user_not_confirmed' }));
  await logIn(await renderPage(<LoginPage />, at));
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(history.state).toMatchObject({ username: '+919820012345' });
  expect(history.state.resendAt).toBeGreaterThan(Date.now() + 55_000);
});

test('the new-password challenge goes on to reset password', async () => {
  fake('signIn', () => ({ challenge: 'NEW_PASSWORD_REQUIRED', session: 'one-time-right' }));
  await logIn(await renderPage(<LoginPage />, at));
  await expect.poll(() => location.pathname).toBe('/App/ResetPassword/ROI');
  expect(history.state).toEqual({ challengeSession: 'one-time-right' });
});

test('an account without a profile finishes it here and goes on', async () => {
  const profiles: unknown[] = [];
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: null }));
  fake('currentUser', () => ({
    username: RAHIMA.username,
    attributes: { sub: RAHIMA.username, phone_number: RAHIMA.phone, phone_number_verified: true, email: RAHIMA.email },
  }));
  fake('createUser', ({ body }) => {
    profiles.push(body);
    return RAHIMA;
  });
  const screen = await renderPage(<LoginPage />, at);
  await logIn(screen);
  await screen.getByRole('textbox', { name: 'First name' }).fill('Rahima');
  await screen.getByRole('textbox', { name: 'Last name' }).fill('Begum');
  await screen.getByRole('button', { name: 'Save and continue' }).click();
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
  const { username, phone, email } = RAHIMA;
  expect(profiles).toEqual([
    { firstName: 'Rahima', lastName: 'Begum', bio: '', username, phone, email, language: 'en' },
  ]);
});

test('when the MFI cannot be loaded the page says so and can still be used', async () => {
  fake('findMfi', () => BROKEN);
  const screen = await renderPage(<LoginPage />, at);
  await expect.element(screen.getByText('There is something wrong, Please check your network ..')).toBeVisible();
});
