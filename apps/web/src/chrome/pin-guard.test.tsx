import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import people from 'virtual:catalogue/people.en';
import { setPin } from '../lib/pin.ts';
import { endSession, readSession, startSession } from '../lib/session.ts';
import { wholeTexts } from '../lib/text.tsx';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { forgetWaiting, keep, ownOnes } from '../features/waiting/waiting.ts';
import { fake } from '../test/fake-endpoint.ts';
import { unlock } from './away.ts';
import { PinGuard } from './pin-guard.tsx';

const AWAY = 'pin-away';

afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  unlock();
});

/** Plays that another app was in front for `seconds`. */
function beAway(seconds: number): void {
  look('hidden');
  const left = localStorage.getItem(AWAY);
  if (left !== null) localStorage.setItem(AWAY, String(Number(left) - seconds * 1000));
  look('visible');
}

function look(state: string): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function Guarded() {
  return <PinGuard app={<p>The page</p>} texts={wholeTexts('en', people, {})} client={useQueryClient()} />;
}

async function openWithPin() {
  startSession('token-1', RAHIMA);
  await setPin('2580');
  const screen = await renderPage(<Guarded />, { path: '/App/Home/ROI' });
  await expect.element(screen.getByText('The page')).toBeVisible();
  return screen;
}

test('decision 72: two minutes away ask for the PIN', async () => {
  const screen = await openWithPin();
  beAway(60);
  await expect.element(screen.getByText('The page')).toBeVisible();
  beAway(121);
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  await expect.element(screen.getByText('The page')).not.toBeInTheDocument();
  await screen.getByLabelText('PIN', { exact: true }).fill('2580');
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('The page')).toBeVisible();
});

test('decision 34: signing out at the lock asks first, and counts the words that would be lost', async () => {
  const asked: unknown[] = [];
  fake('signOut', ({ body }) => {
    asked.push(body);
    return new Promise(() => undefined);
  });
  const screen = await openWithPin();
  await keep({ name: 'sendMessage', about: '169', body: { proposalId: '169', text: 'Dear all' } });
  beAway(121);
  await screen.getByRole('button', { name: 'Forgot it? Sign out' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/^Something you wrote has not been sent yet and will be lost/)).toBeVisible();
  await question.getByRole('button', { name: 'No' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  expect(asked).toEqual([]);
  expect(await ownOnes()).toHaveLength(1);
  expect(readSession().user?.id).toBe(RAHIMA.id);
  await forgetWaiting(RAHIMA.id);
});

test('decision 72: the next person in a page whose PIN went with the one before is not locked out', async () => {
  const screen = await openWithPin();
  endSession();
  startSession('token-2', { ...RAHIMA, id: '77' });
  beAway(121);
  await expect.element(screen.getByText('The page')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Enter your PIN' }).query()).toBe(null);
  expect(readSession().user?.id).toBe('77');
  expect(localStorage.getItem(AWAY)).toBe(null);
});
