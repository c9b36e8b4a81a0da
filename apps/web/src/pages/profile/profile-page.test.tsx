import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { readSession, startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { keepPictures } from '../../test/keep-pictures.ts';
import { OWN_PROFILE, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import ProfilePage from './profile-page.tsx';

keepPictures();

const account = (passwordLater: boolean) => ({
  username: RAHIMA.phone,
  passwordLater,
  attributes: { sub: RAHIMA.username, phone_number: RAHIMA.phone, phone_number_verified: true, email: RAHIMA.email },
});

let saved: unknown[];
beforeEach(() => {
  saved = [];
  startSession('token', RAHIMA);
  fake('findUser', () => OWN_PROFILE);
  fake('listOwnFreezes', () => []);
  fake('currentUser', () => account(false));
  fake('findMfi', () => ROI);
  fake('updateUser', ({ body }) => {
    saved.push(body);
    return { ...OWN_PROFILE, ...body, profileImage: body.profileImage ?? null, language: body.language ?? 'en' };
  });
});
afterEach(() => vi.restoreAllMocks());

async function open() {
  const screen = await renderPage(<ProfilePage />, { path: '/App/Profile', pattern: '/App/Profile/:mfi?' });
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Rahima');
  return screen;
}
type Screen = Awaited<ReturnType<typeof open>>;
const save = (screen: Screen) => screen.getByRole('button', { name: 'Save' }).click();

test('section 5: names, e-mail and bio are all required, and nothing is sent without them', async () => {
  const screen = await open();
  for (const name of ['First name', 'Last name', 'E-mail', 'About you']) {
    await screen.getByRole('textbox', { name }).fill(' ');
  }
  expect(screen.getByText('required', { exact: true }).elements()).toHaveLength(0);
  await save(screen);
  await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(4);
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('rahima@');
  await expect.element(screen.getByText('This is not an e-mail address.')).toBeVisible();
  expect(saved).toEqual([]);
});

test('a saved profile is remembered by the device, photo and name, and announced', async () => {
  fakeUpload(({ folder }) => ({ key: `${folder}/7-new.webp` }));
  const screen = await open();
  await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo(500, 500));
  await expect.element(screen.getByText('The picture is there.')).toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'First name' }).fill('Rahima Khatun');
  await save(screen);
  await expect.element(screen.getByText('Data Saved Successfully')).toBeInTheDocument();
  const { phone, lastName, email, bio } = RAHIMA;
  const names = { firstName: 'Rahima Khatun', lastName };
  expect(saved).toEqual([{ ...names, phone, email, bio, language: 'en', profileImage: 'profileImages/7-new.webp' }]);
  expect(readSession().user).toMatchObject({ ...names, profileImage: 'profileImages/7-new.webp' });
  expect(JSON.stringify(localStorage)).not.toContain(email);
});

test('R27.1: saving another field keeps the language that is read, and mails come in it too', async () => {
  fake('findUser', () => ({ ...OWN_PROFILE, language: 'be' }));
  const screen = await open();
  await expect.element(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
  await screen.getByRole('textbox', { name: 'First name' }).fill('Rahima Khatun');
  await save(screen);
  await expect.element(screen.getByText('Data Saved Successfully')).toBeInTheDocument();
  expect(saved).toEqual([expect.objectContaining({ firstName: 'Rahima Khatun', language: 'en' })]);
  expect(localStorage.getItem('language')).toBe(null);
});

test('a changed phone waits for its code, and the form shows the one in force (R17.8)', async () => {
  let waits = false;
  const codes: unknown[] = [];
  const user = () => ({ ...OWN_PROFILE, pendingPhone: waits ? '+8801911111111' : null });
  fake('findUser', user);
  fake('updateUser', ({ body }) => {
    saved.push(body.phone);
    waits = true;
    return user();
  });
  fake('confirmChange', ({ body }) => {
    codes.push(body);
    waits = false;
    return { ...OWN_PROFILE, phone: '+8801911111111' };
  });
  const screen = await open();
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+880 1911 111111');
  await expect.element(phone).toHaveAccessibleDescription(/We send a code to the new number/);
  await save(screen);
  await expect.element(screen.getByText('Confirm your phone')).toBeVisible();
  expect(saved).toEqual(['+8801911111111']);
  await expect.element(phone).toHaveValue(RAHIMA.phone);
  await screen.getByRole('textbox', { name: 'Code' }).fill('123 456');
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('Your new phone is confirmed.')).toBeInTheDocument();
  await expect.element(screen.getByText('Confirm your phone')).not.toBeInTheDocument();
  expect(codes).toEqual([{ what: 'phone', code: '123456' }]);
});

