import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { readSession, startSession } from '../lib/session.ts';
import { fake } from '../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../test/fake-upload.ts';
import { keepPictures } from '../test/keep-pictures.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import ProfilePage from './profile-page.tsx';

keepPictures();

let saved: unknown[];
beforeEach(() => {
  saved = [];
  startSession('token', RAHIMA);
  fake('findUser', () => RAHIMA);
  fake('updateUser', ({ body }) => {
    saved.push(body);
    return { ...RAHIMA, ...body, profileImage: body.profileImage ?? null, language: body.language ?? 'en' };
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

test('what is saved is remembered by the device, photo and name, and told', async () => {
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

test('the phone is shown and cannot be changed', async () => {
  const screen = await open();
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  await expect.element(phone).toHaveValue(RAHIMA.phone);
  await expect.element(phone).toHaveAttribute('readonly');
  await expect.element(phone).toHaveAccessibleDescription(/cannot be changed here/);
});

test('an address that somebody else has is said at the field; a refused field too', async () => {
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
  fake('findUser', () => (isBroken ? { refusal: 'overloaded' } : RAHIMA));
  const screen = await renderPage(<ProfilePage />, { path: '/App/Profile' });
  const again = screen.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isBroken = false;
  await again.click();
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Rahima');
});
