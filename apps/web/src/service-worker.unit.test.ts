import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const ADDRESS = 'https://sathi.example';
const OWN = { 'served-by': 'sathi' };

type Listener = (event: object) => void;
let listeners: Map<string, Listener>;
let kept: Map<string, Response>;
const preload = { enable: vi.fn(async () => undefined), disable: vi.fn(async () => undefined) };
const answer = vi.fn<(request: unknown) => Promise<Response>>();

beforeEach(() => {
  listeners = new Map();
  kept = new Map([['/App/Home', new Response('the saved copy')]]);
  const cache = {
    match: async (key: string | { url: string }) =>
      kept.get(typeof key === 'string' ? key : new URL(key.url).pathname)?.clone(),
    put: async (key: { url: string }, value: Response) => void kept.set(new URL(key.url).pathname, value),
    keys: async () => [],
  };
  vi.stubGlobal('BUILD', { id: 'one', files: [] });
  vi.stubGlobal('location', new URL(ADDRESS));
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match, keys: async () => [] });
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('self', {
    registration: { navigationPreload: preload },
    clients: { claim: async () => undefined },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
  vi.clearAllMocks();
});

async function answered(path: string, mode: string, preloadResponse?: Promise<Response>): Promise<Response> {
  await import('./service-worker.ts');
  let given: Promise<Response> | undefined;
  listeners.get('fetch')?.({
    request: { url: ADDRESS + path, method: 'GET', mode },
    preloadResponse: preloadResponse ?? Promise.resolve(undefined),
    respondWith: (work: Promise<Response>) => (given = work),
    waitUntil: () => undefined,
  });
  return given!;
}

async function activated(userAgent: string): Promise<void> {
  vi.stubGlobal('navigator', { userAgent });
  await import('./service-worker.ts');
  let done: Promise<unknown> | undefined;
  listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}

describe('the saved copy comes', () => {
  test.each([
    ['when the server cannot be reached', async () => Promise.reject(new TypeError('failed to fetch'))],
    ['in the place of a gateway’s error', async () => new Response('Bad Gateway', { status: 502 })],
    ['in the place of the sign-in page of a hot spot', async () => new Response('Welcome to the café')],
    ['in the place of a redirection to one', async () => Response.redirect('https://hot.spot/', 302)],
  ])('%s', async (_, network) => {
    answer.mockImplementation(network);
    expect(await (await answered('/App/Invest/ROI', 'navigate')).text()).toBe('the saved copy');
  });

  test('when the network swallows the request', async () => {
    vi.useFakeTimers();
    answer.mockReturnValue(new Promise(() => undefined));
    const given = answered('/App/Invest/ROI', 'navigate');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await (await given).text()).toBe('the saved copy');
  });

  test('when the preload of the browser fails', async () => {
    const failed = Promise.reject(new TypeError('failed to fetch'));
    failed.catch(() => undefined);
    expect(await (await answered('/App/Invest/ROI', 'navigate', failed)).text()).toBe('the saved copy');
  });
});

test('an address that the server answers without the app is left to the browser, as a redirection is not seen', async () => {
  const sources = globSync('apps/server/src/**/*.ts').filter((file) => !file.includes('.test.'));
  const routes = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/app\.get(?:<.+>)?\(\s*'(\/\w+)(?=[/'])/g),
  ]);
  const addresses = routes.map(([, folder]) => `${folder}/1`);
  expect(addresses).toEqual(expect.arrayContaining(['/docs/1', '/l/1', '/o/1', '/r/1']));
  for (const address of addresses) expect(await answered(address, 'navigate'), address).toBeUndefined();
});

test.each([200, 404, 503])('a page of the server with status %i is shown as it is', async (status) => {
  answer.mockResolvedValue(new Response('the page', { status, headers: OWN }));
  const page = await answered('/App/Invest/ROI', 'navigate');
  expect([page.status, await page.text()]).toEqual([status, 'the page']);
});

test('without a saved copy the answer comes as it is, whoever gave it', async () => {
  kept.clear();
  answer.mockResolvedValue(new Response('Welcome to the café'));
  expect(await (await answered('/App/Invest/ROI', 'navigate')).text()).toBe('Welcome to the café');
});

test('a page of a hot spot is never kept as a file of the app', async () => {
  answer.mockResolvedValueOnce(new Response('Welcome to the café'));
  await answered('/assets/app-1234.js', 'no-cors');
  expect(kept.has('/assets/app-1234.js')).toBe(false);
  answer.mockResolvedValueOnce(new Response('let app', { headers: OWN }));
  await answered('/assets/app-1234.js', 'no-cors');
  expect(kept.has('/assets/app-1234.js')).toBe(true);
});

test('R34.6: a picture that may not be stored, as a hidden one, is not kept, and others are', async () => {
  const picture = '/files/proposalImages/goat.webp';
  const hidden = { ...OWN, 'cache-control': 'private, no-store' };
  answer.mockResolvedValueOnce(new Response('hidden', { headers: hidden }));
  expect(await (await answered(`${picture}?pass=of-an-hour`, 'no-cors')).text()).toBe('hidden');
  expect(kept.has(picture)).toBe(false);
  answer.mockResolvedValueOnce(new Response('a goat', { headers: { ...OWN, 'cache-control': 'public' } }));
  await answered(picture, 'no-cors');
  expect(kept.has(picture)).toBe(true);
});

test('Firefox, where a failed preload ends the navigation, has none; others keep it', async () => {
  await activated('Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0');
  expect([preload.disable.mock.calls.length, preload.enable.mock.calls.length]).toEqual([1, 0]);
  vi.resetModules();
  await activated('Mozilla/5.0 (Linux; Android 6.0) AppleWebKit/537.36 Chrome/106.0.0.0 Mobile Safari/537.36');
  expect([preload.disable.mock.calls.length, preload.enable.mock.calls.length]).toEqual([1, 1]);
});
