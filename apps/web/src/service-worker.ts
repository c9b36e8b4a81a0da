/**
 * Keeps the files that a page needs to start without a network: the frame of the app and the files of the last build,
 * and the pictures seen last. Answers of the API are never kept here; the page itself remembers the ones it may show
 * (`lib/persisted-queries.ts`). Shows news on the device where its person asked for it. Built as a file of its own,
 * `/service-worker.js`.
 */
export {};

/** The id and the files of the build, which it puts in (`scripts/service-worker.ts`). */
declare const BUILD: BuildParts;
type BuildParts = { id: string; files: string[] };

/** Names `BUILD` once, since the build puts the whole value in wherever it is named. */
const build = BUILD;

/** The used part of a service worker's surroundings; the compiler knows those of a page only. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Pushing = Lasting & { data: { json: () => unknown } | null };
type Clicking = Lasting & { notification: Notification };
type Page = { url: string; focus: () => Promise<unknown> };
type Worker = {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    navigationPreload?: { enable: () => Promise<void>; disable: () => Promise<void> };
  };
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Page[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  addEventListener: ((kind: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((kind: 'fetch', listener: (event: Fetching) => void) => void) &
    ((kind: 'push', listener: (event: Pushing) => void) => void) &
    ((kind: 'notificationclick', listener: (event: Clicking) => void) => void);
};
const worker = self as unknown as Worker;

const SHELL = '/App/Home';
const FILES = `files-${build.id}`;
const PICTURES = 'pictures';
/** The cache that exists while the device has no PIN (`lib/pin.ts`): then news may say what happened. */
const WORDED_PUSH = 'worded-push';
const PICTURES_KEPT = 80;
/** A browser opens six connections at most to a server without HTTP/2; the page in front has the others. */
const FETCHED_AT_ONCE = 2;
/** The time after which the saved shell is drawn, in ms: it shows the saved copies, and asks again. */
const PATIENCE_MS = 10_000;
const NOT_PAGES = /^\/(api|files|share|healthz|readyz|assets|docs|dev|l|o|r)(\/|$)/i;
const STATIC = /^\/(assets\/|icons\/|logos\/|icon\.svg$)/;
const HASHED = /^\/assets\//;
/** In Firefox a preload that fails ends the navigation, even if the worker answers: then no saved copy is ever seen. */
const FAILS_WITH_PRELOAD = /Firefox\//;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(url.pathname)) event.respondWith(page(event));
  } else if (STATIC.test(url.pathname)) event.respondWith(kept(request, FILES));
  else if (url.pathname.startsWith('/files/')) event.respondWith(picture(event));
});

/**
 * A page is drawn from a build only when all of it is there. The files that have come stay: the next attempt goes on
 * from them, and the next build takes the unchanged ones. The shell names the texts of its language.
 */
async function install(): Promise<void> {
  const cache = await caches.open(FILES);
  const shell = await fetch(SHELL, { cache: 'no-cache', priority: 'low' });
  if (!shell.ok || !isOwn(shell)) throw new Error(`${SHELL} answered ${shell.status}`);
  const html = await shell.clone().text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
  const waiting = new Set([...named, ...build.files, '/icon.svg']).values();
  const line = async () => {
    for (const file of waiting) await keep(cache, file);
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, line));
  await cache.put(SHELL, shell);
}

async function keep(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return;
  const unchanged = HASHED.test(file) ? await caches.match(file) : undefined;
  const answer = unchanged ?? (await fetch(file, { priority: 'low' }));
  if (!answer.ok || !isOwn(answer)) throw new Error(`${file} answered ${answer.status}`);
  await cache.put(file, answer);
}

/** Runs when no page of the build before is open any more, so no page misses the deleted files. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (![FILES, PICTURES, WORDED_PUSH].includes(name)) await caches.delete(name);
  }
  const preload = worker.registration.navigationPreload;
  // A browser remembers the choice of the worker before.
  await (FAILS_WITH_PRELOAD.test(navigator.userAgent) ? preload?.disable() : preload?.enable());
  await worker.clients.claim();
}

/** Whether the server itself answered, and no gateway or hot spot on the way (`http/security-headers.ts`). */
function isOwn(answer: Response): boolean {
  return answer.headers.get('served-by') === 'sathi';
}

/**
 * The server's page when it answers in time, else the shell, which draws the same page in the browser. A redirection is never the
 * server's: it has some at `NOT_PAGES` alone.
 */
async function page(event: Fetching): Promise<Response> {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const inTime = await Promise.race([answer.catch(() => undefined), patience]);
  if (inTime && isOwn(inTime)) return inTime;
  const shell = await (await caches.open(FILES)).match(SHELL);
  if (!shell) return answer;
  // An answer that comes too late, or from another machine, is not read, and one that is not read holds its connection.
  answer.then((late) => late.body?.cancel()).catch(() => undefined);
  return shell;
}

/**
 * A file under a name with a hash never changes, so it is the same from each build: a page of the next one may be open
 * before its worker is in charge.
 */
async function kept(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const found =
    (await cache.match(request)) ?? (HASHED.test(new URL(request.url).pathname) && (await caches.match(request)));
  if (found) return found;
  const answer = await fetch(request);
  // A picture that a report hides comes to its owner and the staff alone, and is to be seen once (R34.6).
  const mayStay = !answer.headers.get('cache-control')?.includes('no-store');
  if (answer.ok && isOwn(answer) && mayStay) await cache.put(request, answer.clone());
  return answer;
}

/** A picture under its key never changes either. The oldest go when there are too many. */
async function picture(event: Fetching): Promise<Response> {
  const answer = await kept(event.request, PICTURES);
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PICTURES);
      const all = await cache.keys();
      for (const old of all.slice(0, Math.max(0, all.length - PICTURES_KEPT))) await cache.delete(old);
    })(),
  );
  return answer;
}

/** News as the server writes it, in the language of its reader. */
type News = { title: string; text: string; quiet: string; lang: string; dir: 'ltr' | 'rtl'; path: string; tag: string };

/**
 * Shows all news: browsers take the right away from a page that shows nothing. News of the same thing takes the place
 * of the last.
 */
async function show(news: unknown): Promise<void> {
  const { title, text, quiet, lang, dir, path, tag } = news as News;
  const isWorded = await caches.has(WORDED_PUSH);
  await worker.registration.showNotification(title, {
    body: isWorded ? text : quiet,
    lang,
    dir,
    tag: isWorded ? tag : 'news',
    data: path,
    icon: '/icons/icon-192.png',
  });
}

/**
 * Opens a page of this site alone. A page that is open there comes to the front; any other keeps the words being typed
 * in it.
 */
async function openPage(path: string): Promise<void> {
  const { href, origin } = new URL(path, location.origin);
  const address = origin === location.origin ? href : location.origin;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}
