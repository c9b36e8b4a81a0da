import { beforeEach, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import type { BodyOf } from '../lib/wire.ts';
import { BROKEN, fake } from '../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import RegisterPage from './register-page.tsx';

const at = { path: '/App/Register/ROI' };
const GOOD = {
  'First name': 'Rahima',
  'Last name': 'Begum',
  Phone: '+91 98200 12345',
  'E-mail': ' Rahima@Mail.example ',
  Password: 'দীর্ঘ পাসওয়ার্ড',
  'Confirm password': 'দীর্ঘ পাসওয়ার্ড',
};

beforeEach(() => {
  fake('findMfi', () => ROI);
  fake('userExists', () => ({ byEmail: false, byPhone: false }));
});

const account = {
  userSub: RAHIMA.username,
  userConfirmed: false as const,
  codeDelivery: { medium: 'SMS' as const, destination: '+91•••45', resendAfterSeconds: 60 },
};

async function fill(screen: RenderResult, values: Partial<typeof GOOD> = {}): Promise<void> {
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('US');
  for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
    const control =
      label === 'Phone' ? screen.getByRole('textbox', { name: label }) : screen.getByLabelText(label, { exact: true });
    await control.fill(value);
  }
  await screen.getByRole('checkbox').click();
}

const create = (screen: RenderResult) => screen.getByRole('button', { name: 'Create profile' });

test('the button waits until every required field is filled and the terms are ticked', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await expect.element(create(screen)).toBeDisabled();
  await fill(screen);
  await expect.element(create(screen)).toBeEnabled();
  await screen.getByRole('checkbox').click();
  await expect.element(create(screen)).toBeDisabled();
  await screen.getByRole('checkbox').click();
  await screen.getByLabelText('Last name').fill(' ');
  await expect.element(create(screen)).toBeDisabled();
});

test('what is wrong is said at its field in the words of the specification, and nothing is sent', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen, { Phone: '123', 'E-mail': 'rahima', Password: 'short12', 'Confirm password': 'other' });
  await create(screen).click();
  await expect.element(screen.getByText('This Phone is not valid')).toBeVisible();
  await expect.element(screen.getByText('Wrong email format')).toBeVisible();
  await expect
    .element(screen.getByText('Invalid Password, Password must be at least 8 characters long.'))
    .toBeVisible();
  await expect.element(screen.getByText('Confirm Password not matched with password')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus();
});

test('the rules of the password tick themselves off while it is typed', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  const password = screen.getByLabelText('Password', { exact: true });
  await password.fill('আটঅক্ষর');
  await expect.element(screen.getByText('At least 8 characters (not yet)')).toBeInTheDocument();
  await password.fill('longenough');
  await expect.element(screen.getByText('At least 8 characters (done)')).toBeInTheDocument();
  await screen.getByLabelText('Confirm password').fill('longenough');
  await expect.element(screen.getByText('Both passwords are the same (done)')).toBeInTheDocument();
});

test.each([
  [{ byEmail: true, byPhone: true }, 'This email and phone are already exist'],
  [{ byEmail: true, byPhone: false }, 'This email already exist!'],
  [{ byEmail: false, byPhone: true }, 'This phone already exist!'],
])('a taken e-mail or phone is told before sign-up: %o', async (taken, message) => {
  const asked: unknown[] = [];
  fake('userExists', ({ query }) => {
    asked.push(query);
    return taken;
  });
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await create(screen).click();
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  expect(asked).toEqual([{ email: 'rahima@mail.example', phone: '+919820012345' }]);
});

test('an account and its profile are made, then the phone is verified by navigation state', async () => {
  const accounts: BodyOf<'signUp'>[] = [];
  const profiles: BodyOf<'createUser'>[] = [];
  fake('signUp', ({ body }) => {
    accounts.push(body);
    return account;
  });
  fake('createUser', ({ body }) => {
    profiles.push(body);
    return RAHIMA;
  });
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await create(screen).click();
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(history.state).toMatchObject({ username: '+919820012345' });
  const email = 'rahima@mail.example';
  const phone = '+919820012345';
  expect(accounts).toEqual([{ username: phone, password: GOOD.Password, attributes: { phone_number: phone, email } }]);
  const { username } = RAHIMA;
  expect(profiles).toEqual([
    { firstName: 'Rahima', lastName: 'Begum', phone, email, bio: '', username, language: 'en' },
  ]);
});

test('when the profile could not be sent, pressing again makes only the profile', async () => {
  let signUps = 0;
  let tries = 0;
  const keys: (string | null)[] = [];
  fake('signUp', () => {
    signUps += 1;
    return account;
  });
  fake('createUser', ({ key }) => {
    keys.push(key);
    tries += 1;
    return tries === 1 ? BROKEN : RAHIMA;
  });
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await create(screen).click();
  await expect.element(screen.getByText(/Please check your network \.\. Your account is made/)).toBeVisible();
  await expect.element(screen.getByLabelText('First name')).toHaveValue('Rahima');
  await create(screen).click();
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(signUps).toBe(1);
  expect(keys[0]).toBe(keys[1]);
});

test("the service's refusal of a password stands at the password", async () => {
  const message = 'This password is too easy to guess. Please choose another.';
  fake('signUp', () => ({ refusal: 'invalid_request', errors: [{ path: 'password', message }] }));
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await create(screen).click();
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(message);
});

test('the terms can be read and closed again', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await screen.getByRole('button', { name: 'Read the terms and the privacy policy' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Terms and privacy policy' });
  await expect.element(dialog.getByText(/you may lose some or all of it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
});
