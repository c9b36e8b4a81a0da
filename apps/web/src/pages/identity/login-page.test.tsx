import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { MfiNameProvider } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { takePassword } from '../../features/identity/typed-password.ts';
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

test('a password may be pasted, and its manager knows the boxes by their names', async () => {
  const screen = await renderPage(<LoginPage />, at);
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  const password = screen.getByLabelText('Password', { exact: true });
  await expect.element(phone).toHaveAttribute('autocomplete', 'username');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  for (const box of [phone, password]) {
    const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
    expect(box.element().dispatchEvent(pasted)).toBe(true);
  }
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

test('signing in returns a person who came from a proposal to it', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  const state = { returnTo: '/App/proposal?mfi=ROI&id=169' };
  await logIn(await renderPage(<LoginPage />, { ...at, state }));
  await expect.poll(() => location.pathname + location.search).toBe('/App/proposal?mfi=ROI&id=169');
});

test('the answer to a visitor about a loan is forgotten when they sign in', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  let told: () => unknown = () => undefined;
  const Told = () => {
    const client = useQueryClient();
    useEffect(() => {
      client.setQueryData(queryKeys.proposal('169'), SEWING_MACHINE);
      told = () => client.getQueryData(queryKeys.proposal('169'));
    }, [client]);
    return <LoginPage />;
  };
  const screen = await renderPage(<Told />, at);
  await expect.poll(told).toEqual(SEWING_MACHINE);
  await logIn(screen);
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
  expect(told()).toBeUndefined();
});

test('a confirmed e-mail address signs in as well, in the place of the phone (R33.2)', async () => {
  const usernames: string[] = [];
  fake('signIn', ({ body }) => {
    usernames.push(body.username);
    return { accessToken: 'token', expiresIn: 900, user: RAHIMA };
  });
  const screen = await renderPage(<LoginPage />, at);
  await screen.getByRole('button', { name: 'Use your e-mail instead' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Phone' })).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'E-mail' }).fill(' Rahima@Mail.example ');
  await screen.getByLabelText('Password', { exact: true }).fill('a good password');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
  expect(usernames).toEqual(['rahima@mail.example']);
});

test('a person who reset the password by e-mail finds the address filled in, and may use the phone', async () => {
  const screen = await renderPage(<LoginPage />, { ...at, state: { username: RAHIMA.email } });
  await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue(RAHIMA.email);
  await screen.getByRole('button', { name: 'Use your phone instead' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Phone' })).toBeVisible();
});

test('a loan in the address is kept by the ways to register and to a new password', async () => {
  fake('findProposal', () => SEWING_MACHINE);
  const screen = await renderPage(<LoginPage />, { path: '/App/Login/ROI?back=169' });
  const register = screen.getByRole('link', { name: 'Create a profile' });
  await expect.element(register).toHaveAttribute('href', '/App/Register/ROI?back=169');
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  expect(location.pathname + location.search).toBe('/App/ForgotPassword/ROI?back=169');
  expect(history.state).toEqual({ returnTo: '/App/proposal?mfi=ROI&id=169&back=169' });
});

test('an address of another site is not followed (T14)', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: RAHIMA }));
  const state = { returnTo: '//evil.example/App/Home' };
  await logIn(await renderPage(<LoginPage />, { ...at, state }));
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
});

test('staff are sent to the proposals of their MFI after one second', async () => {
  // A stopped clock would not do: the locators move it while they wait. Of two timers, the one due first runs first.
  let justBefore = '';
  fake('signIn', () => {
    setTimeout(() => (justBefore = location.pathname), 950);
    return { accessToken: 'token', expiresIn: 900, user: OFFICER };
  });
  await logIn(await renderPage(<LoginPage />, at));
  await expect.poll(() => location.pathname, { timeout: 5000 }).toBe('/App/MFIProposals/ROI');
  expect(justBefore).toBe('/App/Login/ROI');
});

test('R17.12: staff of several institutions stay with the one they sign in at', async () => {
  const userMfis = [...OFFICER.userMfis, { mfiId: '1', mfiName: 'DCBS' }];
  fake('findMfi', () => ({ ...ROI, id: '1', name: 'DCBS' }));
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: { ...OFFICER, userMfis } }));
  const page = (
    <MfiNameProvider value="DCBS">
      <LoginPage />
    </MfiNameProvider>
  );
  await logIn(await renderPage(page, { path: '/App/Login/DCBS' }));
  await expect.poll(() => location.pathname, { timeout: 5000 }).toBe('/App/MFIProposals/DCBS');
});

test('staff who asked for a page come back to it', async () => {
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: OFFICER }));
  await logIn(await renderPage(<LoginPage />, { ...at, state: { returnTo: '/App/MFIPayouts/ROI' } }));
  await expect.poll(() => location.pathname, { timeout: 5000 }).toBe('/App/MFIPayouts/ROI');
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
  expect(JSON.stringify(history.state)).not.toContain('a good password');
  expect(takePassword('+919820012345')).toBe('a good password');
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
    passwordLater: false,
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