test('a waiting e-mail address can be dropped, and an unconfirmed one asked for again (R17.8, R33.2)', async () => {
  let own = { ...OWN_PROFILE, isEmailConfirmed: false, pendingEmail: 'new@example.org' as string | null };
  fake('findUser', () => own);
  fake('dropChange', () => {
    own = { ...own, pendingEmail: null };
    return {};
  });
  fake('resendChangeCode', () => {
    own = { ...own, pendingEmail: own.email };
    return { codeDelivery: { medium: 'EMAIL', destination: 'r•••', resendAfterSeconds: 60 } };
  });
  const screen = await open();
  await screen.getByRole('button', { name: 'Keep the old address' }).click();
  await screen.getByRole('button', { name: 'Send a code' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Keep the old address' })).not.toBeInTheDocument();
});

test('an address of another account is said at the field; a refused field too', async () => {
  fake('updateUser', () => ({ refusal: 'email_exists', detail: 'This email already exist!' }));
  const screen = await open();
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('taken@example.org');
  await save(screen);
  await expect
    .element(screen.getByRole('textbox', { name: 'E-mail' }))
    .toHaveAccessibleDescription('This email already exist!');
  fake('updateUser', () => ({
    refusal: 'invalid_request',
    errors: [{ path: 'profileImage', message: 'Please choose the picture again.' }],
  }));
  await save(screen);
  await expect
    .element(screen.getByLabelText('Choose a picture'))
    .toHaveAccessibleDescription('Please choose the picture again.');
});

test('cancelling leads home and saves nothing', async () => {
  const screen = await open();
  await screen.getByRole('textbox', { name: 'First name' }).fill('Nobody');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/App\/Home/);
  expect(saved).toEqual([]);
});

test('after a change of language the page says, once, that it is saved', async () => {
  history.replaceState({ profileSaved: true }, '', '/App/Profile');
  const screen = await renderPage(<ProfilePage />, { path: '/App/Profile', state: { profileSaved: true } });
  await expect.element(screen.getByText('Data Saved Successfully')).toBeInTheDocument();
  expect(history.state).toBeNull();
});

test('a profile that cannot be loaded can be asked for again', async () => {
  let isBroken = true;
  fake('findUser', () => (isBroken ? { refusal: 'overloaded' } : OWN_PROFILE));
  const screen = await renderPage(<ProfilePage />, { path: '/App/Profile' });
  const again = screen.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isBroken = false;
  await again.click();
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Rahima');
});

test('a person who reads Bengali may choose its digits, which are not sent: this device keeps them', async () => {
  fake('updateUser', ({ body }) => {
    saved.push(body);
    return { refusal: 'overloaded' };
  });
  const screen = await open();
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('বাংলা');
  const digits = screen.getByRole('combobox', { name: 'Digits' });
  await digits.selectOptions('০ ১ ২ ৩');
  await expect.element(digits).toHaveValue('native');
  await save(screen);
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).not.toHaveProperty('digits');
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('English');
  await expect.element(digits).not.toBeInTheDocument();
});

test('an account without a password is reminded of it, until it has one', async () => {
  const usual = await open();
  expect(usual.getByText(/has no password yet/).elements()).toEqual([]);
  await usual.unmount();
  fake('currentUser', () => account(true));
  const screen = await open();
  await expect.element(screen.getByText(/Your account has no password yet/)).toBeVisible();
  await screen.getByRole('link', { name: 'Choose a password' }).click();
  expect(location.pathname).toBe('/App/ChoosePassword/ROI');
  expect(history.state).toEqual({ returnTo: '/App/Profile' });
});
