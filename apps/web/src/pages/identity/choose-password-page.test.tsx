import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OWN_PROFILE, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import ChoosePasswordPage from './choose-password-page.tsx';

const LOAN = '/App/proposal?mfi=ROI&id=169';
const account = (passwordLater: boolean) => ({
  username: RAHIMA.phone,
  passwordLater,
  attributes: { sub: RAHIMA.username, phone_number: RAHIMA.phone, phone_number_verified: true, email: RAHIMA.email },
});

let sent: [string, unknown][];
beforeEach(() => {
  sent = [];
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('currentUser', () => account(true));
  fake('findUser', () => OWN_PROFILE);
  fake('updateUser', ({ body }) => {
    sent.push(['updateUser', body]);
    return OWN_PROFILE;
  });
  fake('setPassword', ({ body }) => {
    sent.push(['setPassword', body]);
    return {};
  });
});

const show = () => renderPage(<ChoosePasswordPage />, { path: '/App/ChoosePassword/ROI', state: { returnTo: LOAN } });
const choose = async (screen: Awaited<ReturnType<typeof show>>, password: string, again = password) => {
  await screen.getByLabelText('Password', { exact: true }).fill(password);
  await screen.getByLabelText('Confirm password').fill(again);
  await screen.getByRole('button', { name: 'Save password' }).click();
};
const here = () => location.pathname + location.search;

test('a password and the words about oneself are saved, and the loan follows', async () => {
  const screen = await show();
  await screen.getByLabelText(/About you/).fill('I teach in Leeds.');
  await choose(screen, 'a new password');
  await expect.poll(here).toBe(LOAN);
  await expect.element(screen.getByText('Your password is saved.')).toBeVisible();
  const { firstName, lastName, phone, email } = RAHIMA;
  expect(sent).toEqual([
    ['updateUser', { firstName, lastName, phone, email, bio: 'I teach in Leeds.' }],
    ['setPassword', { newPassword: 'a new password' }],
  ]);
});

test('a password alone is enough, and it has to be typed twice', async () => {
  const screen = await show();
  await choose(screen, 'a new password', 'another one');
  await expect.element(screen.getByText('Confirm Password not matched with password')).toBeVisible();
  expect(sent).toEqual([]);
  await choose(screen, 'a new password');
  await expect.poll(here).toBe(LOAN);
  expect(sent).toEqual([['setPassword', { newPassword: 'a new password' }]]);
});

test('a password that the service finds too easy is told at its field', async () => {
  const message = 'This password is too easy to guess. Please choose another.';
  fake('setPassword', () => ({ refusal: 'invalid_request', errors: [{ path: 'newPassword', message }] }));
  const screen = await show();
  await choose(screen, 'password');
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(message);
});

test('“Later” leads back to the loan and sends nothing', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: 'Later' }).click();
  await expect.poll(here).toBe(LOAN);
  expect(sent).toEqual([]);
});

test('an account that has a password is led on', async () => {
  fake('currentUser', () => account(false));
  await show();
  await expect.poll(here).toBe(LOAN);
});
