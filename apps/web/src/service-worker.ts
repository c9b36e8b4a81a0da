/**
 * Keeps what a page needs to start without a network: the frame of the app and the files of the last build, and the
 * pictures seen last. Answers of the API are never kept here; the page itself remembers what it may show
 * (`lib/persisted-queries.ts`). Built as a file of its own, `/service-worker.js`.
 */
export {};

/** Told by the build (`scripts/service-worker.ts`). `texts` are names in `textsFolder`, without language and ending. */
declare const BUILD: BuildParts;
type BuildParts = { id: string; files: string[]; textsFolder: string; texts: string[] };

/** Put in by the build wherever it is named, so it is named once. */
const build = BUILD;

/** What of a service worker's surroundings is used; the compiler knows those of a page only. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Worker = {
  registration: { navigationPreload?: { enable: () => Promise<void> } };
  clients: { claim: () => Promise<void> };
  addEventListener: ((kind: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((kind: 'fetch', listener: (event: Fetching) => void) => void);
};
const worker = self as unknown as Worker;

const SHELL = '/App/Home';
const FILES = `files-${build.id}`;
const PICTURES = 'pictures';
const PICTURES_KEPT = 80;
/** A browser opens six connections at most to a server without HTTP/2; the page in front has the others. */
const FETCHED_AT_ONCE = 2;
/** After so long the saved shell is drawn: it shows the saved copies, and asks again. */
const PATIENCE_MS = 10_000;
const NOT_PAGES = /^\/(api|files|share|healthz|readyz|assets|docs|dev)(\/|$)/i;
const STATIC = /^\/(assets\/|icons\/|logos\/|icon\.svg$)/;
const HASHED = /^\/assets\//;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
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
 * Nothing is drawn from a build unless all of it is there. What has come stays: the next attempt goes on from it, and the
 * next build takes from it what has not changed. Texts come in the language of the shell.
 */
async function install(): Promise<void> {
  const cache = await caches.open(FILES);
  const shell = await fetch(SHELL, { cache: 'no-cache', priority: 'low' });
  if (!shell.ok) throw new Error(`${SHELL} answered ${shell.status}`);
  const html = await shell.clone().text();
  const language = /<html lang="(\w+)"/.exec(html)?.[1];
  const locale = language === 'bn' ? 'be' : language;
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
  const texts = build.texts.map((name) => `/${build.textsFolder}/${name}.${locale}.js`);
  const waiting = new Set([...named, ...build.files, ...texts, '/icon.svg']).values();
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
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
  await cache.put(file, answer);
}

/** Runs when no page of the build before is open any more, so nobody misses what is deleted. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== FILES && name !== PICTURES) await caches.delete(name);
  }
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The server's page when it answers in time, else the shell, which draws the same page in the browser. */
async function page(event: Fetching): Promise<Response> {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const inTime = await Promise.race([answer.catch(() => undefined), patience]);
  if (inTime) return inTime;
  const shell = await (await caches.open(FILES)).match(SHELL);
  if (!shell) return answer;
  // Nobody reads what comes too late, and an answer that is not read holds its connection.
  answer.then((late) => late.body?.cancel()).catch(() => undefined);
  return shell;
}

/**
 * What is under a name with a hash never changes, so it is the same from whichever build: a page of the next one may be
 * open before its worker is in charge.
 */
async function kept(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const found =
    (await cache.match(request)) ?? (HASHED.test(new URL(request.url).pathname) && (await caches.match(request)));
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** What is under a key never changes either. The oldest go when there are too many. */
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
