import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ProofDialog } from '../../features/identity/proof-dialog.tsx';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import SecurityPage from './security-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const SESSIONS = [
  { id: '3', device: 'Chrome, Android', signedInAt: AT, lastUsedAt: AT, isOwn: true },
  { id: '2', device: 'Firefox, Windows', signedInAt: AT, lastUsedAt: AT, isOwn: false },
  { id: '4', device: 'Safari, iPhone', signedInAt: AT, lastUsedAt: AT, isOwn: false },
  { id: '1', device: '', signedInAt: AT, lastUsedAt: AT, isOwn: false },
];
let open: typeof SESSIONS;
const ended: (string | undefined)[] = [];

const account = (passwordLater: boolean) => ({
  username: RAHIMA.phone,
  passwordLater,
  attributes: { sub: RAHIMA.username, phone_number: RAHIMA.phone, phone_number_verified: true, email: RAHIMA.email },
});

beforeEach(() => {
  open = SESSIONS;
  ended.length = 0;
  startSession('token', RAHIMA);
  fake('findSecondFactor', () => ({ factors: [], recoveryCodesLeft: 0, isRequired: false }));
  fake('currentUser', () => account(false));
  fake('listSessions', () => open);
  fake('endSessions', ({ query }) => {
    ended.push(query?.id);
    open = open.filter(({ id, isOwn }) => isOwn || (query?.id !== undefined && id !== query.id));
    return {};
  });
});
afterEach(() => vi.restoreAllMocks());

test('R17.12: the ways from here stay with the institution of the page', async () => {
  const page = (
    <MfiNameProvider value="DCBS">
      <SecurityPage />
    </MfiNameProvider>
  );
  const screen = await renderPage(page, { path: '/App/Security/DCBS' });
  const data = screen.getByRole('link', { name: 'Your data' });
  await expect.element(data).toHaveAttribute('href', '/App/YourData/DCBS');
  await expect.element(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/App/Profile/DCBS');
});

const show = () => renderPage(<SecurityPage />, { path: '/App/Security', pattern: '/App/Security/:mfi?' });

test('one session is ended, then all others, and the own one stays (R33.1)', async () => {
  const screen = await show();
  await expect.element(screen.getByText('This device')).toBeVisible();
  await screen.getByRole('button', { name: 'Sign out Firefox, Windows' }).click();
  await expect.element(screen.getByText('Firefox, Windows', { exact: true })).not.toBeInTheDocument();
  expect(ended).toEqual(['2']);
  await expect.element(screen.getByRole('button', { name: 'Sign out Unknown device' })).toBeVisible();
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(screen.getByRole('button', { name: /^Sign out/ })).not.toBeInTheDocument();
  expect(ended).toEqual(['2', undefined]);
  await expect.element(screen.getByText('Chrome, Android')).toBeVisible();
});

test('the password is changed for the old one, and a wrong old one is told beside its field (R33.1)', async () => {
  const sent: unknown[] = [];
  fake('changePassword', ({ body }) => {
    sent.push(body);
    return {};
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Change password' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change password' });
  const submit = dialog.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect.element(dialog.getByText('required', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByLabelText('Your password now').fill('a river of green tea');
  await dialog.getByLabelText('New password', { exact: true }).fill('a lake of black coffee');
  await dialog.getByLabelText('Confirm password').fill('a lake of black coffee');
  await submit.click();
  await expect.element(screen.getByText('Your password is changed.')).toBeInTheDocument();
  expect(sent).toEqual([{ oldPassword: 'a river of green tea', newPassword: 'a lake of black coffee' }]);
});

test('an empty code of a new app is told beside its field (R34.1)', async () => {
  fake('beginFactor', () => ({ totp: { secret: 'ABCDEFGH', url: 'otpauth://totp/Sathi?secret=ABCDEFGH' } }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Use an app' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Set up your app' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog.getByText('required', { exact: true })).toBeVisible();
});

test('without a password the page leads to choose one, and nothing can be changed', async () => {
  fake('currentUser', () => account(true));
  const screen = await show();
  await screen.getByRole('link', { name: 'Choose a password' }).click();
  expect(location.pathname).toBe('/App/ChoosePassword/ROI');
  expect(history.state).toMatchObject({ returnTo: '/App/Security' });
  await expect.element(screen.getByRole('button', { name: 'Change password' })).not.toBeInTheDocument();
});

test('a question for a proof leads a person without a password to choose one, and asks for none (R34.2)', async () => {
  fake('currentUser', () => account(true));
  const answers: boolean[] = [];
  const answer = (proven: boolean) => answers.push(proven);
  const screen = await renderPage(
    <ProofDialog methods={['password']} onAnswer={answer} onClose={() => answer(false)} />,
    { path: '/App/YourData?x=1' },
  );
  const dialog = screen.getByRole('dialog', { name: 'Confirm it is you' });
  await expect.element(dialog.getByText(/^Your account has no password yet/)).toBeVisible();
  await expect.element(dialog.getByLabelText('Password')).not.toBeInTheDocument();
  await dialog.getByRole('link', { name: 'Choose a password' }).click();
  expect(answers).toEqual([false]);
  expect(history.state).toMatchObject({ returnTo: '/App/YourData?x=1' });
});
