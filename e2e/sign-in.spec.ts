import type { APIRequestContext, Page } from '@playwright/test';
import { newPhone } from './new-phone.ts';
import { fillSteps, PASSWORD } from './register.ts';
import { textsOf } from './texts.ts';
import { expect, test } from './world.ts';

const text = textsOf('en');

/** An account with a confirmed phone and a profile, made without the screens. */
async function makeAccount(request: APIRequestContext, latestCode: (to: string) => Promise<string>) {
  const phone = newPhone();
  const email = `${phone.national}@mail.example`;
  const post = async (path: string, data: unknown) => {
    const answer = await request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { data: { userSub: string } };
  };
  const username = phone.e164;
  const { userSub } = (await post('/api/identity/sign-up', { username, password: PASSWORD, attributes: { email } }))
    .data;
  const profile = { firstName: 'Anil', lastName: 'Rao', phone: username, email, bio: '', username: userSub };
  await post('/api/users', profile);
  await post('/api/identity/confirm-sign-up', { username, code: await latestCode(username) });
  return { ...phone, email };
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a reload before the code asks for the password again, and the page asked for is kept', async ({
  page,
  latestCode,
  expectAccessible,
}) => {
  const phone = newPhone();
  await page.goto('/App/Portfolio/DCBS');
  await expect(page).toHaveURL(/\/App\/Login\/DCBS/);
  await page.getByRole('link', { name: 'Create a profile' }).click();
  await fillSteps(page, text, { ...phone, email: `rahima.${phone.national}@mail.example` });
  await expect(page.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible();
  await page.reload();
  await page.getByLabel('Code', { exact: true }).fill(await latestCode(phone.e164));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await logIn(page, 'not my password');
  await expect(page.getByText('Incorrect phone or password.')).toBeVisible();
  await expectAccessible(page);
  await logIn(page, PASSWORD);
  await page.waitForURL(/\/App\/Portfolio\/DCBS/);
});

test('a phone that is taken is told before an account is made', async ({ page, request, latestCode }) => {
  const taken = await makeAccount(request, latestCode);
  await page.goto('/App/Start/ROI');
  await page.getByRole('link', { name: 'Get started' }).click();
  await fillSteps(page, text, { ...taken, email: 'somebody.new@mail.example' });
  await expect(page.getByText('This phone already exist!')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
});

test('from a country that no SMS goes to, the code comes by e-mail (R17.7)', async ({
  page,
  latestCode,
  expectAccessible,
}) => {
  const national = '7400123456';
  const email = `far.${national}@mail.example`;
  await page.goto('/App/Register/DCBS');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await expect(page.getByText(/No SMS goes to this country yet/)).toBeVisible();
  await expectAccessible(page);
  await fillSteps(page, text, { national, email }, { country: 'GB' });
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await latestCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/App\/Home\/DCBS/);
});

test('a forgotten password is replaced with the code from the phone', async ({
  page,
  request,
  latestCode,
  expectAccessible,
}) => {
  const phone = await makeAccount(request, latestCode);
  const password = 'six quiet river boats';
  await page.goto('/App/Login/ROI');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Phone or e-mail').fill(phone.national);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Code', { exact: true }).fill(await latestCode(phone.e164));
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is changed. Please log in with it.')).toBeVisible();
  await logIn(page, password);
  await page.waitForURL(/\/App\/Home/);
});

test('staff land on the proposals of their MFI', async ({ page, signIn }) => {
  await signIn(page, '+12025550103');
  await expect(page).toHaveURL(/\/App\/MFIProposals\/ROI/);
});
