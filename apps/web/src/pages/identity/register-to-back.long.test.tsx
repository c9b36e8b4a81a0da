import { beforeEach, expect, test } from 'vitest';
import { holdPassword, takePassword } from '../../features/identity/typed-password.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import RegisterPage from './register-page.tsx';

const PHONE = '+919820012345';
const RETURN_TO = '/App/proposal?mfi=ROI&id=169&back=169';
const account = {
  userSub: RAHIMA.username,
  userConfirmed: false as const,
  codeDelivery: { medium: 'SMS' as const, destination: '+91•••45', resendAfterSeconds: 60 },
};

beforeEach(() => {
  fake('findMfi', () => ROI);
  fake('userExists', () => ({ byEmail: false, byPhone: false }));
  fake('findProposal', () => SEWING_MACHINE);
});

const show = () => renderPage(<RegisterPage />, { path: '/App/Register/ROI?back=169' });

async function fill(screen: Awaited<ReturnType<typeof show>>, phone = PHONE): Promise<void> {
  await screen.getByLabelText('First name').fill('Rahima');
  await screen.getByLabelText('Last name').fill('Begum');
  await screen.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await screen.getByLabelText('E-mail').fill('rahima@mail.example');
  await screen.getByRole('checkbox').click();
}
const create = (screen: Awaited<ReturnType<typeof show>>) => screen.getByRole('button', { name: 'Create account' });

test('on the way to back a loan four fields and the terms make an account with a random password', async () => {
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
  const screen = await show();
  await expect
    .element(screen.getByRole('heading', { level: 1, name: /You are about to back .*Sewing machine/ }))
    .toBeVisible();
  expect(screen.getByRole('textbox').elements()).toHaveLength(4);
  await expect.element(create(screen)).toBeDisabled();
  await fill(screen);
  await create(screen).click();
  await expect.poll(() => location.pathname).toBe('/App/VerifyCode/ROI');
  expect(history.state).toMatchObject({ username: PHONE, passwordLater: true, returnTo: RETURN_TO });
  const [signedUp] = accounts;
  expect(signedUp).toMatchObject({ username: PHONE, passwordLater: true });
  expect(signedUp?.password).toMatch(/^[\w+/]{32}$/);
  expect(takePassword(PHONE)).toBe(signedUp?.password);
  expect(JSON.stringify(history.state)).not.toContain(signedUp?.password);
  expect(profiles).toMatchObject([{ firstName: 'Rahima', bio: '' }]);
});

test('another account gets another random password', async () => {
  const passwords: string[] = [];
  fake('signUp', ({ body }) => {
    passwords.push(body.password);
    return account;
  });
  fake('createUser', () => RAHIMA);
  for (const time of [1, 2]) {
    const screen = await show();
    await fill(screen);
    await create(screen).click();
    await expect.poll(() => passwords.length).toBe(time);
    await screen.unmount();
  }
  expect(new Set(passwords).size).toBe(2);
  holdPassword('', '');
});

test('a wrong phone and a taken e-mail are told at their fields', async () => {
  fake('userExists', () => ({ byEmail: true, byPhone: false }));
  const screen = await show();
  await fill(screen, '123');
  await create(screen).click();
  await expect.element(screen.getByText('This Phone is not valid')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Phone' }).fill(PHONE);
  await create(screen).click();
  await expect.element(screen.getByText('This email already exist!')).toBeVisible();
  await expect.element(screen.getByLabelText('E-mail')).toHaveFocus();
});

test('a person with an account goes on to log in with the loan in the address', async () => {
  const screen = await show();
  const logIn = screen.getByRole('link', { name: 'Log in' });
  await expect.element(logIn).toHaveAttribute('href', '/App/Login/ROI?back=169');
});

test('a loan that takes no more backings asks for the whole registration', async () => {
  fake('findProposal', () => ({ ...SEWING_MACHINE, status: 5 }));
  const screen = await show();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Create your profile' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: /^Step 1 of 3/ })).toBeVisible();
});
