import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { holdPassword, takePassword } from '../../features/identity/typed-password.ts';
import VerifyCodePage from './verify-code-page.tsx';

const PHONE = '+919820012345';
const pattern = '/App/VerifyCode/:mfi?/:phoneNumber?';
const open = (state: unknown, path = '/App/VerifyCode/ROI') => renderPage(<VerifyCodePage />, { path, pattern, state });

beforeEach(() => fake('findMfi', () => ROI));
afterEach(() => vi.useRealTimers());

const delivery = (emailOffered: boolean, medium: 'SMS' | 'EMAIL' = 'SMS') => ({
  codeDelivery: { medium, destination: '+91•••45', resendAfterSeconds: 60, emailOffered },
});

async function verify(screen: RenderResult, code: string): Promise<void> {
  await screen.getByRole('textbox', { name: 'Code' }).fill(code);
  await screen.getByRole('button', { name: 'Verify' }).click();
}

test('the right code signs in with the password typed just before, once, and leads on', async () => {
  const sent: unknown[] = [];
  fake('confirmSignUp', () => ({}));
  fake('signIn', ({ body }) => {
    sent.push(body);
    return { accessToken: 'token', expiresIn: 900, user: RAHIMA };
  });
  holdPassword(PHONE, 'a good password');
  const screen = await open({ username: PHONE, returnTo: '/App/Portfolio/ROI' });
  await verify(screen, '123456');
  await expect.poll(() => location.pathname).toBe('/App/Portfolio/ROI');
  expect(sent).toEqual([{ username: PHONE, password: 'a good password' }]);
  expect(takePassword(PHONE)).toBeUndefined();
});

test('an account whose profile is missing finishes it right after the code', async () => {
  fake('confirmSignUp', () => ({}));
  fake('signIn', () => ({ accessToken: 'token', expiresIn: 900, user: null }));
  fake('currentUser', () => ({
    username: RAHIMA.username,
    passwordLater: false,
    attributes: { sub: RAHIMA.username, phone_number: PHONE, phone_number_verified: true, email: RAHIMA.email },
  }));
  holdPassword(PHONE, 'a good password');
  const screen = await open({ username: PHONE });
  await verify(screen, '123456');
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toBeVisible();
});

test('a password that fails after the code leads to log in', async () => {
  fake('confirmSignUp', () => ({}));
  fake('signIn', () => ({ refusal: 'not_authorized' }));
  holdPassword(PHONE, 'a good password');
  const screen = await open({ username: PHONE });
  await verify(screen, '123456');
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
  expect(history.state).toEqual({ username: PHONE });
});

test('a password held for another account is not sent', async () => {
  fake('confirmSignUp', () => ({}));
  holdPassword('+12025550110', 'a good password');
  const screen = await open({ username: PHONE });
  await verify(screen, '123456');
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
});

test('after a reload the right code confirms the phone and leads to log in', async () => {
  const sent: unknown[] = [];
  fake('confirmSignUp', ({ body }) => {
    sent.push(body);
    return {};
  });
  const screen = await open({ username: PHONE, returnTo: '/App/Portfolio/ROI' });
  await verify(screen, '১২৩ ৪৫৬');
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
  expect(sent).toEqual([{ username: PHONE, code: '123456' }]);
  expect(history.state).toEqual({ username: PHONE, returnTo: '/App/Portfolio/ROI' });
});

test('a code that came by e-mail is said to confirm the account, not the phone (R33.2)', async () => {
  fake('confirmSignUp', () => ({}));
  const screen = await open({ username: '+447400123456', byEmail: true });
  await verify(screen, '123456');
  await expect.element(screen.getByText('Your account is confirmed. You can log in now.')).toBeInTheDocument();
});

test('a random password that a reload lost is replaced by another code', async () => {
  fake('confirmSignUp', () => ({}));
  const state = { username: PHONE, passwordLater: true, returnTo: '/App/proposal?mfi=ROI&id=7&back=7' };
  const screen = await open(state);
  await verify(screen, '123456');
  await expect.poll(() => location.pathname).toBe('/App/ForgotPassword/ROI');
  expect(history.state).toEqual({ username: PHONE, returnTo: state.returnTo });
});

