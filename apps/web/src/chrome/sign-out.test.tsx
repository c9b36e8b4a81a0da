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

const REFRESH = '/api/identity/refresh';
const SIGN_OUT = '/api/identity/sign-out';
const realFetch = window.fetch;
let asked: Asked[] = [];
let answer: (request: Asked) => Response = () => offline();

function offline(): never {
  throw new TypeError('Failed to fetch');
}
const done = (data: object = {}) => Response.json({ success: true, data });
const withNetwork = ({ path }: Asked) => (path === REFRESH ? done({ accessToken: 'token-2', expiresIn: 600 }) : done());

beforeEach(() => {
  asked = [];
  answer = offline;
  window.fetch = async (input, init) => {
    const { url, headers } = new Request(input, init);
    const request = { path: new URL(url).pathname, token: headers.get('authorization') };
    asked.push(request);
    return answer(request);
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
    await expect.poll(() => asked.at(-1)?.path).toBe(REFRESH);
    asked = [];
    answer = withNetwork;
    dispatchEvent(new Event('online'));
    await expect.poll(isSignOutUnheard).toBe(false);
    expect(asked).toEqual([
      { path: REFRESH, token: null },
      { path: SIGN_OUT, token: 'Bearer token-2' },
    ]);
    expect(localStorage.getItem('sathi.auth.accessToken')).toBeNull();
    await screen.unmount();
  });

  test('is tried again after a busy server, and given up once the session is over', async () => {
    answer = () => new Response(null, { status: 503 });
    await leave();
    await sendUnheardSignOut();
    expect(isSignOutUnheard()).toBe(true);
    answer = () => new Response(null, { status: 401 });
    await sendUnheardSignOut();
    expect(isSignOutUnheard()).toBe(false);
  });

  test('never ends the session of somebody who signed in since', async () => {
    await leave();
    asked = [];
    answer = (request) => {
      startSession('token-3', { ...RAHIMA, id: '8' });
      return withNetwork(request);
    };
    await sendUnheardSignOut();
    await sendUnheardSignOut();
    expect(asked.map(({ path }) => path)).toEqual([REFRESH]);
  });
});
