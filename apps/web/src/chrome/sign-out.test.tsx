import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import people from 'virtual:catalogue/people.en';
import { createText } from '../lib/text.tsx';
import { isSignOutUnheard, noteSignOut, readSession, startSession } from '../lib/session.ts';
import { sendUnheardSignOut } from '../lib/unheard-sign-out.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { shownToasts } from '../ui/toast.ts';
import { signOut } from './sign-out.ts';
import { UnheardSignOut } from './unheard-sign-out.tsx';

type Asked = { path: string; token: string | null };

const SIGN_OUT = '/api/identity/sign-out';
const BY_COOKIE = { path: '/api/identity/sign-out-by-cookie', token: null };
const realFetch = window.fetch;
let asked: Asked[] = [];
let signal: AbortSignal | null | undefined;
let answer: () => Response | Promise<Response> = () => offline();

function offline(): never {
  throw new TypeError('Failed to fetch');
}
const withNetwork = () => Response.json({ success: true, data: {} });

beforeEach(() => {
  asked = [];
  answer = offline;
  window.fetch = async (input, init) => {
    const { url, headers } = new Request(input, init);
    const request = { path: new URL(url).pathname, token: headers.get('authorization') };
    asked.push(request);
    signal = init?.signal;
    return answer();
  };
  startSession('token-1', RAHIMA);
  noteSignOut(false);
});

afterEach(() => {
  window.fetch = realFetch;
  noteSignOut(false);
});

const leave = () =>
  signOut({
    text: createText('en', people),
    client: new QueryClient(),
    confirm: async () => true,
    goToStart: () => undefined,
  });

describe('signing out', () => {
  test('that the server hears says so, and leaves nothing to do', async () => {
    answer = withNetwork;
    await leave();
    expect(asked).toEqual([{ path: SIGN_OUT, token: 'Bearer token-1' }]);
    expect(JSON.stringify(shownToasts())).toContain('You are signed out.');
    expect([readSession().user, isSignOutUnheard()]).toEqual([null, false]);
  });

  test('without an answer says that other devices are still signed in, and is told once the network is back', async () => {
    await leave();
    expect(JSON.stringify(shownToasts())).toContain('Your other devices stay signed in');
    expect(isSignOutUnheard()).toBe(true);
    const screen = await renderPage(<UnheardSignOut />, { path: '/App/Start/ROI' });
    await expect.poll(() => asked.at(-1)).toEqual(BY_COOKIE);
    asked = [];
    answer = withNetwork;
    dispatchEvent(new Event('online'));
    await expect.poll(isSignOutUnheard).toBe(false);
    expect(asked).toEqual([BY_COOKIE]);
    expect(localStorage.getItem('sathi.auth.accessToken')).toBeNull();
    await screen.unmount();
  });

  test.each([
    ['a busy server', () => new Response(null, { status: 503 })],
    ['too many requests', () => Response.json({ code: 'too_many_requests' }, { status: 429 })],
    ['a server of before', () => Response.json({ code: 'not_found' }, { status: 404 })],
    ['a hot spot that forbids it', () => new Response('<p>Sign in', { status: 403 })],
    ['a hot spot that shows its page', () => new Response('<p>Sign in')],
  ])('is tried again after %s, and by each tab until it is heard', async (_, refusing) => {
    await leave();
    answer = refusing;
    await sendUnheardSignOut().catch(() => undefined);
    expect(isSignOutUnheard()).toBe(true);
    answer = withNetwork;
    await Promise.all([sendUnheardSignOut(), sendUnheardSignOut()]);
    expect(isSignOutUnheard()).toBe(false);
  });

  test('without an answer in time is broken off, so that a late one does not meet the next person', async () => {
    answer = () => new Promise(() => undefined);
    await leave();
    expect([signal?.aborted, isSignOutUnheard()]).toEqual([true, true]);
  });

  test('never ends the session of somebody who signed in since', async () => {
    await leave();
    asked = [];
    startSession('token-3', { ...RAHIMA, id: '8' });
    await sendUnheardSignOut();
    expect(asked).toEqual([]);
  });
});