test('a wrong code is said at the code', async () => {
  fake('confirmSignUp', () => ({ refusal: 'code_mismatch' }));
  const screen = await open({ username: PHONE });
  await verify(screen, '000000');
  await expect
    .element(screen.getByRole('textbox', { name: 'Code' }))
    .toHaveAccessibleDescription('The code is not right. Please check it and try again.');
});

test('another code can be asked for after 60 seconds, counted down every second (R17.7)', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  fake('resendCode', () => delivery(false));
  const screen = await open({ username: PHONE, resendAt: Date.now() + 60_000 });
  await expect.element(screen.getByRole('button', { name: 'Resend code in 60 seconds' })).toBeDisabled();
  vi.advanceTimersByTime(59_000);
  await expect.element(screen.getByRole('button', { name: 'Resend code in 1 second' })).toBeDisabled();
  vi.advanceTimersByTime(1000);
  await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Resend code in 60 seconds' })).toBeDisabled();
});

test('too soon by the clock of the service: its seconds count', async () => {
  fake('resendCode', () => ({ refusal: 'resend_too_soon', retryAfterSeconds: 42 }));
  const screen = await open({ username: PHONE });
  await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: /Resend code in 4[12] seconds/ })).toBeDisabled();
});

test('a person whose sign-up was replaced by another is led to register again (R17.7)', async () => {
  fake('resendCode', () => ({ refusal: 'code_expired' }));
  const screen = await open({ username: PHONE });
  await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
  await screen.getByRole('link', { name: /Somebody has registered with this phone after you/ }).click();
  await expect.poll(() => location.pathname).toBe('/App/Register/ROI');
});

test('the code comes by e-mail once the service offers it, after the second resend (R17.7)', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const media: unknown[] = [];
  fake('resendCode', ({ body }) => {
    media.push(body.medium);
    return delivery(media.length >= 2, body.medium ?? 'SMS');
  });
  const screen = await open({ username: PHONE });
  await screen.getByText('Code not arriving?').click();
  const byEmail = screen.getByRole('button', { name: 'Send the code by e-mail' });
  for (let resend = 1; resend <= 2; resend++) {
    await expect.element(byEmail).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Resend code in 60 seconds' })).toBeVisible();
    vi.advanceTimersByTime(60_000);
  }
  await byEmail.click();
  await expect.element(screen.getByText('We have sent a code to your e-mail address.')).toBeVisible();
  expect(media).toEqual(['SMS', 'SMS', 'EMAIL']);
});

test('a person without an e-mail address is offered no code by e-mail (R17.7)', async () => {
  fake('resendCode', () => delivery(true));
  const screen = await open({ username: PHONE, noEmail: true });
  await screen.getByText('Code not arriving?').click();
  await screen.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Resend code in 60 seconds' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send the code by e-mail' })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/by e-mail/)).not.toBeInTheDocument();
});

test('a code that went by e-mail at once is told so, and another goes there too (R17.7)', async () => {
  fake('resendCode', () => delivery(true, 'EMAIL'));
  const screen = await open({ username: '+447400123456', byEmail: true });
  await expect.element(screen.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  await expect.element(screen.getByText('We have sent a code to your e-mail address.')).toBeVisible();
  await screen.getByText('Code not arriving?').click();
  await expect.element(screen.getByRole('button', { name: 'Send the code by e-mail' })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/Look among the unwanted mails/)).toBeVisible();
});

test('a phone in the address moves out of it at once (T9)', async () => {
  const screen = await open(null, `/App/VerifyCode/ROI/${encodeURIComponent(PHONE)}`);
  await expect.element(screen.getByText(`We have sent a code to \u2066${PHONE}\u2069.`)).toBeVisible();
  expect(location.href).not.toContain('9820012345');
  expect(history.state).toEqual({ username: PHONE });
});

test('without a phone in hand it is asked for', async () => {
  const screen = await open(null);
  await verify(screen, '123456');
  await expect.element(screen.getByText('Please, enter a valid phone number')).toBeVisible();
});

test('the code of an SMS that the browser may read is typed for its reader', async () => {
  vi.stubGlobal('OTPCredential', class {});
  const asked = vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ code: '858492' } as unknown as Credential);
  const screen = await open({ username: PHONE });
  const field = screen.getByRole('textbox', { name: 'Code' });
  await expect.element(field).toHaveValue('858492');
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ otp: { transport: ['sms'] } });
  vi.unstubAllGlobals();
  asked.mockRestore();
});
