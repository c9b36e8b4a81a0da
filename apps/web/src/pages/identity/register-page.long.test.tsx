import { beforeEach, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import type { BodyOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
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

type Step = readonly (keyof typeof GOOD)[];
const STEPS: readonly Step[] = [
  ['Phone', 'E-mail'],
  ['First name', 'Last name'],
  ['Password', 'Confirm password'],
];

async function type(screen: RenderResult, step: number, values: Partial<typeof GOOD> = {}): Promise<void> {
  for (const label of STEPS[step] ?? []) {
    const control =
      label === 'Phone' ? screen.getByRole('textbox', { name: label }) : screen.getByLabelText(label, { exact: true });
    await control.fill({ ...GOOD, ...values }[label]);
  }
}

const HEADINGS = ['Step 1 of 3 How we reach you', 'Step 2 of 3 Who you are', 'Step 3 of 3 Your password'] as const;

async function onTo(screen: RenderResult, step: 1 | 2): Promise<void> {
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByRole('heading', { name: HEADINGS[step] })).toHaveFocus();
}

/** Fills in all steps, up to the button that sends. */
async function fill(screen: RenderResult, values: Partial<typeof GOOD> = {}): Promise<void> {
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('US');
  await type(screen, 0, values);
  await onTo(screen, 1);
  await type(screen, 1, values);
  await onTo(screen, 2);
  await type(screen, 2, values);
  await screen.getByRole('checkbox').click();
}

const create = (screen: RenderResult) => screen.getByRole('button', { name: 'Create profile' });

test('the button waits until the last fields are filled and the terms are ticked', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await expect.element(create(screen)).toBeEnabled();
  await screen.getByRole('checkbox').click();
  await expect.element(create(screen)).toBeDisabled();
  await screen.getByRole('checkbox').click();
  await screen.getByLabelText('Confirm password').fill('');
  await expect.element(create(screen)).toBeDisabled();
});

test('the address of the office stands in for a person without one, and is sent', async () => {
  const sent: unknown[] = [];
  fake('signUp', ({ body }) => {
    sent.push(body.attributes);
    return account;
  });
  fake('createUser', ({ body }) => {
    sent.push(body.email);
    return RAHIMA;
  });
  const screen = await renderPage(<RegisterPage />, at);
  await type(screen, 0, { 'E-mail': '' });
  const box = screen.getByRole('checkbox', { name: 'I have no e-mail address' });
  await box.click();
  await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue(ROI.email);
  await expect.element(screen.getByText(/opens no account: keep your phone number/)).toBeVisible();
  await box.click();
  await expect.element(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('');
  await box.click();
  await onTo(screen, 1);
  await type(screen, 1);
  await onTo(screen, 2);
  await type(screen, 2);
  await screen.getByRole('checkbox').click();
  await create(screen).click();
  await expect.poll(() => sent).toEqual([expect.objectContaining({ email: ROI.email }), ROI.email]);
  await expect.poll(() => history.state).toMatchObject({ noEmail: true });
});

test('a country without SMS needs an own e-mail address, so none stands in', async () => {
  fake('findMfi', () => ({ ...ROI, smsCountries: ['BD'] }));
  const screen = await renderPage(<RegisterPage />, at);
  await type(screen, 0);
  await expect.element(screen.getByText(/e-mail/i).first()).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
});

test('each step tells its problems at their fields in the words of the specification, and goes no further', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  const next = screen.getByRole('button', { name: 'Continue' });
  await next.click();
  await expect.element(screen.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription('required');
  await type(screen, 0, { Phone: '123', 'E-mail': 'rahima' });
  await next.click();
  await expect.element(screen.getByText('This Phone is not valid')).toBeVisible();
  await expect.element(screen.getByText('Wrong email format')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus();
  await fill(screen, { Password: 'short12', 'Confirm password': 'other' });
  await create(screen).click();
  await expect
    .element(screen.getByText('Invalid Password, Password must be at least 8 characters long.'))
    .toBeVisible();
  await expect.element(screen.getByText('Confirm Password not matched with password')).toBeVisible();
});

test('Back, of the page and of the browser, keeps what was typed', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('heading', { name: HEADINGS[1] })).toHaveFocus();
  await expect.element(screen.getByLabelText('First name')).toHaveValue('Rahima');
  history.back();
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue(GOOD['E-mail'].trim());
  history.go(2);
  await expect.element(screen.getByLabelText('Confirm password')).toHaveValue(GOOD.Password);
  await expect.element(create(screen)).toBeEnabled();
});

test('a step whose words are lost is not shown', async () => {
  const screen = await renderPage(<RegisterPage />, { ...at, state: { step: 2, returnTo: '/App/Portfolio/ROI' } });
  await expect.element(screen.getByRole('heading', { name: HEADINGS[0] })).toBeVisible();
  expect(history.state).toEqual({ step: 0, returnTo: '/App/Portfolio/ROI' });
});

test('a country that no SMS goes to is told before the form is sent (R17.7)', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  await expect.element(phone).toHaveAccessibleDescription('We send the code here, and you log in with it.');
  await screen.getByRole('combobox', { name: 'Country' }).selectOptions('GB');
  await expect.element(phone).toHaveAccessibleDescription(/^No SMS goes to this country yet/);
});

test('the rules of the password tick themselves off while it is typed', async () => {
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
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
])('a taken e-mail or phone is told before sign-up, at its step: %o', async (taken, message) => {
  const asked: unknown[] = [];
  fake('userExists', ({ query }) => {
    asked.push(query);
    return taken;
  });
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen);
  await create(screen).click();
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: HEADINGS[0] })).toBeVisible();
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
  await create(screen).click();
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(signUps).toBe(1);
  expect(keys[0]).toBe(keys[1]);
});

test('a code that went by e-mail is asked for as such', async () => {
  fake('signUp', () => ({ ...account, codeDelivery: { ...account.codeDelivery, medium: 'EMAIL' as const } }));
  fake('createUser', () => RAHIMA);
  const screen = await renderPage(<RegisterPage />, at);
  await fill(screen, { Phone: '+44 7400 123456' });
  await create(screen).click();
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(history.state).toMatchObject({ username: '+447400123456', byEmail: true });
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
  await fill(screen);
  await screen.getByRole('button', { name: 'Read the terms and the privacy policy' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Terms and privacy policy' });
  await expect.element(dialog.getByText(/you may lose some or all of it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
});
