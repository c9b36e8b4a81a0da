import { expect, test } from 'vitest';
import { Redirect, Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { endSession, startSession, useSession } from '../lib/session.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { shownToasts } from '../ui/toast.ts';
import { SessionEnd } from './session-end.tsx';

const LOAN = '/App/proposal/ROI?id=169';

test('a person whose session ends on the page of a loan is told so, and led to log in and back', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<SessionEnd />, { path: LOAN });
  expect(shownToasts()).toEqual([]);
  endSession();
  await expect.element(screen.getByText('Please log in again to go on.')).toBeVisible();
  await screen.getByRole('button', { name: 'Log in' }).click();
  expect(location.pathname).toMatch(/^\/App\/Login/);
  expect(history.state).toEqual({ returnTo: LOAN });
});

test('a person who signs out is told nothing', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(
    <>
      <Route path="/App/Start/ROI">Start</Route>
      <SessionEnd />
    </>,
    { path: LOAN },
  );
  // The menu too leads to the start page before it ends the session.
  navigate('/App/Start/ROI');
  await expect.element(screen.getByText('Start')).toBeVisible();
  endSession();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(shownToasts()).toEqual([]);
});

function SignedInOnly() {
  return useSession().user ? <p>Home</p> : <Redirect to="/App/Login/ROI" />;
}

test('a page that leads to log in by itself is left to say it', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(
    <>
      <SignedInOnly />
      <SessionEnd />
    </>,
    { path: '/App/Home/ROI' },
  );
  await expect.element(screen.getByText('Home')).toBeVisible();
  endSession();
  await expect.poll(() => location.pathname).toBe('/App/Login/ROI');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(shownToasts()).toEqual([]);
});
