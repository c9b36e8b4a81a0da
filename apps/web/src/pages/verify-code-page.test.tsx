import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { fake } from '../test/fake-endpoint.ts';
import { ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
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

test('the right code confirms the phone and leads to log in', async () => {
  const sent: unknown[] = [];
  fake('confirmSignUp', ({ body }) => {
    sent.push(body);
    return {};
  });
  const screen = await open({ username: PHONE, returnTo: { mfi: 'ROI', proposalId: '169' } });
  await verify(screen, '১২৩ ৪৫৬');
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
  expect(sent).toEqual([{ username: PHONE, code: '123456' }]);
  expect(history.state).toEqual({ username: PHONE, returnTo: { mfi: 'ROI', proposalId: '169' } });
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
